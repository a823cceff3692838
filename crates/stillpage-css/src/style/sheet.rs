//! Style sheets: text to rules.
//!
//! Conditions that cannot change (`@media`, `@supports`, `@import`) are answered while parsing; what they exclude is never
//! read. <https://drafts.csswg.org/css-syntax-3/>, <https://drafts.csswg.org/css-nesting-1/>

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, Parser, ParserState, QualifiedRuleParser,
    RuleBodyItemParser, RuleBodyParser, StyleSheetParser, Token, match_ignore_ascii_case,
};
use url::Url;

use super::condition::Fail;
use super::container::ContainerCondition;
use super::descriptor::{Descriptors, rest};
use super::font_face::face_rule;
use super::places::{GroupKind, RulePlaces};
use super::position_try;
use super::property::{Declaration, ParseMode, has_images, parse_declaration, resolve_images};
use super::prune::LackedNames;
use super::rules::{Block, NONE, Rule, RuleSet, ScopeRule, UNLAYERED};
use super::sheet_parts::{Prelude, SheetParseOptions, layer_name};
use super::supports::{supports, supports_import};
use super::variable::Registration;
use crate::dom::{Atom, Namespace, NodeId, Quirks};
use crate::selector::{Namespaces, Nesting, StyleSelectorList, may_have_host_context};

/// Limit: sheets that import sheets that import ...; each is read on the stack of the one around it.
const MAX_IMPORT_DEPTH: usize = 16;
/// Limit: addresses of missing sheets that are kept.
const MAX_MISSING: usize = 1000;

/// Reads style sheets into a [`RuleSet`].
pub(super) struct SheetReader<'a> {
    pub(super) rules: &'a mut RuleSet,
    pub(super) blocks: &'a mut Vec<Block>,
    /// The addresses of sheets that are imported and that were not found.
    pub(super) missing_imports: &'a mut Vec<Box<str>>,
    pub(super) with: &'a SheetParseOptions<'a>,
    /// The base of the sheet's URLs.
    pub(super) base: Option<Url>,
    /// The element that the sheet belongs to: its parent is the scope of `@scope` without roots.
    pub(super) owner: Option<NodeId>,
    /// The addresses of the sheet and of those that import it.
    pub(super) chain: Vec<Url>,
    /// Gets the names that the rules lack which are left out.
    pub(super) lacked: &'a mut LackedNames,
    /// Gets where each rule stands, if someone asked.
    pub(super) places: Option<&'a mut RulePlaces>,
}

impl SheetReader<'_> {
    /// Adds the rules of a sheet.
    pub(super) fn read(&mut self, css: &str) {
        self.read_in(css, UNLAYERED);
    }

    /// Makes the addresses of images absolute in a sheet that is elsewhere than the page.
    fn resolve_images(&self, declarations: &mut [Declaration]) {
        if !declarations.iter().any(has_images) || self.base.as_ref() == self.with.page {
            return;
        }
        let Some(base) = self.base.clone().map(Arc::new) else { return };
        declarations.iter_mut().filter(|own| has_images(own)).for_each(|own| resolve_images(own, &base));
    }

    /// Remembers a sheet that is imported and was not found.
    fn miss(&mut self, url: String) {
        let url = url.into_boxed_str();
        if self.missing_imports.len() < MAX_MISSING && !url.is_empty() && !self.missing_imports.contains(&url) {
            self.missing_imports.push(url);
        }
    }

    fn read_in(&mut self, css: &str, layer: u32) {
        if !self.with.budgets.css_bytes.spend_bytes(css) {
            return;
        }
        let SheetParseOptions { quirks, user_agent, names, .. } = *self.with;
        let css = names.map_or(Cow::Borrowed(css), |names| names.prune(css, &self.with.medium, self.lacked));
        let place = self.places.as_deref_mut().map(|places| places.enter_sheet(&css));
        let mode = ParseMode { quirks: quirks == Quirks::Quirks, user_agent, ..ParseMode::default() };
        let mut parser = BlockParser {
            reader: self,
            mode,
            layer,
            container: NONE,
            scope: NONE,
            nesting: Nesting::Top,
            selectors: None,
            declarations: Vec::new(),
            namespaces: Namespaces::default(),
            imports_allowed: true,
            namespaces_allowed: true,
            has_host_context: may_have_host_context(&css),
            prelude: (GroupKind::Media, 0..0),
        };
        let mut input = Parser::new(&css);
        for item in StyleSheetParser::new(&mut input, &mut parser) {
            // Bad rules are skipped.
            let _ = item;
        }
        if let Some((places, outer)) = self.places.as_deref_mut().zip(place) {
            places.leave_sheet(outer);
        }
    }
}

