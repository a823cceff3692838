//! The rules, as data.

/// The impact of a problem, in axe-core's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Impact {
    /// An annoyance.
    Minor,
    /// An obstacle that can be got around.
    Moderate,
    /// Some users cannot do something, or only with difficulty.
    Serious,
    /// Some users cannot do it at all.
    Critical,
}

impl Impact {
    /// The word for it in answers.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Minor => "minor",
            Self::Moderate => "moderate",
            Self::Serious => "serious",
            Self::Critical => "critical",
        }
    }
}

/// A rule of the audit.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// Its id: that of axe-core, where axe-core has the rule.
    pub id: &'static str,
    /// The impact on users of breaking it.
    pub impact: Impact,
    /// The requirement: a sentence without a full stop.
    pub summary: &'static str,
    /// The success criterion of WCAG 2.2; empty for good practice beyond it.
    pub wcag: &'static str,
}

macro_rules! rules {
    ($($constant:ident $id:literal $impact:ident $wcag:literal $summary:literal;)+) => {
        $(pub(super) static $constant: Rule =
            Rule { id: $id, impact: Impact::$impact, summary: $summary, wcag: $wcag };)+

        impl Rule {
            /// Every rule, by id.
            pub const ALL: &[&Self] = &[$(&$constant),+];
        }
    };
}

rules! {
    AREA_ALT "area-alt" Critical "2.4.4" "Areas of image maps have an alternative text";
    ARIA_ALLOWED_ATTR "aria-allowed-attr" Critical "4.1.2" "Elements have the ARIA attributes of their role";
    ARIA_COMMAND_NAME "aria-command-name" Serious "4.1.2" "Elements with the role button, link or menuitem have a name";
    ARIA_DIALOG_NAME "aria-dialog-name" Serious "" "Elements with the role dialog or alertdialog have a name";
    ARIA_HIDDEN_FOCUS "aria-hidden-focus" Serious "4.1.2" "Nothing inside aria-hidden=true can be focused";
    ARIA_INPUT_FIELD_NAME "aria-input-field-name" Serious "4.1.2" "Elements with the role of an input field have a name";
    ARIA_PROGRESSBAR_NAME "aria-progressbar-name" Serious "1.1.1" "Progress bars have a name";
    ARIA_TOGGLE_FIELD_NAME "aria-toggle-field-name" Serious "4.1.2" "Elements with the role of a checkbox, switch or similar have a name";
    BUTTON_NAME "button-name" Critical "4.1.2" "Buttons have a name";
    COLOR_CONTRAST "color-contrast" Serious "1.4.3" "Text stands out from its background: 4.5 to 1, large text 3 to 1";
    CONTROL_COVERED "control-covered" Serious "2.1.1" "Nothing covers a control";
    CONTROL_OFF_PAGE "control-off-page" Moderate "2.4.7" "Controls that take the focus are on the page";
    DIALOG_NAME "dialog-name" Serious "4.1.2" "Open dialog elements have a name";
    DOCUMENT_TITLE "document-title" Serious "2.4.2" "The page has a title";
    DUPLICATE_ID_ARIA "duplicate-id-aria" Critical "4.1.2" "Ids that labels and ARIA attributes refer to are unique";
    EMPTY_TABLE_HEADER "empty-table-header" Minor "" "Headers of tables have text";
    HEADING_ORDER "heading-order" Moderate "" "Heading levels go down one at a time";
    HTML_HAS_LANG "html-has-lang" Serious "3.1.1" "The page names its language";
    IMAGE_ALT "image-alt" Critical "1.1.1" "Images have an alternative text, or an empty one if they are decoration";
    INPUT_BUTTON_NAME "input-button-name" Critical "4.1.2" "Input buttons have a name";
    INPUT_IMAGE_ALT "input-image-alt" Critical "1.1.1" "Image buttons have an alternative text";
    LABEL "label" Critical "4.1.2" "Form fields have a label";
    LABEL_CONTENT_NAME_MISMATCH "label-content-name-mismatch" Serious "2.5.3" "Names have the text that is seen";
    LABEL_FOR "label-for" Moderate "1.3.1" "Labels point to a form field";
    LABEL_TITLE_ONLY "label-title-only" Serious "" "Fields have a label that is seen";
    LANDMARK_NO_DUPLICATE_BANNER "landmark-no-duplicate-banner" Moderate "" "The page has at most one banner landmark";
    LANDMARK_ONE_MAIN "landmark-one-main" Moderate "" "The page has a main landmark";
    LANDMARK_UNIQUE "landmark-unique" Moderate "" "Landmarks of the same role have different names";
    LINK_IN_TEXT_BLOCK "link-in-text-block" Serious "1.4.1" "Links in text stand out from it by more than their colour";
    LINK_NAME "link-name" Serious "2.4.4" "Links have a name";
    LIST "list" Serious "1.3.1" "Lists have list items in them, and nothing else";
    META_VIEWPORT "meta-viewport" Moderate "1.4.4" "Users may zoom in";
    PAGE_HAS_HEADING_ONE "page-has-heading-one" Moderate "" "The page has a heading of level 1";
    REGION "region" Moderate "" "All content is in landmarks";
    ROLE_IMG_ALT "role-img-alt" Serious "1.1.1" "Elements with the role img have an alternative text";
    SCROLLABLE_REGION_FOCUSABLE "scrollable-region-focusable" Serious "2.1.1" "Regions that scroll can be reached with the keyboard";
    SELECT_NAME "select-name" Critical "4.1.2" "Select elements have a name";
    SUMMARY_NAME "summary-name" Serious "4.1.2" "Summaries of details have a name";
    SVG_IMG_ALT "svg-img-alt" Serious "1.1.1" "SVG images have an alternative text";
    TABINDEX "tabindex" Serious "" "No tabindex is above 0";
    TARGET_SIZE "target-size" Serious "2.5.8" "Targets are 24 by 24 CSS pixels, or have as much room around them";
    TEXT_CLIPPED "text-clipped" Moderate "1.4.4" "Text is not cut off";
}
