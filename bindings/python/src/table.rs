//! Rows and columns in Arrow's memory layout, handed over by pointer.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::builder::{BooleanBuilder, Float32Builder, StringBuilder, UInt32Builder};
use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float32Type, Int32Type, Int64Type, UInt32Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float32Array, Int32Array, Int64Array, ListArray, RecordBatch, RecordBatchIterator,
    StructArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyTuple};
use stillpage::batch::{Column, Row};
use stillpage::refs::RefTable;
use stillpage::{NodeId, Role};

#[doc = doc!("Table")]
#[pyclass(frozen, module = "stillpage")]
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) batch: RecordBatch,
}

/// Converts an error of Arrow: what it refuses is a defect here, not a wrong argument.
pub(crate) fn arrow_error(error: &ArrowError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

impl Table {
    /// Every element of the page's document.
    pub(crate) fn of_elements(page: &stillpage::Page, refs: &RefTable) -> Result<Self, ArrowError> {
        let nodes: Vec<NodeId> = page.elements().map(stillpage::Element::id).collect();
        let last = nodes.iter().map(|node| node.index()).max().unwrap_or_default();
        let mut indexes = vec![None; last + 1];
        let (mut index, mut parent) = (UInt32Builder::new(), UInt32Builder::new());
        let [mut tag, mut id, mut class, mut reference, mut role, mut name] =
            std::array::from_fn(|_| StringBuilder::new());
        let sides: [Float32Builder; 4] = std::array::from_fn(|_| Float32Builder::new());
        let [mut x, mut y, mut width, mut height] = sides;
        let mut visible = BooleanBuilder::new();
        for (at, element) in page.elements().enumerate() {
            let at = u32::try_from(at).map_err(|_| ArrowError::InvalidArgumentError("too many elements".to_owned()))?;
            if let Some(slot) = indexes.get_mut(element.id().index()) {
                *slot = Some(at);
            }
            index.append_value(at);
            // Parents come before their children.
            parent.append_option(element.parent().and_then(|p| indexes.get(p.id().index()).copied().flatten()));
            tag.append_value(element.tag_name());
            id.append_option(element.attribute("id"));
            class.append_option(element.attribute("class"));
            reference.append_option(refs.of(element.id()).map(|reference| reference.to_string()));
            role.append_option(element.role().map(Role::name));
            name.append_value(element.accessible_name());
            let rect = element.bounding_box();
            x.append_option(rect.map(|rect| rect.x));
            y.append_option(rect.map(|rect| rect.y));
            width.append_option(rect.map(|rect| rect.width));
            height.append_option(rect.map(|rect| rect.height));
            visible.append_value(element.is_visible());
        }
        let columns: [(&str, ArrayRef); 13] = [
            ("index", Arc::new(index.finish())),
            ("parent", Arc::new(parent.finish())),
            ("tag", Arc::new(tag.finish())),
            ("id", Arc::new(id.finish())),
            ("class", Arc::new(class.finish())),
            ("ref", Arc::new(reference.finish())),
            ("role", Arc::new(role.finish())),
            ("name", Arc::new(name.finish())),
            ("x", Arc::new(x.finish())),
            ("y", Arc::new(y.finish())),
            ("width", Arc::new(width.finish())),
            ("height", Arc::new(height.finish())),
            ("visible", Arc::new(visible.finish())),
        ];
        Ok(Self { batch: RecordBatch::try_from_iter(columns)? })
    }
}

/// Texts of some rows.
fn texts<'a>(texts: impl Iterator<Item = Option<&'a str>>) -> ArrayRef {
    let mut column = StringBuilder::new();
    texts.for_each(|text| column.append_option(text));
    Arc::new(column.finish())
}

/// Lists, of which `None` is null: their lengths, and the items of all of them.
fn lists(item: ArrayRef, lengths: impl Iterator<Item = Option<usize>>) -> Result<ArrayRef, ArrowError> {
    let lengths: Vec<Option<usize>> = lengths.collect();
    let nulls = lengths.iter().map(Option::is_some).collect();
    let offsets = OffsetBuffer::from_lengths(lengths.into_iter().map(Option::unwrap_or_default));
    let field = Field::new_list_field(item.data_type().clone(), true);
    Ok(Arc::new(ListArray::try_new(Arc::new(field), offsets, item, Some(nulls))?))
}

