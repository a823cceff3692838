//! The space around operators.
//!
//! <https://w3c.github.io/mathml-core/#operator-dictionary>, by its compact form: categories of operators with the same
//! properties.

/// The form of an operator: its position in its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Prefix,
    Infix,
    Postfix,
}

impl Form {
    /// The form of the child number `at` of `count`.
    pub(super) fn at(at: usize, count: usize) -> Self {
        match at {
            0 if count > 1 => Self::Prefix,
            _ if at + 1 == count && count > 1 => Self::Postfix,
            _ => Self::Infix,
        }
    }
}

/// Fences that open, and operators that are written close before what they apply to.
const PREFIX: &str = "!([{|‖⟨⌈⌊+-±¬−∀∃∄∁∂∇√∛∜∠∡∢";
/// Fences that close, and marks behind what they apply to.
const POSTFIX: &str = "!\"%&')]}|‖⟩⌉⌋_`~′″‴°";
/// Large operators: sums, products, integrals.
const LARGE: &str = "∏∐∑∫∬∭∮∯∰∱∲∳⋀⋁⋂⋃⨀⨁⨂";
/// Four eighteenths on both sides: additive operators.
const ADDITIVE: &str = "+-/±÷⁄−∓∔∕∖∧∨∩∪∶∸⊌⊍⊎⊓⊔⊕⊖⊘⊝⊞⊟⊻⊼⊽⋎⋏⋒⋓";
/// Three eighteenths on both sides: multiplicative operators.
const MULTIPLICATIVE: &str = "%*.?@^·×•⁃∗∘∙≀⊗⊙⊚⊛⊠⊡⊺⋄⋅⋆⋇⋉⋊⋋⋌";
/// No space before them, three eighteenths behind: separators.
const SEPARATORS: &str = ",:;";
/// No space at all.
const TIGHT: &str = "\u{2061}\u{2062}\u{2063}\u{2064}\\_";

/// The space before and behind an operator, in eighteenths of an em.
pub(super) fn space(operator: &str, form: Form) -> (u8, u8) {
    let mut characters = operator.chars();
    let (Some(first), None) = (characters.next(), characters.next()) else { return (5, 5) };
    match form {
        Form::Prefix if LARGE.contains(first) => (3, 3),
        Form::Prefix if PREFIX.contains(first) => (0, 0),
        Form::Postfix if POSTFIX.contains(first) => (0, 0),
        _ if ADDITIVE.contains(first) => (4, 4),
        _ if MULTIPLICATIVE.contains(first) => (3, 3),
        _ if SEPARATORS.contains(first) => (0, 3),
        _ if TIGHT.contains(first) => (0, 0),
        // What has no infix form is found by another.
        _ if LARGE.contains(first) => (3, 3),
        _ if first != '|' && first != '‖' && (PREFIX.contains(first) || POSTFIX.contains(first)) => (0, 0),
        _ => (5, 5),
    }
}

/// True for sums, integrals and similar.
pub(super) fn is_large(operator: &str) -> bool {
    let mut characters = operator.chars();
    matches!((characters.next(), characters.next()), (Some(first), None) if LARGE.contains(first))
}

/// True for operators whose limits are beside them within text.
pub(super) fn has_movable_limits(operator: &str) -> bool {
    let mut characters = operator.chars();
    matches!((characters.next(), characters.next()), (Some(first), None) if "∏∐∑⋀⋁⋂⋃⨀⨁⨂".contains(first))
        || matches!(operator, "lim" | "max" | "min")
}
