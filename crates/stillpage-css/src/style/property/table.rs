//! Code from the rows of `style::properties`: the names of longhands, their syntax, computing and copying them.

use cssparser::Parser;

use super::copy::*;
use super::longhand::{self, keyword, keyword_or, or_word, positive, positive_length, strict, svg_length, words};
use super::syntax::{
    Parsed, Range, integer, length, number, number_or_percentage, plain_number, quirky_length_percentage,
};
use super::{
    ComputeBasis, ParseMode, SpecifiedValue, align, anchor, apply_boxed, apply_font, border_image, color, color_scheme,
    compute, display, effects, font, generated, grid, paint, paint_image, painted, shape, transform,
};
use crate::style::computed as c;
use crate::style::computed::{ComputedStyle, Effects};

/// The phase in which a longhand is applied: later phases depend on earlier ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// `direction`, `writing-mode`, `zoom`, ...: what logical properties and font sizes depend on.
    Mode,
    /// `font-*`; families go before sizes, as they are numbered.
    Font,
    /// `line-height`, which `lh` depends on.
    LineHeight,
    /// The rest, in any order; logical properties are mapped and compete with the physical ones by cascade order.
    Rest,
}

macro_rules! is_inherited {
    (inherits) => {
        true
    };
    (resets) => {
        false
    };
}

macro_rules! table {
    (($input:ident $mode:ident $style:ident $value:ident $basis:ident)
     $($id:ident $css:literal $inherit:ident $phase:ident
        $(: $word:ident, $words:ident::$first:ident)?
        $(= $syntax:expr
            $(, $logical:ident)?
            $(=>
                $([$(#[$doc:meta])* $field:ident: $type:ty = $initial:expr => $computed:expr])?
                $(in [$($part:tt).+ => $part_computed:expr])?
                $(boxed [$group:ident.$member:ident => $member_computed:expr])?
                $(effect $effect:ident)?
                $(with [$copy:path, $apply:expr])?
            )?
        )?;
     )+) => {
        /// A longhand that stillpage knows; logical ones included.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "each variant is the CSS property that css() prints")]
        pub(crate) enum PropertyId { $($id),+ }

        impl PropertyId {
            /// Every longhand, in the order of [`index`](Self::index).
            pub(crate) const ALL: &'static [Self] = &[$(Self::$id),+];
            /// The number of longhands.
            pub(crate) const COUNT: usize = Self::ALL.len();

            /// The name.
            #[must_use]
            pub(crate) const fn css(self) -> &'static str {
                match self { $(Self::$id => $css),+ }
            }

            /// True if elements inherit it.
            #[must_use]
            pub(crate) const fn is_inherited(self) -> bool {
                match self { $(Self::$id => is_inherited!($inherit)),+ }
            }

            /// Returns the phase in which it is applied.
            #[must_use]
            pub(crate) const fn phase(self) -> Phase {
                match self { $(Self::$id => Phase::$phase),+ }
            }

            /// Returns `true` if [`resolve_logical`](super::resolve_logical) maps it.
            #[must_use]
            pub(crate) const fn is_logical(self) -> bool {
                match self {
                    $($($(Self::$id => { stringify!($logical); true })?)?)+
                    _ => false,
                }
            }
        }

        /// Parses the value of a longhand; CSS-wide keywords, variables and `!important` are the caller's.
        ///
        /// # Errors
        /// If it is invalid; `input` may be anywhere then.
        pub(super) fn parse(
            property: PropertyId,
            $input: &mut Parser<'_>,
            $mode: &ParseMode,
        ) -> Parsed<SpecifiedValue> {
            match property {
                $(PropertyId::$id => { $(keyword::<c::$words>($input))? $($syntax)? })+
            }
        }

        /// Sets a longhand; logical ones and values of another property's type do nothing.
        pub(super) fn apply(
            $style: &mut ComputedStyle,
            property: PropertyId,
            $value: &SpecifiedValue,
            $basis: &ComputeBasis<'_>,
        ) {
            match property {
                $(PropertyId::$id => {
                    $($style.$word = compute::word($value);)?
                    $($(
                        $($style.$field = $computed;)?
                        $($style.$($part).+ = $part_computed;)?
                        $(
                            let computed = $member_computed;
                            apply_boxed::set(&mut $style.$group, |group| &mut group.$member, computed);
                        )?
                        $(apply_boxed::effect($style, Effects::$effect, $value);)?
                        $($apply;)?
                    )?)?
                })+
            }
        }

        /// Copies the fields of every inherited longhand.
        pub(super) fn copy_inherited(style: &mut ComputedStyle, from: &ComputedStyle) {
            $(if is_inherited!($inherit) { copy_fields!(style, from $(, $word)? $($(
                $(, $field)? $(, in $($part).+)? $(, boxed $group.$member)? $(, effect $effect)? $(, with $copy)?
            )?)?) })+
        }

        /// Copies a longhand's fields from another style; nothing for logical ones.
        pub(super) fn copy(style: &mut ComputedStyle, property: PropertyId, from: &ComputedStyle) {
            match property {
                $(PropertyId::$id => copy_fields!(style, from $(, $word)? $($(
                    $(, $field)? $(, in $($part).+)? $(, boxed $group.$member)? $(, effect $effect)? $(, with $copy)?
                )?)?)),+
            }
        }
    };
}

/// Copies what a row sets.
macro_rules! copy_fields {
    ($style:ident, $from:ident) => {{}};
    ($style:ident, $from:ident, in $($part:tt).+) => {{ $style.$($part).+ = $from.$($part).+.clone(); }};
    ($style:ident, $from:ident, boxed $group:ident.$member:ident) => {
        copy_boxed(
            &mut $style.$group,
            $from.$group.as_deref(),
            |group| &mut group.$member,
            |group| group.$member.clone(),
        )
    };
    ($style:ident, $from:ident, effect $effect:ident) => { copy_effects($style, $from, Effects::$effect) };
    ($style:ident, $from:ident, with $copy:path) => { $copy($style, $from) };
    ($style:ident, $from:ident, $field:ident) => {{ $style.$field = $from.$field.clone(); }};
}

impl PropertyId {
    /// A dense number below [`COUNT`](Self::COUNT).
    #[must_use]
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

longhands!(table);