fn structs<const N: usize>(fields: [(&str, ArrayRef); N], nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    let types: Fields =
        fields.iter().map(|(name, column)| Field::new(*name, column.data_type().clone(), true)).collect();
    let columns = fields.into_iter().map(|(_, column)| column).collect();
    Ok(Arc::new(StructArray::try_new(types, columns, nulls)?))
}

/// A column of some rows. Signed integers: Spark has no others.
fn column(rows: &[Row], column: Column) -> Result<ArrayRef, ArrowError> {
    Ok(match column {
        Column::Source => texts(rows.iter().map(|row| row.source.as_deref())),
        Column::Offset => {
            let offsets = rows.iter().map(|row| row.offset.and_then(|offset| i64::try_from(offset).ok()));
            Arc::new(offsets.collect::<Int64Array>())
        }
        Column::Url => texts(rows.iter().map(|row| row.url.as_deref())),
        Column::Title => texts(rows.iter().map(|row| row.title.as_deref())),
        Column::Status => Arc::new(rows.iter().map(|row| row.status.map(i32::from)).collect::<Int32Array>()),
        Column::Snapshot => texts(rows.iter().map(|row| row.snapshot.as_deref())),
        Column::AgentView => texts(rows.iter().map(|row| row.agent_view.as_deref())),
        Column::Text => texts(rows.iter().map(|row| row.text.as_deref())),
        Column::Markdown => texts(rows.iter().map(|row| row.markdown.as_deref())),
        Column::Main => texts(rows.iter().map(|row| row.main.as_deref())),
        Column::MainMarkdown => texts(rows.iter().map(|row| row.main_markdown.as_deref())),
        Column::Metadata => {
            let values = rows.iter().map(|row| row.metadata.as_ref().and_then(|own| serde_json::to_string(own).ok()));
            let values: Vec<Option<String>> = values.collect();
            texts(values.iter().map(Option::as_deref))
        }
        Column::Unstyled => Arc::new(rows.iter().map(|row| row.unstyled).collect::<BooleanArray>()),
        Column::Refs => {
            let refs = || rows.iter().flat_map(|row| row.refs.iter().flatten());
            let sides = refs().filter_map(|r| r.rect).flat_map(|rect| [rect.x, rect.y, rect.width, rect.height]);
            let boxes = lists(Arc::new(sides.map(Some).collect::<Float32Array>()), refs().map(|r| r.rect.map(|_| 4)))?;
            let names: Vec<String> = refs().map(|r| r.reference.to_string()).collect();
            let items = structs(
                [
                    ("ref", texts(names.iter().map(|name| Some(&**name)))),
                    ("role", texts(refs().map(|r| Some(&*r.role)))),
                    ("name", texts(refs().map(|r| Some(&*r.name)))),
                    ("box", boxes),
                ],
                None,
            )?;
            lists(items, rows.iter().map(|row| row.refs.as_ref().map(Vec::len)))?
        }
        Column::Links => {
            let links = || rows.iter().flat_map(|row| row.links.iter().flatten());
            let items = structs(
                [
                    ("url", texts(links().map(|link| Some(&*link.url)))),
                    ("text", texts(links().map(|link| Some(&*link.text)))),
                ],
                None,
            )?;
            lists(items, rows.iter().map(|row| row.links.as_ref().map(Vec::len)))?
        }
        Column::Warnings => {
            let warnings = rows.iter().flat_map(|row| row.warnings.iter().flatten());
            lists(
                texts(warnings.map(|warning| Some(&**warning))),
                rows.iter().map(|row| row.warnings.as_ref().map(Vec::len)),
            )?
        }
        Column::Error => {
            let errors = || rows.iter().map(|row| row.error.as_ref());
            let messages: Vec<_> = errors().map(|error| error.map(|error| (error.message(), error.hint()))).collect();
            structs(
                [
                    ("code", texts(errors().map(|error| error.map(stillpage::Error::code)))),
                    (
                        "message",
                        texts(messages.iter().map(|error| error.as_ref().map(|(message, _)| message.as_str()))),
                    ),
                    ("hint", texts(messages.iter().map(|error| error.as_ref().map(|(_, hint)| hint.as_str())))),
                ],
                Some(errors().map(|error| error.is_some()).collect()),
            )?
        }
        other => return Err(ArrowError::NotYetImplemented(format!("the column {other}"))),
    })
}

