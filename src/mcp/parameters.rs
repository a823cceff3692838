//! The parameters of Playwright MCP's tools.

use std::collections::BTreeMap;
use std::num::NonZero;

use serde_json::Value;

use crate::activation::Button;
use crate::device::ColorScheme;
use crate::tool::{Argument, ArgumentKind, ArgumentValue, Arguments, Surface, TypedArguments, arguments, choice};

const ELEMENT: Argument = Argument::option("element", "What the element is, in words, for people who watch the calls");
const TARGET: Argument = Argument::option(
    "target",
    "The element: its ref of a snapshot (e12), the safest; or a selector or locator that matches it alone",
);
const FILENAME: Argument = Argument::option(
    "filename",
    "Write the answer to this file instead, if the server has a folder for files (--output-dir)",
);
const BUTTON: Argument =
    Argument::option("button", "Mouse button; left if not given").in_order(&["left", "right", "middle"]);
const X: Argument = Argument::option("x", "CSS px from the left of the window");
const Y: Argument = Argument::option("y", "CSS px from the top of the window");

/// Declares the words of the choices.
macro_rules! choices {
    ($($(#[$meta:meta])* $name:ident { $($variant:ident = $word:literal,)* })*) => {
        $(choice! {
            $(#[$meta])*
            pub(super) enum $name {
                $($variant = $word,)*
            }
        })*
    };
}

choices! {
    /// Keys that are held.
    Modifier { Alt = "Alt", Control = "Control", ControlOrMeta = "ControlOrMeta", Meta = "Meta", Shift = "Shift", }
    /// The severity of a message.
    MessageLevel { Error = "error", Warning = "warning", Info = "info", Debug = "debug", }
    /// `prefers-reduced-motion`.
    ReducedMotion { Reduce = "reduce", NoPreference = "no-preference", }
    /// `forced-colors`.
    ForcedColors { Active = "active", None = "none", }
    /// `prefers-contrast`.
    Contrast { More = "more", NoPreference = "no-preference", }
    /// The media type.
    Media { Screen = "screen", Print = "print", }
    /// A part of a request.
    RequestPart {
        RequestHeaders = "request-headers",
        RequestBody = "request-body",
        ResponseHeaders = "response-headers",
        ResponseBody = "response-body",
    }
    /// The format of a picture.
    ImageType { Png = "png", Jpeg = "jpeg", Webp = "webp", }
    /// The pixels of a picture.
    PictureScale { Css = "css", Device = "device", }
    /// The actions on tabs.
    TabAction { List = "list", New = "new", Close = "close", Select = "select", }
    /// The kind of a field.
    FieldType { Textbox = "textbox", Checkbox = "checkbox", Radio = "radio", Combobox = "combobox", Slider = "slider", }
}

arguments! {
    /// A field of a form.
    pub(super) struct FormField {
        element: Option<String> = ELEMENT,
        target: String = TARGET,
        name: String = Argument::option("name", "What the field is called"),
        kind: FieldType = Argument::option("type", "What kind of field it is"),
        value: String = Argument::option(
            "value",
            "The text; true or false for a checkbox; the text of an option for a combobox",
        ),
    }
}

impl ArgumentValue for FormField {
    const KIND: ArgumentKind = ArgumentKind::Objects(Self::ARGUMENTS);

    fn read(value: Option<&Value>) -> Self {
        let fields = value.and_then(Value::as_object).cloned().unwrap_or_default();
        <Self as TypedArguments>::read(&Arguments::checked(Surface::Server, fields))
    }
}

arguments! {
    /// The parameters of `browser_resize`.
    pub(super) struct ResizeParameters {
        width: f64 = Argument::option("width", "Width of the window, CSS px"),
        height: f64 = Argument::option("height", "Height of the window, CSS px"),
    }
}

arguments! {
    /// The parameters of `browser_console_messages`.
    pub(super) struct ConsoleMessagesParameters {
        level: Option<MessageLevel> = Argument::option("level", "The least severe level; info by default"),
        all: bool = Argument::option("all", "Also those of the pages before"),
        filename: Option<String> = FILENAME,
    }
}

arguments! {
    /// The parameters of `browser_handle_dialog`.
    pub(super) struct HandleDialogParameters {
        accept: bool = Argument::option("accept", "Whether to accept it").required(),
        prompt_text: Option<String> = Argument::option("promptText", "The answer to a prompt"),
    }
}

arguments! {
    /// The parameters of `browser_emulate_media`.
    pub(super) struct EmulateMediaParameters {
        color_scheme: Option<ColorScheme> = Argument::option("colorScheme", "prefers-color-scheme").or_null(),
        reduced_motion: Option<ReducedMotion> = Argument::option("reducedMotion", "prefers-reduced-motion").or_null(),
        forced_colors: Option<ForcedColors> = Argument::option("forcedColors", "forced-colors; unsupported offline")
            .or_null(),
        contrast: Option<Contrast> = Argument::option("contrast", "prefers-contrast; unsupported offline").or_null(),
        media: Option<Media> = Argument::option("media", "The media type; unsupported offline").or_null(),
    }
}

arguments! {
    /// The parameters of `browser_evaluate`.
    pub(super) struct EvaluateParameters {
        element: Option<String> = ELEMENT,
        target: Option<String> = TARGET,
        function: String = Argument::option("function", "The function"),
        filename: Option<String> = FILENAME,
    }
}

arguments! {
    /// The parameters of `browser_file_upload`.
    pub(super) struct FileUploadParameters {
        paths: Vec<String> = Argument::option("paths", "The files"),
    }
}

arguments! {
    /// The parameters of `browser_drop`.
    pub(super) struct DropParameters {
        element: Option<String> = ELEMENT,
        target: String = TARGET,
        paths: Vec<String> = Argument::option("paths", "The files"),
        data: Option<BTreeMap<String, String>> = Argument::option("data", "Texts by MIME type"),
    }
}

arguments! {
    /// The parameters of `browser_find`.
    pub(super) struct FindParameters {
        text: Option<String> = Argument::option("text", "A text, in any case. Either this or regex"),
        regex: Option<String> = Argument::option(
            "regex",
            "A regular expression, /error/i for any case. Either this or text",
        ),
        max_results: Option<f64> = Argument::option("maxResults", "The most matches to show; all without it"),
        filename: Option<String> = FILENAME,
    }
}

arguments! {
    /// The parameters of `browser_fill_form`.
    pub(super) struct FillFormParameters {
        fields: Vec<FormField> = Argument::option("fields", "The fields").required(),
    }
}

arguments! {
    /// The parameters of `browser_press_key`.
    pub(super) struct PressKeyParameters {
        key: String = Argument::option("key", "The key, as in Enter, ArrowLeft, Shift+Tab or a"),
    }
}

arguments! {
    /// The parameters of `browser_type`.
    pub(super) struct TypeParameters {
        element: Option<String> = ELEMENT,
        target: String = TARGET,
        text: String = Argument::option("text", "The text"),
        submit: bool = Argument::option("submit", "Press Enter afterwards"),
        slowly: bool = Argument::option("slowly", "A key for each character"),
    }
}

arguments! {
    /// The parameters of `browser_navigate`.
    pub(super) struct NavigateParameters {
        url: String = Argument::option("url", "The page"),
    }
}

arguments! {
    /// The parameters of `browser_network_requests`.
    pub(super) struct NetworkRequestsParameters {
        is_static: bool = Argument::option("static", "Not used: resources are read from files"),
        filter: Option<String> = Argument::option("filter", "Not used"),
        all: bool = Argument::option("all", "Not used: those of the last step are listed"),
        filename: Option<String> = FILENAME,
    }
}

arguments! {
    /// The parameters of `browser_network_request`.
    pub(super) struct NetworkRequestParameters {
        index: NonZero<usize> = Argument::option("index", "Its number"),
        part: Option<RequestPart> = Argument::option("part", "Not used: requests have one part"),
        filename: Option<String> = FILENAME,
    }
}

arguments! {
    /// The parameters of `browser_run_code_unsafe`.
    pub(super) struct RunCodeUnsafeParameters {
        code: Option<String> = Argument::option("code", "The code"),
        filename: Option<String> = FILENAME,
    }
}

arguments! {
    /// The parameters of `browser_take_screenshot`.
    pub(super) struct TakeScreenshotParameters {
        element: Option<String> = ELEMENT,
        target: Option<String> = TARGET,
        kind: Option<ImageType> = Argument::option("type", "Leave it out, or png"),
        filename: Option<String> = FILENAME,
        full_page: bool = Argument::option("fullPage", "All of the page instead of the window"),
        scale: Option<PictureScale> = Argument::option("scale", "css: one pixel per CSS pixel, as without it; device: as many as the device has"),
    }
}

arguments! {
    /// The parameters of `browser_snapshot`.
    pub(super) struct SnapshotParameters {
        target: Option<String> = Argument::option(
            "target",
            "Show only this element: a ref or a selector. Other refs stay valid",
        ),
        filename: Option<String> = FILENAME,
        depth: Option<f64> = Argument::option("depth", "Leave out what is deeper than this many levels"),
        boxes: bool = Argument::option("boxes", "Add the box of each element, [box=x,y,width,height]"),
    }
}

arguments! {
    /// The parameters of `browser_click`.
    pub(super) struct ClickParameters {
        element: Option<String> = ELEMENT,
        target: String = TARGET,
        double_click: bool = Argument::option("doubleClick", "Click twice"),
        button: Option<Button> = BUTTON,
        modifiers: Vec<Modifier> = Argument::option("modifiers", "Keys that are held"),
    }
}

arguments! {
    /// The parameters of `browser_drag`.
    pub(super) struct DragParameters {
        start_element: Option<String> = Argument::option("startElement", "A description of the dragged element"),
        start_target: String = Argument::option("startTarget", "The dragged element: a ref or a selector"),
        end_element: Option<String> = Argument::option("endElement", "A description of the target"),
        end_target: String = Argument::option("endTarget", "The target: a ref or a selector"),
    }
}

arguments! {
    /// The parameters of `browser_hover`.
    pub(super) struct HoverParameters {
        element: Option<String> = ELEMENT,
        target: String = TARGET,
    }
}

arguments! {
    /// The parameters of `browser_select_option`.
    pub(super) struct SelectOptionParameters {
        element: Option<String> = ELEMENT,
        target: String = TARGET,
        values: Vec<String> = Argument::option("values", "The labels or values").required(),
    }
}

arguments! {
    /// The parameters of `browser_tabs`.
    pub(super) struct TabsParameters {
        action: TabAction = Argument::option("action", "What to do"),
        index: Option<f64> = Argument::option("index", "The tab, from 0; for close the one in front if not given"),
        url: Option<String> = Argument::option("url", "The page to open in a new tab"),
        isolated_context: Option<String> = Argument::option(
            "isolatedContext",
            "For new: the name of a browser context of its own; saved pages keep no cookies, so it is a name for the tab",
        ),
    }
}

arguments! {
    /// The parameters of `browser_wait_for`.
    pub(super) struct WaitForParameters {
        time: Option<f64> = Argument::option("time", "Seconds"),
        text: Option<String> = Argument::option("text", "A text that has to be there"),
        text_gone: Option<String> = Argument::option("textGone", "A text that must not be there"),
    }
}

arguments! {
    /// The parameters of `browser_verify_element_visible`.
    pub(super) struct VerifyElementVisibleParameters {
        role: String = Argument::option("role", "Its role, as snapshots have it"),
        accessible_name: String = Argument::option("accessibleName", "Its name, as snapshots have it"),
    }
}

arguments! {
    /// The parameters of `browser_verify_text_visible`.
    pub(super) struct VerifyTextVisibleParameters {
        text: String = Argument::option("text", "The text"),
    }
}

arguments! {
    /// The parameters of `browser_verify_list_visible`.
    pub(super) struct VerifyListVisibleParameters {
        element: String = ELEMENT,
        target: String = TARGET,
        items: Vec<String> = Argument::option("items", "The items").required(),
    }
}

arguments! {
    /// The parameters of `browser_verify_value`.
    pub(super) struct VerifyValueParameters {
        kind: FieldType = Argument::option("type", "What kind of field it is"),
        element: String = ELEMENT,
        target: String = TARGET,
        value: String = Argument::option("value", "The expected value"),
    }
}

arguments! {
    /// The parameters of `browser_mouse_click_xy`.
    pub(super) struct MouseClickXyParameters {
        x: f64 = X,
        y: f64 = Y,
        button: Option<Button> = BUTTON,
        click_count: Option<f64> = Argument::option("clickCount", "Number of clicks; default 1"),
        delay: Option<f64> = Argument::option("delay", "Not used: nothing waits"),
    }
}

arguments! {
    /// The parameters of `browser_mouse_move_xy`.
    pub(super) struct MouseMoveXyParameters {
        x: f64 = X,
        y: f64 = Y,
    }
}

arguments! {
    /// The parameters of `browser_mouse_wheel`.
    pub(super) struct MouseWheelParameters {
        delta_x: f64 = Argument::option("deltaX", "To the right, CSS px"),
        delta_y: f64 = Argument::option("deltaY", "Down, CSS px"),
    }
}
