//! Every property name that Chromium knows, and what stillpage makes of it.

use super::PropertyId;
use super::shorthand::Shorthand;

/// The kind of property that a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// A longhand.
    Longhand(PropertyId),
    /// A shorthand of longhands.
    Shorthand(Shorthand),
    /// A property that only paints (or scrolls, animates, prints): its name.
    Paint(&'static str),
}

impl Named {
    /// The property's own name, for one found by an older name.
    pub(super) const fn css(self) -> &'static str {
        match self {
            Self::Longhand(property) => property.css(),
            Self::Shorthand(shorthand) => shorthand.css(),
            Self::Paint(name) => name,
        }
    }
}

/// Properties that leave no declaration, separated by spaces.
const PAINT: &str = "-webkit-font-smoothing -webkit-locale -webkit-mask-box-image -webkit-mask-box-image-outset \
    -webkit-mask-box-image-repeat -webkit-mask-box-image-slice -webkit-mask-box-image-source \
    -webkit-mask-box-image-width -webkit-mask-position-x -webkit-mask-position-y -webkit-perspective-origin-x \
    -webkit-perspective-origin-y -webkit-rtl-ordering -webkit-tap-highlight-color -webkit-text-combine \
    -webkit-text-decorations-in-effect \
    -webkit-transform-origin-x -webkit-transform-origin-y -webkit-transform-origin-z \
    -webkit-user-drag -webkit-user-modify accent-color alignment-baseline animation animation-composition \
    animation-delay animation-direction animation-duration animation-fill-mode animation-iteration-count \
    animation-name animation-play-state animation-range animation-range-end animation-range-start \
    animation-timeline animation-timing-function animation-trigger app-region background-attachment \
    background-blend-mode background-position-x background-position-y baseline-shift border-shape \
    box-decoration-break buffered-rendering caret-animation caret-color caret-shape color-interpolation \
    color-interpolation-filters color-rendering column-height column-rule column-rule-break \
    column-rule-color column-rule-inset column-rule-inset-cap column-rule-inset-cap-end \
    column-rule-inset-cap-start column-rule-inset-end column-rule-inset-junction column-rule-inset-junction-end \
    column-rule-inset-junction-start column-rule-inset-start column-rule-style column-rule-visibility-items \
    column-rule-width column-wrap corner-block-end-shape corner-block-start-shape corner-bottom-left-shape \
    corner-bottom-right-shape corner-bottom-shape corner-end-end-shape corner-end-start-shape \
    corner-inline-end-shape corner-inline-start-shape corner-left-shape corner-right-shape corner-shape \
    corner-start-end-shape corner-start-start-shape corner-top-left-shape corner-top-right-shape corner-top-shape \
    dynamic-range-limit flex-line-count flood-color flood-opacity \
    font-language-override font-palette font-synthesis font-synthesis-small-caps \
    font-synthesis-style font-synthesis-weight font-variant-alternates font-variant-emoji forced-color-adjust \
    frame-sizing hyphenate-character hyphenate-limit-chars image-orientation image-rendering initial-letter \
    interest-delay interest-delay-end interest-delay-start interpolate-size lighting-color marker marker-end \
    marker-mid marker-start math-depth math-shift math-style object-view-box offset-anchor offset-distance \
    offset-position offset-rotate overflow-anchor overflow-clip-margin overlay overscroll-behavior \
    overscroll-behavior-block overscroll-behavior-inline overscroll-behavior-x overscroll-behavior-y page \
    page-margin-safety page-orientation paint-order position-try-order position-visibility print-color-adjust \
    reading-flow reading-order row-rule row-rule-break row-rule-color row-rule-inset row-rule-inset-cap \
    row-rule-inset-cap-end row-rule-inset-cap-start row-rule-inset-end row-rule-inset-junction \
    row-rule-inset-junction-end row-rule-inset-junction-start row-rule-inset-start row-rule-style \
    row-rule-visibility-items row-rule-width ruby-align ruby-overhang ruby-position rule rule-break rule-color \
    rule-inset rule-inset-cap rule-inset-end rule-inset-junction rule-inset-start rule-overlap rule-style \
    rule-visibility-items rule-width scroll-axis-lock scroll-behavior scroll-initial-target scroll-marker-group \
    scroll-snap-align scroll-snap-stop scroll-snap-type scroll-target-group scroll-timeline scroll-timeline-axis \
    scroll-timeline-name shape-image-threshold shape-rendering size speak \
    text-autospace \
    text-box text-box-edge text-box-trim text-decoration-skip-ink text-decoration-thickness \
    text-emphasis-color text-fit text-justify \
    text-size-adjust text-spacing-trim text-underline-offset text-underline-position timeline-scope \
    timeline-trigger timeline-trigger-activation-range timeline-trigger-activation-range-end \
    timeline-trigger-activation-range-start timeline-trigger-active-range timeline-trigger-active-range-end \
    timeline-trigger-active-range-start timeline-trigger-name timeline-trigger-source touch-action transition \
    transition-behavior transition-delay transition-duration transition-property transition-timing-function \
    trigger-scope user-select vector-effect view-timeline view-timeline-axis view-timeline-inset \
    view-timeline-name view-transition-class view-transition-group view-transition-scope window-drag";