/// The parser of a block of rules: of the sheet, or nested in another rule.
struct BlockParser<'r, 'a> {
    reader: &'r mut SheetReader<'a>,
    mode: ParseMode,
    layer: u32,
    container: u32,
    scope: u32,
    nesting: Nesting,
    /// The selectors that the declarations apply to; `None` outside of style rules.
    selectors: Option<StyleSelectorList>,
    /// Declarations since the style rule's start, or since its last nested rule.
    declarations: Vec<Declaration>,
    namespaces: Namespaces,
    imports_allowed: bool,
    namespaces_allowed: bool,
    /// Some selector may have to be rewritten before it is parsed.
    has_host_context: bool,
    /// The prelude that was read last: its kind if it is that of an at-rule, and its place in the sheet.
    prelude: (GroupKind, Range<usize>),
}

impl<'i> BlockParser<'_, '_> {
    /// Makes a rule of the declarations so far.
    fn flush(&mut self) {
        let place = self.reader.places.as_deref_mut().and_then(RulePlaces::flush);
        if self.declarations.is_empty() && place.is_none() {
            return;
        }
        let Some(selectors) = self.selectors.clone() else {
            self.declarations.clear();
            return;
        };
        let block = u32::try_from(self.reader.blocks.len()).unwrap_or(u32::MAX);
        self.reader.resolve_images(&mut self.declarations);
        self.reader.blocks.push(Block::new(self.declarations.drain(..).collect()));
        for (number, selector) in selectors.numbered() {
            if !self.reader.with.budgets.rules.spend(1) {
                return;
            }
            let order = u32::try_from(self.reader.rules.rules.len()).unwrap_or(u32::MAX);
            let specificity = selector.specificity();
            if let Some((places, rule)) = self.reader.places.as_deref_mut().zip(place) {
                places.bind(block, rule, number, order);
            }
            let (layer, container, scope) = (self.layer, self.container, self.scope);
            self.reader.rules.rules.push(Rule { selector, specificity, block, layer, container, scope, order });
        }
    }

    /// Reads the block of a style rule or of a group rule.
    fn body(&mut self, input: &mut Parser<'i>) {
        for item in RuleBodyParser::new(input, self) {
            let _ = item;
        }
        self.flush();
    }

    fn style_rule(&mut self, selectors: StyleSelectorList, prelude: Range<usize>, input: &mut Parser<'i>) {
        if !self.reader.with.budgets.simple_selectors.spend(selectors.weight()) {
            return;
        }
        let nesting = std::mem::replace(&mut self.nesting, Nesting::Rule(selectors.clone()));
        let outer = self.selectors.replace(selectors);
        if let Some(places) = self.reader.places.as_deref_mut() {
            places.open_rule(prelude, input.position().byte_index());
        }
        self.body(input);
        if let Some(places) = self.reader.places.as_deref_mut() {
            places.close(input.position().byte_index());
        }
        self.nesting = nesting;
        self.selectors = outer;
    }

    /// Remembers where a declaration stands whose value has just been read.
    fn place_declaration(
        &mut self,
        name: &str,
        (start, value): (&ParserState, &ParserState),
        sets: usize,
        is_valid: bool,
        input: &Parser<'i>,
    ) {
        if let Some(places) = self.reader.places.as_deref_mut() {
            let (start, end) = (start.position().byte_index(), input.position().byte_index());
            places.add_declaration(name, start..end, value.position().byte_index(), &self.declarations, sets, is_valid);
        }
    }
}

