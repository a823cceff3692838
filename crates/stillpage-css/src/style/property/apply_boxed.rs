//! Computing the groups of properties that few elements have, which a style keeps in boxes: transforms, grid, SVG, shapes.

use super::complex::Complex;
use super::syntax::SpecifiedLength;
use super::to_computed::{complex, keyword, set, units};
use super::{ComputeBasis, PropertyId, SpecifiedValue, copy};
use crate::style::computed::{ComputedStyle, GridStyle, LengthPercentage, SvgStyle, TransformFunction};

pub(super) fn transform(
    style: &mut ComputedStyle,
    property: PropertyId,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) {
    let functions: Vec<TransformFunction> = match complex(value) {
        Some(Complex::Transform(functions)) => {
            let units = units(style, basis);
            let zoom = units.px();
            let compute = |function: &TransformFunction<SpecifiedLength>| {
                let mut function = function.map(&|length| length.compute(&units));
                match &mut function {
                    TransformFunction::Matrix(matrix) => {
                        (matrix.e, matrix.f) = (matrix.e * zoom, matrix.f * zoom);
                    }
                    TransformFunction::Matrix3d(matrix) => matrix[12..15].iter_mut().for_each(|by| *by *= zoom),
                    _ => {}
                }
                function
            };
            functions.iter().map(compute).collect()
        }
        _ => Vec::new(),
    };
    if functions.is_empty() && style.transform.is_none() {
        return;
    }
    let transform = style.transform.get_or_insert_with(Box::default);
    match property {
        PropertyId::Translate => transform.translate = functions.into_iter().next(),
        PropertyId::Rotate => transform.rotate = functions.into_iter().next(),
        PropertyId::Scale => transform.scale = functions.into_iter().next(),
        _ => transform.list = functions,
    }
}

pub(super) fn grid(style: &mut ComputedStyle, property: PropertyId, value: &SpecifiedValue, basis: &ComputeBasis<'_>) {
    use PropertyId as P;
    let units = units(style, basis);
    let lengths = |length: &SpecifiedLength| length.compute_non_negative(&units);
    let mut computed = GridStyle::default();
    match (property, complex(value)) {
        (P::GridTemplateRows, Some(Complex::Tracks(list))) => computed.template_rows = list.map(&lengths),
        (P::GridTemplateColumns, Some(Complex::Tracks(list))) => computed.template_columns = list.map(&lengths),
        (P::GridTemplateAreas, Some(Complex::Areas(areas))) => computed.template_areas = areas.clone(),
        (P::GridAutoRows, Some(Complex::TrackSizes(sizes))) => {
            computed.auto_rows = sizes.iter().map(|s| s.map(&lengths)).collect();
        }
        (P::GridAutoColumns, Some(Complex::TrackSizes(sizes))) => {
            computed.auto_columns = sizes.iter().map(|s| s.map(&lengths)).collect();
        }
        (P::GridAutoFlow, _) => {
            let bits = keyword(value).unwrap_or(0);
            (computed.flow_column, computed.dense) = (bits & 1 != 0, bits & 2 != 0);
        }
        (P::GridRowStart, Some(Complex::Line(line))) => computed.row_start = line.clone(),
        (P::GridRowEnd, Some(Complex::Line(line))) => computed.row_end = line.clone(),
        (P::GridColumnStart, Some(Complex::Line(line))) => computed.column_start = line.clone(),
        (P::GridColumnEnd, Some(Complex::Line(line))) => computed.column_end = line.clone(),
        _ => {}
    }
    copy::grid_field(style, property, computed);
}

pub(super) fn svg(style: &mut ComputedStyle, property: PropertyId, value: &SpecifiedValue, basis: &ComputeBasis<'_>) {
    use PropertyId as P;
    let computed = match value {
        SpecifiedValue::Length(length) => Some(length.compute(&units(style, basis))),
        _ => None,
    };
    let svg = style.svg.get_or_insert_with(|| Box::new(SvgStyle::default()));
    match property {
        P::X => svg.x = computed,
        P::Y => svg.y = computed,
        P::Cx => svg.cx = computed,
        P::Cy => svg.cy = computed,
        P::R => svg.r = computed,
        P::Rx => svg.rx = computed,
        P::Ry => svg.ry = computed,
        P::D => {
            svg.d = match complex(value) {
                Some(Complex::Path(data)) => Some(data.clone()),
                _ => None,
            };
        }
        P::Fill => svg.fill = keyword(value) == Some(1),
        P::Stroke => svg.stroke = keyword(value) == Some(1),
        P::StrokeWidth => svg.stroke_width = computed.unwrap_or(LengthPercentage::px(1.0)),
        P::FillRule => set(&mut svg.fill_rule, value),
        P::StrokeLinecap => set(&mut svg.stroke_linecap, value),
        P::StrokeLinejoin => set(&mut svg.stroke_linejoin, value),
        _ => set(&mut svg.text_anchor, value),
    }
}

pub(super) fn clip_path(style: &mut ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) {
    style.clip_path = match complex(value) {
        Some(Complex::Shape(shape)) => {
            let units = units(style, basis);
            Some(Box::new(shape.map(&|length| length.compute(&units))))
        }
        _ => None,
    };
}

/// `shape-outside`, `shape-margin`
pub(super) fn shape_outside(
    style: &mut ComputedStyle,
    property: PropertyId,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) {
    let units = units(style, basis);
    let margin = match value {
        SpecifiedValue::Length(length) => length.compute_non_negative(&units),
        _ => LengthPercentage::ZERO,
    };
    let shape = match complex(value) {
        Some(Complex::ShapeOutside(shape, reference)) => {
            (Some(*reference), shape.as_ref().map(|shape| shape.map(&|length| length.compute(&units))))
        }
        _ => (None, None),
    };
    if style.shape_outside.is_none() && shape.0.is_none() && margin == LengthPercentage::ZERO {
        return;
    }
    let own = style.shape_outside.get_or_insert_with(Box::default);
    if property == PropertyId::ShapeMargin {
        own.margin = margin;
    } else {
        (own.reference, own.shape) = shape;
    }
}