/// Older names, each with what it is an alias of.
const ALIASES: &str = "-webkit-align-content=align-content -webkit-align-items=align-items -webkit-align-self=align-self \
    -webkit-animation=animation -webkit-animation-delay=animation-delay \
    -webkit-animation-direction=animation-direction -webkit-animation-duration=animation-duration \
    -webkit-animation-fill-mode=animation-fill-mode -webkit-animation-iteration-count=animation-iteration-count \
    -webkit-animation-name=animation-name -webkit-animation-play-state=animation-play-state \
    -webkit-animation-timing-function=animation-timing-function -webkit-app-region=app-region \
    -webkit-appearance=appearance -webkit-backface-visibility=backface-visibility \
    -webkit-background-clip=background-clip -webkit-background-origin=background-origin \
    -webkit-background-size=background-size -webkit-border-after=border-block-end \
    -webkit-border-after-color=border-block-end-color -webkit-border-after-style=border-block-end-style \
    -webkit-border-after-width=border-block-end-width -webkit-border-before=border-block-start \
    -webkit-border-before-color=border-block-start-color -webkit-border-before-style=border-block-start-style \
    -webkit-border-before-width=border-block-start-width \
    -webkit-border-bottom-left-radius=border-bottom-left-radius \
    -webkit-border-bottom-right-radius=border-bottom-right-radius -webkit-border-end=border-inline-end \
    -webkit-border-end-color=border-inline-end-color -webkit-border-end-style=border-inline-end-style \
    -webkit-border-end-width=border-inline-end-width -webkit-border-image=border-image \
    -webkit-border-radius=border-radius -webkit-border-start=border-inline-start \
    -webkit-border-start-color=border-inline-start-color -webkit-border-start-style=border-inline-start-style \
    -webkit-border-start-width=border-inline-start-width -webkit-border-top-left-radius=border-top-left-radius \
    -webkit-border-top-right-radius=border-top-right-radius -webkit-box-decoration-break=box-decoration-break \
    -webkit-box-shadow=box-shadow -webkit-box-sizing=box-sizing -webkit-clip-path=clip-path \
    -webkit-column-count=column-count -webkit-column-gap=column-gap -webkit-column-rule=column-rule \
    -webkit-column-rule-color=column-rule-color -webkit-column-rule-style=column-rule-style \
    -webkit-column-rule-width=column-rule-width -webkit-column-span=column-span \
    -webkit-column-width=column-width -webkit-columns=columns -webkit-filter=filter -webkit-flex=flex \
    -webkit-flex-basis=flex-basis -webkit-flex-direction=flex-direction -webkit-flex-flow=flex-flow \
    -webkit-flex-grow=flex-grow -webkit-flex-shrink=flex-shrink -webkit-flex-wrap=flex-wrap \
    -webkit-font-feature-settings=font-feature-settings -webkit-hyphenate-character=hyphenate-character \
    -webkit-justify-content=justify-content -webkit-line-break=line-break -webkit-logical-height=block-size \
    -webkit-logical-width=inline-size -webkit-margin-after=margin-block-end \
    -webkit-margin-before=margin-block-start -webkit-margin-end=margin-inline-end \
    -webkit-margin-start=margin-inline-start -webkit-mask=mask -webkit-mask-clip=mask-clip \
    -webkit-mask-composite=mask-composite -webkit-mask-image=mask-image -webkit-mask-origin=mask-origin \
    -webkit-mask-position=mask-position -webkit-mask-repeat=mask-repeat -webkit-mask-size=mask-size \
    -webkit-max-logical-height=max-block-size -webkit-max-logical-width=max-inline-size \
    -webkit-min-logical-height=min-block-size -webkit-min-logical-width=min-inline-size -webkit-opacity=opacity \
    -webkit-order=order -webkit-padding-after=padding-block-end -webkit-padding-before=padding-block-start \
    -webkit-padding-end=padding-inline-end -webkit-padding-start=padding-inline-start \
    -webkit-perspective=perspective -webkit-perspective-origin=perspective-origin \
    -webkit-print-color-adjust=print-color-adjust -webkit-ruby-position=ruby-position \
    -webkit-shape-image-threshold=shape-image-threshold -webkit-shape-margin=shape-margin \
    -webkit-shape-outside=shape-outside -webkit-text-emphasis=text-emphasis \
    -webkit-text-emphasis-color=text-emphasis-color -webkit-text-emphasis-position=text-emphasis-position \
    -webkit-text-emphasis-style=text-emphasis-style -webkit-text-orientation=text-orientation \
    -webkit-text-size-adjust=text-size-adjust -webkit-transform=transform \
    -webkit-transform-origin=transform-origin -webkit-transform-style=transform-style \
    -webkit-transition=transition -webkit-transition-delay=transition-delay \
    -webkit-transition-duration=transition-duration -webkit-transition-property=transition-property \
    -webkit-transition-timing-function=transition-timing-function -webkit-user-select=user-select \
    -webkit-writing-mode=writing-mode grid-column-gap=column-gap grid-gap=gap grid-row-gap=row-gap \
    word-wrap=overflow-wrap";

