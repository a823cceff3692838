//! `display`, in one keyword or several.
//!
//! <https://drafts.csswg.org/css-display-3/#the-display-properties>

use cssparser::{Parser, match_ignore_ascii_case};

use super::SpecifiedValue;
use super::syntax::{Invalid, Parsed};
use crate::style::computed::{Display, Keyword};

#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Flow,
    FlowRoot,
    Table,
    Flex,
    Grid,
    Ruby,
    Math,
}

pub(super) fn display(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let value = parse(input)?;
    Ok(SpecifiedValue::Keyword(value.index()))
}

fn parse(input: &mut Parser<'_>) -> Parsed<Display> {
    let (mut inline, mut inside, mut list_item, mut count) = (None, None, false, 0);
    while count < 3 {
        let Ok(ident) = input.try_parse(|i| i.expect_ident().cloned()) else { break };
        count += 1;
        let legacy = match_ignore_ascii_case! { &ident,
            "inline-block" => Some(Display::InlineBlock),
            "inline-flex" | "-webkit-inline-flex" => Some(Display::InlineFlex),
            "inline-grid" => Some(Display::InlineGrid),
            "inline-table" => Some(Display::InlineTable),
            "-webkit-flex" => Some(Display::Flex),
            "-webkit-box" => Some(Display::WebkitBox),
            "-webkit-inline-box" => Some(Display::WebkitInlineBox),
            "none" => Some(Display::None),
            "contents" => Some(Display::Contents),
            "table-row-group" => Some(Display::TableRowGroup),
            "table-header-group" => Some(Display::TableHeaderGroup),
            "table-footer-group" => Some(Display::TableFooterGroup),
            "table-row" => Some(Display::TableRow),
            "table-cell" => Some(Display::TableCell),
            "table-column-group" => Some(Display::TableColumnGroup),
            "table-column" => Some(Display::TableColumn),
            "table-caption" => Some(Display::TableCaption),
            "ruby-text" => Some(Display::RubyText),
            _ => None,
        };
        if let Some(display) = legacy {
            return if count == 1 { Ok(display) } else { Err(Invalid) };
        }
        let inner = match_ignore_ascii_case! { &ident,
            "block" if inline.is_none() => {
                inline = Some(false);
                continue;
            },
            "inline" if inline.is_none() => {
                inline = Some(true);
                continue;
            },
            "list-item" if !list_item => {
                list_item = true;
                continue;
            },
            "flow" => Inside::Flow,
            "flow-root" => Inside::FlowRoot,
            "table" => Inside::Table,
            "flex" => Inside::Flex,
            "grid" => Inside::Grid,
            "ruby" => Inside::Ruby,
            "math" => Inside::Math,
            _ => return Err(Invalid),
        };
        if inside.replace(inner).is_some() {
            return Err(Invalid);
        }
    }
    if count == 0 {
        return Err(Invalid);
    }
    if list_item {
        return match (inline.unwrap_or(false), inside.unwrap_or(Inside::Flow)) {
            (false, Inside::Flow) => Ok(Display::ListItem),
            (false, Inside::FlowRoot) => Ok(Display::FlowRootListItem),
            (true, Inside::Flow) => Ok(Display::InlineListItem),
            (true, Inside::FlowRoot) => Ok(Display::InlineBlockListItem),
            _ => Err(Invalid),
        };
    }
    let inside = inside.unwrap_or(Inside::Flow);
    Ok(match (inside, inline.unwrap_or(matches!(inside, Inside::Ruby | Inside::Math))) {
        (Inside::Flow, false) => Display::Block,
        (Inside::Flow, true) => Display::Inline,
        (Inside::FlowRoot, false) => Display::FlowRoot,
        (Inside::FlowRoot, true) => Display::InlineBlock,
        (Inside::Table, false) => Display::Table,
        (Inside::Table, true) => Display::InlineTable,
        (Inside::Flex, false) => Display::Flex,
        (Inside::Flex, true) => Display::InlineFlex,
        (Inside::Grid, false) => Display::Grid,
        (Inside::Grid, true) => Display::InlineGrid,
        (Inside::Ruby, false) => Display::BlockRuby,
        (Inside::Ruby, true) => Display::Ruby,
        (Inside::Math, false) => Display::BlockMath,
        (Inside::Math, true) => Display::Math,
    })
}