impl<'i> QualifiedRuleParser<'i> for BlockParser<'_, '_> {
    type Prelude = StyleSelectorList;
    type QualifiedRule = ();
    type Error = ();

    fn parse_prelude(&mut self, input: &mut Parser<'i>) -> Result<StyleSelectorList, Fail> {
        (self.imports_allowed, self.namespaces_allowed) = (false, false);
        let start = input.position().byte_index();
        let selectors = if self.has_host_context {
            StyleSelectorList::parse(rest(input), &self.nesting, &self.namespaces)
        } else {
            StyleSelectorList::parse_prelude(input, &self.nesting, &self.namespaces)
        };
        self.prelude.1 = start..input.position().byte_index();
        selectors.ok_or_else(ParseError::unexpected_token)
    }

    fn parse_block(
        &mut self,
        selectors: StyleSelectorList,
        _: &ParserState,
        input: &mut Parser<'i>,
    ) -> Result<(), Fail> {
        let prelude = self.prelude.1.clone();
        self.flush();
        self.style_rule(selectors, prelude, input);
        Ok(())
    }
}

impl<'i> DeclarationParser<'i> for BlockParser<'_, '_> {
    type Declaration = ();
    type Error = ();

    fn parse_value(&mut self, name: CowRcStr<'i>, input: &mut Parser<'i>, first: &ParserState) -> Result<(), Fail> {
        let start = input.state();
        let sets = self.declarations.len();
        if parse_declaration(&name, input, &self.mode, &mut self.declarations).is_ok() {
            self.place_declaration(&name, (first, &start), sets, true, input);
            return Ok(());
        }
        // `a:hover { ... }` begins as a declaration does, and is read again as a rule.
        input.reset(&start);
        while let Ok(token) = input.next() {
            if *token == Token::CurlyBracketBlock {
                return Err(ParseError::unexpected_token());
            }
        }
        self.place_declaration(&name, (first, &start), sets, false, input);
        Ok(())
    }
}

impl<'i> RuleBodyItemParser<'i, (), ()> for BlockParser<'_, '_> {
    fn parse_declarations(&self) -> bool {
        self.selectors.is_some()
    }

    fn parse_qualified(&self) -> bool {
        true
    }
}

impl<'i> AtRuleParser<'i> for BlockParser<'_, '_> {
    type Prelude = Prelude<'i>;
    type AtRule = ();
    type Error = ();