/// A slot of the table: 0 is empty, then longhands, shorthands, and offsets into the two lists.
const SLOTS: usize = 2048;
const SHORTHANDS_FROM: u16 = 1 + 512;
const PAINT_FROM: u16 = SHORTHANDS_FROM + 256;
const ALIASES_FROM: u16 = 0x8000;

/// A slot for a name, whatever the case of its letters: from its length and its first and last eight bytes.
#[expect(clippy::cast_possible_truncation, reason = "only as many bits are left as number the slots")]
const fn hash(name: &[u8]) -> usize {
    /// The bit that upper-case letters lack.
    const LOWER: u64 = u64::from_le_bytes([0x20; 8]);
    /// 2^64 by the golden ratio: its products differ most in their upper bits.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let (mut first, mut last) = (0, 0);
    match (name.first_chunk(), name.last_chunk()) {
        (Some(head), Some(tail)) => (first, last) = (u64::from_le_bytes(*head), u64::from_le_bytes(*tail)),
        _ => {
            let mut at = 0;
            while at < name.len() {
                first = first << 8 | name[at] as u64;
                at += 1;
            }
        }
    }
    let mixed = (first | LOWER).wrapping_mul(FACTOR).rotate_left(32) ^ (last | LOWER);
    let slot = (mixed ^ name.len() as u64).wrapping_mul(FACTOR) >> (u64::BITS - SLOTS.ilog2());
    slot as usize
}

const fn insert(table: &mut [u16; SLOTS], name: &[u8], slot: u16) {
    let mut at = hash(name);
    while table[at] != 0 {
        at = (at + 1) % SLOTS;
    }
    table[at] = slot;
}

/// Inserts each word of a list (up to a `=`, if it has one).
const fn insert_words(table: &mut [u16; SLOTS], list: &str, base: u16) {
    let bytes = list.as_bytes();
    let mut from = 0;
    while from < bytes.len() {
        let mut to = from;
        while to < bytes.len() && bytes[to] != b' ' && bytes[to] != b'=' {
            to += 1;
        }
        insert(table, bytes.split_at(to).0.split_at(from).1, base + small(from));
        while to < bytes.len() && bytes[to] != b' ' {
            to += 1;
        }
        from = to + 1;
    }
}

