//! Budgets: how much of a page is read and computed, and what the page had to go without.
//!
//! *In*: what each stage spends. *Out*: [`Warning`]s that the page keeps and every answer repeats.
//!
//! *Invariants*: every budget whose exhaustion changes what a page looks like is a row of [`Limit`]; real pages (the
//! largest have 200,000 nodes) stay far below each of them; a stage that reaches one records a [`Warning`] and continues
//! without the rest. Bounds that only shorten what is printed, or that a standard sets, stay with their code.

mod warning;

pub use warning::{MissingFiles, Warning, Warnings};

use std::cell::Cell;

/// A budget of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// Nodes of all documents.
    Nodes,
    /// Elements compared by tree construction, per byte of markup.
    ParserSteps,
    /// Bytes of attributes that tree construction copies.
    AttributeBytes,
    /// Bytes of texts and comments, those with room for more included.
    TextBytes,
    /// Distinct names of elements and attributes.
    Names,
    /// Depth of the flat tree.
    FlatDepth,
    /// Frames that show a document.
    Frames,
    /// Depth of frames in frames.
    FrameDepth,
    /// Bytes of the documents in frames.
    FrameBytes,
    /// Style sheets that are loaded.
    StyleSheets,
    /// Bytes of the style sheets that are loaded.
    StyleSheetBytes,
    /// Bytes of the font files that are loaded.
    FontBytes,
    /// Images whose files are opened.
    Images,
    /// Style sheets read by way of `@import`, repetitions included.
    Imports,
    /// Bytes of CSS that are parsed, each repetition of an imported sheet included.
    CssBytes,
    /// Rules of all style sheets, one for each selector.
    Rules,
    /// Simple selectors of all style rules, with `&` replaced.
    SimpleSelectors,
    /// Elements looked at while selectors are matched.
    SelectorSteps,
    /// Bytes of text from `content`, counters and list markers.
    GeneratedText,
    /// Bytes that `var()` and its like insert into values.
    SubstitutedText,
    /// Boxes of all documents.
    Boxes,
    /// Boxes inside each other.
    BoxDepth,
    /// Inline boxes that blocks split, counted once for each block and level, save for the innermost levels.
    SplitInlineBoxes,
    /// Inline boxes that go on from line to line, counted once a line, save for the innermost levels.
    ContinuedInlineBoxes,
    /// Lines, save for the first thousand of each block.
    Lines,
    /// Looks at tracks of grids, and at those that items span.
    GridSteps,
    /// Slots of tables with collapsed borders, counted whenever a table is measured.
    CollapsedSlots,
    /// Points of polygons in `clip-path`, counted for each box.
    ClipPoints,
    /// Rules tried on elements, conditions asked and declarations applied.
    StyleSteps,
    /// Pixels and shapes that a picture of the page is painted with.
    PaintSteps,
    /// Pixels of the images in a picture of the page.
    ImagePixels,
}

