//! Properties: what a declaration may say, and what it does to a [`ComputedStyle`].
//!
//! *In*: declaration text, or a parsed declaration with the style it applies to. *Out*: [`Declaration`]s, computed fields.
//!
//! *Invariants*: shorthands are expanded when they are parsed; values are validated when they are parsed, so applying one
//! never fails; properties that only paint are known by name (for `@supports`) but leave no declaration.

mod copy;
mod table;

use std::sync::Arc;

use cssparser::Parser;

pub use table::{Phase, PropertyId};

use super::computed::{ComputedStyle, Direction, Display, WritingMode};
use crate::device::Device;
use crate::dom::{Atom, Dom, NodeId, Quirks};
use crate::geometry::Size;
use crate::style::Pseudo;

/// What a declaration declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PropertyName {
    /// A longhand.
    Longhand(PropertyId),
    /// A custom property; the name is without its two dashes.
    Custom(Atom),
}

/// `property: value !important`, one longhand or custom property.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    /// The property.
    pub property: PropertyName,
    /// The value.
    pub value: DeclaredValue,
    /// `!important`
    pub important: bool,
}

/// The keywords that every property takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CssWide {
    /// `inherit`
    Inherit,
    /// `initial`
    Initial,
    /// `unset`
    Unset,
    /// `revert`
    Revert,
    /// `revert-layer`
    RevertLayer,
}

/// A declared value.
#[derive(Debug, Clone, PartialEq)]
pub enum DeclaredValue {
    /// A value of the property's own syntax.
    Specified(SpecifiedValue),
    /// A CSS-wide keyword.
    Wide(CssWide),
    /// Token text: every custom property, and whatever holds `var()` or the like.
    WithVariables(Arc<UnparsedValue>),
}

/// Token text of a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnparsedValue {
    /// The property as declared, in lower case: the shorthand, if it was one. Empty for custom properties.
    pub origin: &'static str,
    /// The text, without `!important` and without white space around it.
    pub text: Box<str>,
    /// It has `var()`, `env()`, `attr()` or another function that is substituted; always true but for custom properties.
    pub references: bool,
}

/// A specified value; which variants a property has, is a matter of its parser.
#[derive(Debug, Clone, PartialEq)]
pub enum SpecifiedValue {
    /// Position in the property's keyword enum.
    Keyword(u8),
}

/// How declarations are read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ParseMode {
    /// Quirks mode: lengths without units.
    pub quirks: bool,
    /// An SVG presentation attribute: lengths without units, too.
    pub presentation_attribute: bool,
}

/// Reads a declaration's value, after `name:` up to the end of `input` (which the caller delimits), `!important`
/// included. Appends one declaration a longhand; nothing for properties that only paint.
///
/// # Errors
/// If the property or the value is unknown; `out` is as it was then.
#[allow(clippy::result_unit_err, reason = "what is wrong with a declaration is nobody's business")]
pub fn parse_declaration(
    name: &str,
    input: &mut Parser<'_>,
    mode: &ParseMode,
    out: &mut Vec<Declaration>,
) -> Result<(), ()> {
    let _ = (name, input, mode, out);
    Err(())
}

/// The declarations of a `style` attribute.
#[must_use]
pub fn parse_style_attribute(css: &str, mode: &ParseMode) -> Vec<Declaration> {
    let _ = (css, mode);
    Vec::new()
}

/// Whether `@supports (name: value)` is true: also for properties that only paint.
#[must_use]
pub fn supports_declaration(name: &str, value: &str) -> bool {
    let _ = (name, value);
    false
}

/// Reads the text of a [`DeclaredValue::WithVariables`] once its variables are substituted: the value of `property`, which
/// is `origin` or one of its longhands. `None`: the text is not valid (invalid at computed-value time).
#[must_use]
pub fn reparse_longhand(property: PropertyId, origin: &str, text: &str, mode: &ParseMode) -> Option<DeclaredValue> {
    let _ = (property, origin, text, mode);
    None
}