impl Table {
    /// The rows of some pages.
    pub(crate) fn of_rows(rows: &[Row], columns: &[Column]) -> Result<Self, ArrowError> {
        let named = |&chosen: &Column| Ok((chosen.name(), column(rows, chosen)?, true));
        let columns = columns.iter().map(named).collect::<Result<Vec<_>, ArrowError>>()?;
        Ok(Self { batch: RecordBatch::try_from_iter_with_nullable(columns)? })
    }
}

#[pymethods]
impl Table {
    #[doc = doc!("Table.column_names")]
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.batch.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batch.schema_ref().as_ref()).map_err(|e| arrow_error(&e))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // Casting is optional in the protocol, and the consumer's to check.
        let _ = requested_schema;
        let array = StructArray::from(self.batch.clone());
        let (array, schema): (FFI_ArrowArray, FFI_ArrowSchema) =
            to_ffi(&array.into_data()).map_err(|e| arrow_error(&e))?;
        let schema = PyCapsule::new_with_value(py, schema, c"arrow_schema")?;
        let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
        PyTuple::new(py, [schema, array])
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }

    #[doc = doc!("Table.to_arrow")]
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("record_batch", (slf,))
    }

    #[doc = doc!("Table.to_pandas")]
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_arrow(slf)?.call_method0("to_pandas")
    }

    #[doc = doc!("Table.to_dicts")]
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = (0..self.batch.num_rows()).map(|at| self.row(py, at));
        PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)
    }

    fn __iter__(slf: Py<Self>) -> TableRows {
        TableRows { table: slf, next: AtomicUsize::new(0) }
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyDict>> {
        let rows = self.batch.num_rows();
        let at = if index < 0 { rows.checked_add_signed(index) } else { usize::try_from(index).ok() };
        match at.filter(|at| *at < rows) {
            Some(at) => self.row(py, at),
            None => Err(pyo3::exceptions::PyIndexError::new_err("row index out of range")),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Table {} rows: {}>", self.batch.num_rows(), self.column_names().join(", "))
    }
}

impl Table {
    fn row<'py>(&self, py: Python<'py>, at: usize) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (field, column) in self.batch.schema_ref().fields().iter().zip(self.batch.columns()) {
            dict.set_item(field.name(), cell(py, column, at)?)?;
        }
        Ok(dict)
    }
}

/// The rows of a table as dicts, made one by one.
#[pyclass(frozen, module = "stillpage")]
#[derive(Debug)]
pub(crate) struct TableRows {
    table: Py<Table>,
    next: AtomicUsize,
}

#[pymethods]
impl TableRows {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let table = self.table.get();
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        (at < table.batch.num_rows()).then(|| table.row(py, at)).transpose()
    }
}

/// A cell as a Python object. Recursion goes as deep as the type.
fn cell<'py>(py: Python<'py>, column: &ArrayRef, at: usize) -> PyResult<Bound<'py, PyAny>> {
    if column.is_null(at) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(at).into_pyobject(py)?.into_any(),
        DataType::Boolean => column.as_boolean().value(at).into_pyobject(py)?.to_owned().into_any(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(at).into_pyobject(py)?.into_any(),
        DataType::UInt32 => column.as_primitive::<UInt32Type>().value(at).into_pyobject(py)?.into_any(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(at).into_pyobject(py)?.into_any(),
        DataType::Float32 => column.as_primitive::<Float32Type>().value(at).into_pyobject(py)?.into_any(),
        DataType::List(_) => {
            let items = column.as_list::<i32>().value(at);
            let items = (0..items.len()).map(|at| cell(py, &items, at));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        DataType::Struct(fields) => {
            let dict = PyDict::new(py);
            for (field, column) in fields.iter().zip(column.as_struct().columns()) {
                dict.set_item(field.name(), cell(py, column, at)?)?;
            }
            dict.into_any()
        }
        other => return Err(PyRuntimeError::new_err(format!("no Python value for {other}"))),
    })
}