impl Limit {
    /// Returns the limit, in [`unit`](Self::unit)s.
    #[must_use]
    pub fn value(self) -> u64 {
        match self {
            // Limit: up to 1.7 KB each with the tables of the later stages (flex and grid items), so that no page takes
            // 1 GB.
            Self::Nodes => 500_000,
            // Limit: see `work_limit` of the parser, which scales it with the size of the page.
            Self::ParserSteps => 64_000_000,
            // Limit: formatting elements are repeated in each block they span, attributes included.
            Self::AttributeBytes => 64_000_000,
            // Limit: places of texts are kept in 32 bits.
            Self::TextBytes => u32::MAX as u64,
            // Limit: the table of names is a hash table of fixed size.
            Self::Names => 1 << 16,
            // Limit: real pages stay far below; slots of nested hosts multiply depths.
            Self::FlatDepth => 600,
            // Limit: Chromium's own limit (`Page::MaxNumberOfFrames`).
            Self::Frames => 1000,
            // Limit: each level of `srcdoc` escapes the one inside it, so that real ones are few.
            Self::FrameDepth => 32,
            // Limit: one `srcdoc` in another is stored again in each level; real ones are some hundred kilobytes.
            Self::FrameBytes => 24 << 20,
            // Limit: real pages link at most some hundred.
            Self::StyleSheets => 2000,
            // Limit: real pages have a few megabytes.
            Self::StyleSheetBytes => 64 << 20,
            // Limit: real pages have at most a few megabytes, whole CJK families included.
            Self::FontBytes => 64 << 20,
            // Limit: each is a file to open.
            Self::Images => 20_000,
            // Limit: a fan of imports doubles with each level; real pages read at most some hundred.
            Self::Imports => 4000,
            // Limit: parsed CSS takes up to 30 times its text in memory, and a second for ten megabytes.
            Self::CssBytes => 16 << 20,
            // Limit: about 400 bytes each; the largest real pages have 50,000.
            Self::Rules => 500_000,
            // Limit: 24 bytes each; nesting multiplies them. The largest real pages have 300,000.
            Self::SimpleSelectors => 8_000_000,
            // Limit: one to two seconds. A real page of 200,000 nodes takes some ten million.
            Self::SelectorSteps => 60_000_000,
            // Limit: layout keeps it several times over; real pages have some hundred kilobytes.
            Self::GeneratedText => 8 << 20,
            // Limit: two seconds, and the memory of what is kept; real pages have some megabytes.
            Self::SubstitutedText => 128 << 20,
            // Limit: list items, generated content and tables make several each, of up to 800 bytes with what layout knows
            // of them.
            Self::Boxes => 600_000,
            // Limit: a document is at most 512 elements deep; frames, shadow trees and anonymous boxes add to that.
            Self::BoxDepth => 1600,
            // Limit: some microseconds each; real pages put a block into two or three inline boxes, if at all.
            Self::SplitInlineBoxes => 200_000,
            // Limit: two microseconds each; real pages do not nest inline boxes that deep.
            Self::ContinuedInlineBoxes => 500_000,
            // Limit: seven microseconds each; real blocks of more than a thousand lines are logs.
            Self::Lines => 400_000,
            // Limit: one to two seconds; real grids have at most some thousand tracks and items.
            Self::GridSteps => 100_000_000,
            // Limit: 16 bytes each; the largest real tables have some hundred thousand and are measured a few times.
            Self::CollapsedSlots => 20_000_000,
            // Limit: eight bytes each; real polygons have up to a hundred.
            Self::ClipPoints => 4_000_000,
            // Limit: two seconds. A real page of 200,000 nodes takes some ten million.
            Self::StyleSteps => 60_000_000,
            // Limit: about a nanosecond each. The window of a real page takes some ten million.
            Self::PaintSteps => 2_500_000_000,
            // Limit: eight bytes each while they are decoded; the window of a real page has some million.
            Self::ImagePixels => 40_000_000,
        }
    }

    /// Returns the unit that is counted, in the plural.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::ParserSteps => "steps of tree construction",
            Self::AttributeBytes => "bytes of copied attributes",
            Self::TextBytes => "bytes of texts",
            Self::Names => "names of elements and attributes",
            Self::FlatDepth => "levels of slots",
            Self::Frames => "frames",
            Self::FrameDepth => "levels of frames",
            Self::FrameBytes => "bytes of frame documents",
            Self::StyleSheets => "style sheets",
            Self::StyleSheetBytes => "bytes of style sheets",
            Self::FontBytes => "bytes of font files",
            Self::Images => "image files",
            Self::Imports => "imported style sheets",
            Self::CssBytes => "bytes of parsed CSS",
            Self::Rules => "style rules",
            Self::SimpleSelectors => "simple selectors",
            Self::SelectorSteps => "steps of selector matching",
            Self::GeneratedText => "bytes of generated text",
            Self::SubstitutedText => "bytes substituted for var()",
            Self::Boxes => "boxes",
            Self::BoxDepth => "levels of boxes",
            Self::SplitInlineBoxes => "inline boxes split by blocks",
            Self::ContinuedInlineBoxes => "inline boxes continued on further lines",
            Self::Lines => "lines of long blocks",
            Self::GridSteps => "steps of grid layout",
            Self::CollapsedSlots => "slots of tables with collapsed borders",
            Self::ClipPoints => "points of polygons",
            Self::StyleSteps => "steps of styling",
            Self::PaintSteps => "steps of painting",
            Self::ImagePixels => "pixels of images",
        }
    }

    /// Returns the consequence for a page that reaches the limit.
    #[must_use]
    pub fn consequence(self) -> &'static str {
        match self {
            Self::Nodes | Self::ParserSteps | Self::AttributeBytes | Self::Names => {
                "the rest of the page is not parsed"
            }
            Self::TextBytes => "the remaining texts are left out",
            Self::FlatDepth => "deeper shadow trees and slotted nodes are not rendered",
            Self::Frames | Self::FrameDepth | Self::FrameBytes => "the remaining frames stay empty",
            Self::StyleSheets | Self::StyleSheetBytes => "the remaining style sheets are not loaded",
            Self::FontBytes => "text in the remaining fonts is measured in the next font of its list",
            Self::Images => "the sizes of the remaining images are unknown",
            Self::Imports => "the remaining imports are not applied",
            Self::CssBytes | Self::Rules | Self::SimpleSelectors => "the remaining style rules are not applied",
            Self::SelectorSteps => "the most expensive style rules are not applied everywhere",
            Self::GeneratedText => "later generated content and list markers are left out",
            Self::SubstitutedText => "later declarations with var() are invalid",
            Self::Boxes => "the remaining elements have no boxes",
            Self::BoxDepth => "the contents of deeper boxes are not laid out",
            Self::SplitInlineBoxes | Self::ContinuedInlineBoxes => {
                "only the innermost of deeply nested inline boxes continue after a block or on the next line"
            }
            Self::Lines => "the remaining lines of long blocks are not laid out",
            Self::GridSteps => "the largest of the remaining grids are laid out as a single column",
            Self::CollapsedSlots => "the borders of the largest of the remaining tables are laid out as if separate",
            Self::ClipPoints => "the remaining polygons neither clip nor keep lines away",
            Self::StyleSteps => "the remaining elements are styled without the rules of the page",
            Self::PaintSteps => "the rest of the picture is not painted",
            Self::ImagePixels => "the largest of the remaining images are not painted",
        }
    }
}

