//! JSON values and Python objects.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString};
use serde_json::Value;

/// Limit: stack that must be left for one level of a value, bytes.
const RED_ZONE: usize = 64 * 1024;
/// Stack that is added when less is left, bytes.
const MORE_STACK: usize = 1024 * 1024;

/// A JSON value as Python's `json` would give it. Any depth.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    stacker::maybe_grow(RED_ZONE, MORE_STACK, || {
        Ok(match value {
            Value::Null => py.None().into_bound(py),
            Value::Bool(value) => PyBool::new(py, *value).to_owned().into_any(),
            Value::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(integer), _) => integer.into_pyobject(py)?.into_any(),
                (None, Some(integer)) => integer.into_pyobject(py)?.into_any(),
                (None, None) => number.as_f64().into_pyobject(py)?.into_any(),
            },
            Value::String(text) => PyString::new(py, text).into_any(),
            Value::Array(values) => {
                let list = PyList::empty(py);
                for value in values {
                    list.append(to_python(py, value)?)?;
                }
                list.into_any()
            }
            Value::Object(map) => {
                let dict = PyDict::new(py);
                for (name, value) in map {
                    dict.set_item(name, to_python(py, value)?)?;
                }
                dict.into_any()
            }
        })
    })
}