    fn parse_prelude(&mut self, name: CowRcStr<'i>, input: &mut Parser<'i>) -> Result<Prelude<'i>, Fail> {
        let mut start = input.position().byte_index();
        let kind = GroupKind::of(&name);
        let prelude = match_ignore_ascii_case! { &name,
            "media" => Prelude::If(self.reader.with.medium.matches(input)),
            "supports" => Prelude::If(supports(input).ok_or_else(ParseError::unexpected_token)?),
            "layer" => {
                let mut names = Vec::new();
                if !input.is_exhausted() {
                    names = input.parse_comma_separated(layer_name)?;
                }
                Prelude::Layers(names)
            },
            "container" => {
                let parent = self.container;
                Prelude::Container(ContainerCondition::parse(rest(input), parent).ok_or_else(ParseError::unexpected_token)?)
            },
            "scope" => {
                let part = |input: &mut Parser<'i>| {
                    input.expect_parenthesis_block()?;
                    input.parse_nested_block(|input| Ok::<_, Fail>(rest(input)))
                };
                let roots = input.try_parse(part).ok();
                let limits = match input.try_parse(|i| i.expect_ident_matching("to")) {
                    Ok(()) => Some(part(input)?),
                    Err(_) => None,
                };
                Prelude::Scope { roots, limits }
            },
            "import" if self.imports_allowed && self.selectors.is_none() => {
                let url = input.expect_url_or_string()?;
                let layer = input.try_parse(|input| match input.next()? {
                    Token::Ident(name) if name.eq_ignore_ascii_case("layer") => Ok(Vec::new()),
                    Token::Function(name) if name.eq_ignore_ascii_case("layer") => input.parse_nested_block(layer_name),
                    _ => Err(ParseError::unexpected_token()),
                }).ok();
                let supported = input.try_parse(|input| {
                    input.expect_function_matching("supports")?;
                    input.parse_nested_block(|input| {
                        let answer = supports_import(input);
                        let _ = rest(input);
                        Ok::<_, Fail>(answer)
                    })
                }).unwrap_or(true);
                start = input.position().byte_index();
                Prelude::Import { url, layer, applies: self.reader.with.medium.matches(input) && supported }
            },
            "namespace" if self.namespaces_allowed && self.selectors.is_none() => {
                let prefix = input.try_parse(|i| i.expect_ident_cloned()).ok().map(|p| Atom::from(&*p));
                let url = input.expect_url_or_string()?;
                Prelude::Namespace { prefix, url: Namespace::from(&*url) }
            },
            "property" => {
                let name = input.expect_ident()?;
                Prelude::Property(Atom::from(name.strip_prefix("--").ok_or_else(ParseError::unexpected_token)?))
            },
            "counter-style" => Prelude::CounterStyle(Atom::from(&**input.expect_ident()?)),
            "font-face" => {
                input.expect_exhausted()?;
                Prelude::FontFace
            },
            "position-try" => {
                let name = input.expect_ident()?;
                if !name.starts_with("--") {
                    return Err(ParseError::unexpected_token());
                }
                Prelude::PositionTry(Box::from(&**name))
            },
            // @keyframes, @page, @starting-style, @view-transition, ...
            _ => return Err(ParseError::unexpected_token()),
        };
        self.prelude = (kind, start..input.position().byte_index());
        Ok(prelude)
    }

    fn rule_without_block(&mut self, prelude: Prelude<'i>, _: &ParserState) -> Result<(), ()> {
        match prelude {
            Prelude::Layers(names) if !names.is_empty() => {
                for name in names {
                    self.reader.rules.layers.enter(self.layer, &name);
                }
            }
            Prelude::Import { url, layer, applies } => {
                let layer = layer.map_or(self.layer, |name| self.reader.rules.layers.enter(self.layer, &name));
                if applies {
                    self.import(&url, layer);
                }
            }
            Prelude::Namespace { prefix, url } => {
                self.imports_allowed = false;
                match prefix {
                    Some(prefix) => self.namespaces.prefixes.push((prefix, url)),
                    None => self.namespaces.default = Some(url),
                }
            }
            _ => return Err(()),
        }
        Ok(())
    }

    fn parse_block(&mut self, prelude: Prelude<'i>, _: &ParserState, input: &mut Parser<'i>) -> Result<(), Fail> {
        let (kind, place) = self.prelude.clone();
        self.flush();
        (self.imports_allowed, self.namespaces_allowed) = (false, false);
        if let Some(places) = self.reader.places.as_deref_mut() {
            places.open_group(kind, place);
        }
        let result = self.group(prelude, input);
        if let Some(places) = self.reader.places.as_deref_mut() {
            places.close(input.position().byte_index());
        }
        result
    }
}