/// Font measures that units need; CSS px for the style's own used font size.
pub trait FontMetrics {
    /// Height of `x`.
    fn ex(&self, style: &ComputedStyle) -> f32;
    /// Height of capital letters.
    fn cap(&self, style: &ComputedStyle) -> f32;
    /// Advance of `0`.
    fn ch(&self, style: &ComputedStyle) -> f32;
    /// Advance of U+6C34.
    fn ic(&self, style: &ComputedStyle) -> f32;
    /// `line-height: normal`.
    fn normal_line_height(&self, style: &ComputedStyle) -> f32;
}

/// Everything but the style itself that a computed value depends on.
#[derive(Clone, Copy)]
#[allow(missing_debug_implementations, reason = "holds trait objects")]
pub struct ComputeBasis<'a> {
    /// Style of the parent in the flat tree (of the originating element, for a pseudo-element).
    pub parent: &'a ComputedStyle,
    /// [`ComputedStyle::initial`]; made once a document.
    pub initial: &'a ComputedStyle,
    /// The element is the root of its document: `rem` in `font-size` refers to the initial size, else to its own.
    pub is_root: bool,
    /// Used font size of the root element, px.
    pub root_font_size: f32,
    /// Used line height of the root element, px.
    pub root_line_height: f32,
    /// The document's viewport (that of the frame, in frames), px.
    pub viewport: Size,
    /// Content box of the nearest size container in each axis, physical; `None` where there is none.
    pub container: (Option<f32>, Option<f32>),
    /// The device.
    pub device: &'a Device,
    /// Quirks mode.
    pub quirks: Quirks,
    /// Font measures.
    pub fonts: &'a dyn FontMetrics,
    /// The originating element, for `attr()` in `content`.
    pub element: Option<(&'a Dom, NodeId)>,
}

/// Sets a longhand. Logical properties have to be mapped first ([`resolve_logical`]), and phases kept ([`Phase`]).
pub fn apply_declaration(
    style: &mut ComputedStyle,
    property: PropertyId,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) {
    let _ = (style, property, value, basis);
}

/// Sets a longhand to its initial value.
pub fn set_initial(style: &mut ComputedStyle, property: PropertyId, basis: &ComputeBasis<'_>) {
    table::copy(style, property, basis.initial);
}

/// Sets a longhand to the parent's computed value.
pub fn set_inherited(style: &mut ComputedStyle, property: PropertyId, basis: &ComputeBasis<'_>) {
    table::copy(style, property, basis.parent);
}

/// The style of a child before any declaration: inherited properties from the parent, the rest initial.
#[must_use]
pub fn inherit_from(parent: &ComputedStyle, initial: &ComputedStyle) -> ComputedStyle {
    let mut style = initial.clone();
    for property in PropertyId::ALL {
        if property.is_inherited() {
            table::copy(&mut style, *property, parent);
        }
    }
    style.custom = parent.custom.clone();
    style
}

/// The physical property that a logical one means; physical ones are returned as they are.
#[must_use]
pub fn resolve_logical(property: PropertyId, writing_mode: WritingMode, direction: Direction) -> PropertyId {
    let _ = (writing_mode, direction);
    property
}

/// What the last step of computing a style depends on.
#[derive(Debug, Clone, Copy)]
pub struct FinishBasis<'a> {
    /// The document's tree.
    pub dom: &'a Dom,
    /// The element, or the originating one.
    pub node: NodeId,
    /// The pseudo-element.
    pub pseudo: Option<Pseudo>,
    /// Style of the parent in the flat tree.
    pub parent: &'a ComputedStyle,
    /// Style of the box that it is laid out in: the nearest flat-tree ancestor that is not `display: contents`.
    pub layout_parent: &'a ComputedStyle,
    /// The element is the root of its document.
    pub is_root: bool,
    /// It is in the top layer (modal dialog, open popover).
    pub top_layer: bool,
    /// Quirks mode.
    pub quirks: Quirks,
}

/// Computes what depends on several properties: blockification, `overflow` pairs, borders without style, the flags of
/// stacking and containment.
pub fn finish(style: &mut ComputedStyle, basis: &FinishBasis<'_>) {
    let _ = basis;
    style.original_display = style.display;
    let _ = Display::None;
}