/// Positions in the lists and tables, which have fewer than 2^15 entries.
#[expect(clippy::cast_possible_truncation, reason = "the tables are far smaller, as the test of all names checks")]
const fn small(index: usize) -> u16 {
    index as u16
}

const TABLE: [u16; SLOTS] = {
    let mut table = [0; SLOTS];
    let mut at = 0;
    while at < PropertyId::COUNT {
        insert(&mut table, PropertyId::ALL[at].css().as_bytes(), 1 + small(at));
        at += 1;
    }
    at = 0;
    while at < Shorthand::ALL.len() {
        insert(&mut table, Shorthand::ALL[at].css().as_bytes(), SHORTHANDS_FROM + small(at));
        at += 1;
    }
    insert_words(&mut table, PAINT, PAINT_FROM);
    insert_words(&mut table, ALIASES, ALIASES_FROM);
    table
};

/// The entry of a list at `from` if it begins with a name, ASCII case-insensitively, and what follows the name.
fn entry(list: &'static str, from: usize, name: &str) -> Option<(&'static str, &'static str)> {
    let (entry, rest) = list.get(from..)?.split_at_checked(name.len())?;
    entry.eq_ignore_ascii_case(name).then_some((entry, rest))
}

/// The longhands of a property by its name: those that a shorthand sets, else the property itself.
pub fn longhands_of(name: &str) -> Vec<&str> {
    match lookup(name) {
        Some(Named::Shorthand(shorthand)) => shorthand.longhands().iter().map(|longhand| longhand.css()).collect(),
        Some(named) => vec![named.css()],
        None => vec![name],
    }
}

/// The property of a name, ASCII case-insensitively.
pub(super) fn lookup(name: &str) -> Option<Named> {
    let mut at = hash(name.as_bytes());
    loop {
        let slot = TABLE[at];
        let found = match slot {
            0 => return None,
            1..SHORTHANDS_FROM => Named::Longhand(PropertyId::ALL[usize::from(slot - 1)]),
            SHORTHANDS_FROM..PAINT_FROM => Named::Shorthand(Shorthand::ALL[usize::from(slot - SHORTHANDS_FROM)]),
            PAINT_FROM..ALIASES_FROM => {
                if let Some((paint, rest)) = entry(PAINT, usize::from(slot - PAINT_FROM), name)
                    && matches!(rest.as_bytes().first(), None | Some(b' '))
                {
                    return Some(Named::Paint(paint));
                }
                at = (at + 1) % SLOTS;
                continue;
            }
            ALIASES_FROM.. => {
                if let Some((_, rest)) = entry(ALIASES, usize::from(slot - ALIASES_FROM), name)
                    && let Some(property) = rest.strip_prefix('=')
                {
                    return lookup(property.split(' ').next().unwrap_or(property));
                }
                at = (at + 1) % SLOTS;
                continue;
            }
        };
        // As a rule it is in lower case already.
        if found.css() == name || found.css().eq_ignore_ascii_case(name) {
            return Some(found);
        }
        at = (at + 1) % SLOTS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_table_are_found() {
        for property in PropertyId::ALL {
            assert_eq!(lookup(property.css()), Some(Named::Longhand(*property)), "{}", property.css());
        }
        for shorthand in Shorthand::ALL {
            assert_eq!(lookup(shorthand.css()), Some(Named::Shorthand(*shorthand)), "{}", shorthand.css());
        }
        for name in PAINT.split(' ') {
            assert_eq!(lookup(name), Some(Named::Paint(name)), "{name}");
        }
        for (alias, property) in ALIASES.split(' ').filter_map(|pair| pair.split_once('=')) {
            assert_eq!(lookup(alias), lookup(property), "{alias}");
            assert!(lookup(alias).is_some(), "{alias} is an alias of nothing");
        }
    }

    #[test]
    fn names_ignore_case_and_unknown_ones_are_none() {
        assert_eq!(lookup("WIDTH"), Some(Named::Longhand(PropertyId::Width)));
        assert_eq!(lookup("-WebKit-Flex"), Some(Named::Shorthand(Shorthand::Flex)));
        assert_eq!(lookup("-moz-appearance"), None);
        assert_eq!(lookup(""), None);
    }
}