impl<'i> BlockParser<'_, '_> {
    /// Reads the block of an at-rule.
    fn group(&mut self, prelude: Prelude<'i>, input: &mut Parser<'i>) -> Result<(), Fail> {
        match prelude {
            Prelude::If(true) => self.body(input),
            Prelude::If(false) => {}
            Prelude::Layers(names) => {
                let name = match &*names {
                    [] => &[][..],
                    [name] => name,
                    _ => return Err(ParseError::unexpected_token()),
                };
                let inner = self.reader.rules.layers.enter(self.layer, name);
                let outer = std::mem::replace(&mut self.layer, inner);
                self.body(input);
                self.layer = outer;
            }
            Prelude::Container(condition) => {
                let at = u32::try_from(self.reader.rules.containers.len()).unwrap_or(NONE);
                self.reader.rules.containers.push(condition.into());
                let outer = std::mem::replace(&mut self.container, at);
                self.body(input);
                self.container = outer;
            }
            Prelude::Scope { roots, limits } => self.scope_rule(roots, limits, input),
            Prelude::Property(name) => {
                let descriptors = Descriptors::read(input);
                if let (Some(syntax), Some(inherits)) = (descriptors.text("syntax"), descriptors.get("inherits")) {
                    let initial = descriptors.get("initial-value").map(Arc::from);
                    let inherits = inherits.eq_ignore_ascii_case("true");
                    self.reader.rules.registrations.push((name, Registration { inherits, initial, syntax }));
                }
            }
            Prelude::CounterStyle(name) => {
                let descriptors = Descriptors::read(input);
                self.reader.rules.counter_styles.define(name, &descriptors);
            }
            Prelude::FontFace => {
                let descriptors = Descriptors::read(input);
                let (base, load) = (self.reader.base.as_ref(), self.reader.with.load_font);
                if let Some(mut rule) = face_rule(&descriptors, base, load) {
                    rule.was_there = self.reader.with.fonts_were_there;
                    self.reader.rules.font_faces.push(Arc::new(rule));
                }
            }
            Prelude::PositionTry(name) => {
                let block = u32::try_from(self.reader.blocks.len()).unwrap_or(u32::MAX);
                self.reader.blocks.push(Block::new(position_try::declarations(rest(input), &self.mode)));
                self.reader.rules.position_tries.insert(name, block);
            }
            Prelude::Import { .. } | Prelude::Namespace { .. } => return Err(ParseError::unexpected_token()),
        }
        Ok(())
    }

    fn scope_rule(&mut self, roots: Option<&str>, limits: Option<&str>, input: &mut Parser<'i>) {
        let parse = |text: Option<&str>, nesting: &Nesting, limit: bool, namespaces: &Namespaces| match text {
            None => Some(None),
            Some(text) => StyleSelectorList::parse_scope(text, nesting, limit, namespaces).map(Some),
        };
        let Some(roots) = parse(roots, &self.nesting, false, &self.namespaces) else { return };
        let Some(limits) = parse(limits, &Nesting::Scope, true, &self.namespaces) else { return };
        let at = u32::try_from(self.reader.rules.scopes.len()).unwrap_or(NONE);
        let selectors_of = |list: StyleSelectorList| list.selectors().collect();
        self.reader.rules.scopes.push(ScopeRule {
            parent: self.scope,
            roots: roots.map(selectors_of),
            limits: limits.map(selectors_of).unwrap_or_default(),
            owner: self.reader.owner,
        });
        let scope = std::mem::replace(&mut self.scope, at);
        let nesting = std::mem::replace(&mut self.nesting, Nesting::Scope);
        let selectors = self.selectors.replace(StyleSelectorList::scope());
        self.body(input);
        self.scope = scope;
        self.nesting = nesting;
        self.selectors = selectors;
    }

    /// <https://drafts.csswg.org/css-cascade-5/#at-import>
    fn import(&mut self, url: &str, layer: u32) {
        let resolved = match &self.reader.base {
            Some(base) => base.join(url),
            None => Url::parse(url),
        };
        let url = match resolved {
            Ok(url) => url,
            // A page that is only a text has no address that others are relative to.
            Err(url::ParseError::RelativeUrlWithoutBase) => return self.reader.miss(url.to_owned()),
            Err(_) => return,
        };
        // A sheet does not import one that imports it.
        if self.reader.chain.len() > MAX_IMPORT_DEPTH || self.reader.chain.contains(&url) {
            return;
        }
        let Some(text) = (self.reader.with.load)(&url) else {
            if url.scheme() != "data" {
                self.reader.miss((self.reader.with.as_written)(&url));
            }
            return;
        };
        if !self.reader.with.budgets.imports.spend(1) {
            return;
        }
        let prelude = self.prelude.1.clone();
        let place = self.reader.places.as_deref_mut().map(|places| places.import(&url, prelude));
        let outer = self.reader.base.replace(url.clone());
        self.reader.chain.push(url);
        self.reader.read_in(&text, layer);
        self.reader.chain.pop();
        self.reader.base = outer;
        if let Some((places, before)) = self.reader.places.as_deref_mut().zip(place) {
            places.imported(before);
        }
    }
}