/// Counts what a stage spends against a limit.
#[derive(Debug)]
pub struct Budget {
    limit: Limit,
    allowed: u64,
    spent: Cell<u64>,
}

impl Budget {
    pub fn new(limit: Limit) -> Self {
        Self::of(limit, limit.value())
    }

    /// A limit with another value.
    pub fn of(limit: Limit, allowed: u64) -> Self {
        Self { limit, allowed, spent: Cell::new(0) }
    }

    /// Returns the size of the whole budget.
    pub fn allowed(&self) -> u64 {
        self.allowed
    }

    /// Spends `amount`; false if that is more than there is.
    pub fn spend(&self, amount: u64) -> bool {
        self.spent.set(self.spent.get().saturating_add(amount));
        !self.is_exceeded()
    }

    /// Spends `amount` if there is as much; false, and nothing spent, if not.
    pub fn take(&self, amount: u64) -> bool {
        let spent = self.spent.get().saturating_add(amount);
        let may = spent <= self.allowed;
        if may {
            self.spent.set(spent);
        }
        may
    }

    /// Spends the length of a text.
    pub fn spend_bytes(&self, text: &str) -> bool {
        self.spend(text.len() as u64)
    }

    /// Returns the amount spent so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    pub fn is_exceeded(&self) -> bool {
        self.spent.get() > self.allowed
    }

    /// Records the limit if it was exceeded.
    pub fn report(&self, warnings: &mut Warnings) {
        if self.is_exceeded() {
            warnings.limit(self.limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_name_the_limit_and_what_is_missing() {
        let mut warnings = Warnings::default();
        let budget = Budget::new(Limit::Imports);
        assert!(budget.spend(4000), "all of it may be spent");
        budget.report(&mut warnings);
        assert!(warnings.is_empty(), "not exceeded");
        assert!(!budget.spend(1), "no more");
        budget.report(&mut warnings);
        budget.report(&mut warnings);
        let lines: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["limit of 4000 imported style sheets reached: the remaining imports are not applied"]);
    }

    #[test]
    fn missing_files_are_counted_and_named() {
        let urls = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<String>>();
        let files = MissingFiles {
            style_sheets: urls(&["style.css"]),
            images: urls(&["a.png", "b.png", "c.png", "d.png", "e.png"]),
            frames: urls(&["ad\u{1b}[31m.html", "b.html"]),
        };
        assert_eq!(
            files.to_string(),
            "1 style sheet (style.css), 5 images that the layout depends on (a.png, b.png, c.png and 2 more), 2 frames \
             (ad\\u{1b}[31m.html, b.html)"
        );
        assert!(MissingFiles::default().is_empty());
    }

    #[test]
    fn warnings_escape_what_a_page_says() {
        let warning = Warning::Unreadable { url: "a\nok".into(), reason: "No such file or directory".into() };
        assert_eq!(warning.to_string(), "cannot read \"a\\nok\": No such file or directory");
    }
}
