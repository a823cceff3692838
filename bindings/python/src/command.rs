//! The `stillpage` command.

use std::ffi::OsString;

use pyo3::prelude::*;

use crate::error::work;

#[doc = doc!("run_command")]
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<u8> {
    work(py, || stillpage::cli::run(arguments))
}
