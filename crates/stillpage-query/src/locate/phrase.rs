//! A description in English, taken apart: the phrases to look for, and the role it hints at.

use super::binding::RoleWord;
use super::words::{
    ARTICLES, BESIDE, MENU_TOGGLES, ORDINALS, PLACES, PREPOSITIONS, ROLE_WORDS, TEXT_VERBS, VERBS, WHERE,
};
use crate::text::{normalize, words as words_of};

/// Limit: characters of a description that are read.
const MAX_CHARS: usize = 1000;
/// Limit: phrases of one description.
const MAX_PHRASES: usize = 8;

/// A parsed description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Description {
    /// The phrases to look for, the likeliest first; white space normalized, none twice.
    pub phrases: Vec<String>,
    /// The word that names the kind of element.
    pub role: Option<RoleWord>,
    /// Readings in which the description ends in a role word and everything before it is the name: `add a new report
    /// link`, `credit card number field`. The longest name first; none for a description with quotes.
    pub verbatim: Vec<(RoleWord, String)>,
    /// The button that opens the menu of a site is meant: `hamburger menu`.
    pub menu_toggle: bool,
    /// The description is a kind of element and nothing else.
    pub role_alone: bool,
    /// The phrases without the ordinal and the place; they come last if they are not among the
    /// others.
    pub core: Vec<String>,
    /// The number of the element among several alike, from 1; -1 is the last.
    pub ordinal: Option<i32>,
    /// The place of the element.
    pub place: Option<Location>,
    /// The verbs that it begins with, word by word; none for a description with quotes.
    pub actions: Vec<String>,
    /// Its other words but the one for the kind of element; none for a description with quotes.
    pub words: Vec<String>,
}

/// The place of an element, in the words of a description: `in the Billing section`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Location {
    /// The text there; empty for a kind of place alone.
    pub name: String,
    /// Tags and roles of its ancestors.
    pub kinds: Vec<&'static str>,
    /// It is next to what the name is, not necessarily in it.
    pub beside: bool,
}

/// A word, or quoted text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Token {
    text: String,
    /// Lower case, without punctuation around it; empty for quoted text.
    word: String,
}

impl Description {
    /// Reads a description. First comes quoted text; then the description without the verbs that it begins with,
    /// articles and the word for the kind of element; then the part of that before `in`, `of`, `with`, ...; then
    /// all of it.
    #[must_use]
    pub(crate) fn parse(text: &str) -> Self {
        let end = text.char_indices().nth(MAX_CHARS).map_or(text.len(), |(at, _)| at);
        let text = text.get(..end).unwrap_or(text);
        let (tokens, quoted) = tokens(text);
        let rest = tokens.get(verbs(&tokens)..).unwrap_or_default();
        let (role, named) = role_word(rest);
        let is_content = |at: usize, token: &Token| {
            !named.contains(&at) && (token.word.is_empty() || !ARTICLES.contains(&token.word.as_str()))
        };
        let join = |until: usize| {
            let words = rest.iter().enumerate().take(until).filter(|(at, token)| is_content(*at, token));
            words.map(|(_, token)| token.text.as_str()).collect::<Vec<_>>().join(" ")
        };
        let mut phrases: Vec<String> = quoted;
        let quotes = phrases.clone();
        let has_quotes = !quotes.is_empty();
        let bare = join(rest.len());
        let which = ordinal(rest, &named);
        phrases.push(bare);
        if role.is_some() {
            let place = rest.iter().enumerate().skip(named.end).find(|(_, token)| is_preposition(token));
            phrases.extend(place.map(|(at, _)| join(at)));
        }
        phrases.push(text.to_owned());
        let mut kept: Vec<String> = Vec::new();
        for phrase in phrases {
            let phrase = normalize(phrase.trim_matches(|c: char| matches!(c, '.' | ',' | ';' | '!' | ' ')));
            let known = kept.iter().any(|other| other.to_lowercase() == phrase.to_lowercase());
            if !phrase.is_empty() && !known && kept.len() < MAX_PHRASES {
                kept.push(phrase);
            }
        }
        let (core, place) = core_and_place(rest, &named, which.map(|(at, _)| at), quotes, role.is_some());
        let role_alone = role.is_some() && !has_quotes && core.is_empty();
        let verbatim = if has_quotes { Vec::new() } else { verbatim(&tokens, tokens.len() - rest.len()) };
        let menu_toggle = !has_quotes && is_menu_toggle(rest);
        let ordinal = which.map(|(_, number)| number);
        let (mut actions, mut words) = (Vec::new(), Vec::new());
        if !has_quotes {
            let (verbs, _) = tokens.split_at(tokens.len() - rest.len());
            actions.extend(verbs.iter().flat_map(|token| words_of(&token.text)));
            let others = rest.iter().enumerate().filter(|(at, _)| !named.contains(at));
            words.extend(others.flat_map(|(_, token)| words_of(&token.text)));
        }
        Self { phrases: kept, role, verbatim, menu_toggle, role_alone, core, ordinal, place, actions, words }
    }
}

/// See [`Description::verbatim`]. `verbs`: the number of tokens of the action at the start.
fn verbatim(tokens: &[Token], verbs: usize) -> Vec<(RoleWord, String)> {
    let is_article = |token: &Token| ARTICLES.contains(&token.word.as_str());
    let mut readings: Vec<(RoleWord, String)> = Vec::new();
    // What looks like a verb may begin the name: `choose file button`.
    for first in 0..=verbs {
        let first = (first..tokens.len()).find(|&at| !is_article(&tokens[at])).unwrap_or(tokens.len());
        let mut words: Vec<RoleWord> = Vec::new();
        for &(word, role) in ROLE_WORDS {
            let count = word.split(' ').count();
            let start = tokens.len().saturating_sub(count).max(first);
            if tokens.len() - start == count && stands_at(tokens, start, word) {
                words.push(RoleWord { word, role });
            }
        }
        words.sort_by_key(|role| std::cmp::Reverse(role.word.len()));
        for role in words {
            let end = tokens.len() - role.word.split(' ').count();
            let name = tokens[first..end].iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ");
            if !name.is_empty() && !readings.iter().any(|(known, text)| *known == role && *text == name) {
                readings.push((role, name));
            }
        }
    }
    readings
}

/// True for the usual names of the button that opens a site's menu, with or without the word `button` or `icon`.
fn is_menu_toggle(tokens: &[Token]) -> bool {
    let mut words: Vec<&str> = tokens.iter().map(|token| token.word.as_str()).collect();
    words.retain(|word| !ARTICLES.contains(word));
    if words.len() > 1 && matches!(words.last(), Some(&("button" | "icon"))) {
        words.pop();
    }
    MENU_TOGGLES.contains(&words.join(" ").as_str())
}

/// The position and the number of an ordinal. `First name` is a name.
fn ordinal(tokens: &[Token], named: &std::ops::Range<usize>) -> Option<(usize, i32)> {
    let end = tokens.iter().position(is_preposition).unwrap_or(tokens.len());
    let end = if named.is_empty() { end } else { named.start.min(end) };
    let at =
        tokens.iter().take(end).position(|token| !ARTICLES.contains(&token.word.as_str()) || token.word.is_empty())?;
    let number = ORDINALS.iter().find(|(word, _)| *word == tokens[at].word)?.1;
    let is_name = tokens.get(at + 1).is_some_and(|next| next.word.starts_with("name"));
    (!is_name).then_some((at, number))
}

/// Returns the words without the one for which of several and without the place, and the place.
fn core_and_place(
    tokens: &[Token],
    named: &std::ops::Range<usize>,
    which: Option<usize>,
    quoted: Vec<String>,
    has_role: bool,
) -> (Vec<String>, Option<Location>) {
    let place_at = tokens.iter().enumerate().skip(named.end).find(|(_, token)| is_preposition(token)).map(|(at, _)| at);
    let is_content = |at: usize| {
        let word = tokens[at].word.as_str();
        !named.contains(&at) && Some(at) != which && (word.is_empty() || !ARTICLES.contains(&word))
    };
    let join = |range: std::ops::Range<usize>| {
        normalize(&range.filter(|&at| is_content(at)).map(|at| tokens[at].text.as_str()).collect::<Vec<_>>().join(" "))
    };
    let before = join(0..place_at.unwrap_or(tokens.len()));
    let mut after = place_at.map_or(tokens.len(), |at| at + 1);
    let is_where = place_at.is_some_and(|at| WHERE.contains(&tokens[at].word.as_str()));
    let is_beside = place_at.is_some_and(|at| BESIDE.contains(&tokens[at].word.as_str()));
    let trimmed = |text: &str| text.trim_matches(|c: char| matches!(c, '.' | ',' | ';' | '!' | ' ')).to_owned();
    let mut core: Vec<String> = quoted;
    if core.is_empty() {
        core.push(trimmed(&before));
    }
    core.retain(|phrase| !phrase.is_empty());
    let mut says_kind = false;
    let place = is_where.then(|| {
        let mut place = Location { beside: is_beside, ..Location::default() };
        let mut words: Vec<&str> = Vec::new();
        for token in tokens.iter().skip(after).filter(|token| !core.contains(&token.text)) {
            let kind = PLACES.iter().find(|(word, _)| *word == token.word);
            match kind {
                Some((_, kinds)) => {
                    says_kind = true;
                    place.kinds.extend(*kinds);
                }
                None if is_preposition(token) || ARTICLES.contains(&token.word.as_str()) && !token.word.is_empty() => {}
                None => words.push(token.text.trim_end_matches("'s").trim_end_matches("’s")),
            }
        }
        place.name = trimmed(&normalize(&words.join(" ")));
        place
    });
    if core.is_empty() && has_role && which.is_none() && !says_kind && !is_beside {
        // `link to Pricing`, `button that says Save`: what follows is its text.
        let is_filler = |at: usize| is_preposition(&tokens[at]) || TEXT_VERBS.contains(&tokens[at].word.as_str());
        while after < tokens.len() && is_filler(after) {
            after += 1;
        }
        core.push(trimmed(&join(after..tokens.len())));
        core.retain(|phrase| !phrase.is_empty());
    }
    (core, place.filter(|place| !place.name.is_empty() || !place.kinds.is_empty()))
}

fn is_preposition(token: &Token) -> bool {
    PREPOSITIONS.contains(&token.word.as_str())
}

/// The words of a text, and its quoted parts.
fn tokens(text: &str) -> (Vec<Token>, Vec<String>) {
    let chars: Vec<char> = text.chars().collect();
    let (mut tokens, mut quoted) = (Vec::new(), Vec::new());
    let mut word = String::new();
    let mut at = 0;
    let end_word = |word: &mut String, tokens: &mut Vec<Token>| {
        let text = std::mem::take(word);
        if !text.is_empty() {
            let bare = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            tokens.push(Token { text, word: bare });
        }
    };
    while let Some(&c) = chars.get(at) {
        if let Some(end) = closing(&chars, at) {
            end_word(&mut word, &mut tokens);
            let inside: String = chars[at + 1..end].iter().collect();
            quoted.push(inside.clone());
            tokens.push(Token { text: inside, word: String::new() });
            at = end;
        } else if c.is_whitespace() {
            end_word(&mut word, &mut tokens);
        } else {
            word.push(c);
        }
        at += 1;
    }
    end_word(&mut word, &mut tokens);
    (tokens, quoted)
}

/// Returns the end of the quote that opens at a place; `None` if none opens there. An apostrophe within a word is not a quote.
fn closing(chars: &[char], at: usize) -> Option<usize> {
    let close = match chars[at] {
        '"' => '"',
        '\'' => '\'',
        '`' => '`',
        '“' | '„' => '”',
        '‘' => '’',
        '«' => '»',
        _ => return None,
    };
    let is_word = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(|c| c.is_alphanumeric());
    let strict = matches!(close, '\'' | '’');
    if strict && is_word(at.checked_sub(1)) {
        return None;
    }
    let end = (at + 1..chars.len()).find(|&end| chars[end] == close && !(strict && is_word(Some(end + 1))))?;
    (end > at + 1).then_some(end)
}

/// The number of tokens of the action at the start.
fn verbs(tokens: &[Token]) -> usize {
    let mut at = 0;
    loop {
        let starts = |verb: &&&str| {
            verb.split(' ').enumerate().all(|(i, part)| tokens.get(at + i).is_some_and(|token| token.word == part))
        };
        let longest = VERBS.iter().filter(starts).map(|verb| verb.split(' ').count()).max();
        match longest {
            // A description of just a verb names something: `Open`, `Press`.
            Some(count) if at + count < tokens.len() => at += count,
            _ => return at,
        }
    }
}

/// The word for the kind of element, and where it stands: the last before the first preposition (`menu button in the
/// dialog` is a button), else the first anywhere.
fn role_word(tokens: &[Token]) -> (Option<RoleWord>, std::ops::Range<usize>) {
    let mut found: Vec<(RoleWord, std::ops::Range<usize>)> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let longest = ROLE_WORDS
            .iter()
            .filter(|(words, _)| stands_at(tokens, at, words))
            .max_by_key(|(words, _)| words.split(' ').count());
        match longest {
            Some(&(word, role)) => {
                let end = at + word.split(' ').count();
                found.push((RoleWord { word, role }, at..end));
                at = end;
            }
            None => at += 1,
        }
    }
    let place = tokens.iter().position(is_preposition).unwrap_or(tokens.len());
    let head = found.iter().rev().find(|(_, range)| range.end <= place);
    head.or(found.first()).map_or((None, 0..0), |(role, range)| (Some(*role), range.clone()))
}

/// True if some words, or their plurals, are at a position.
fn stands_at(tokens: &[Token], at: usize, words: &str) -> bool {
    words.split(' ').enumerate().all(|(i, part)| tokens.get(at + i).is_some_and(|token| is_word(&token.word, part)))
}

/// The word, or its plural.
fn is_word(word: &str, part: &str) -> bool {
    word == part || word.strip_suffix('s') == Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aria::Role;

    #[track_caller]
    fn check(text: &str, role: Option<Role>, phrases: &[&str]) {
        let read = Description::parse(text);
        assert_eq!(
            (read.role.map(|role| role.role), read.phrases.iter().map(String::as_str).collect::<Vec<_>>()),
            (role, phrases.to_vec()),
            "{text}"
        );
    }

    #[test]
    fn phrases_come_in_order() {
        check("the \"Save\" button", Some(Role::Button), &["Save", "the \"Save\" button"]);
        check("Click on the Sign in button.", Some(Role::Button), &["Sign in", "Click on the Sign in button"]);
        check("search field in the header", Some(Role::Searchbox), &["in header", "search field in the header"]);
        check(
            "the checkout button in the dialog",
            Some(Role::Button),
            &["checkout in dialog", "checkout", "the checkout button in the dialog"],
        );
        check("menu button", Some(Role::Button), &["menu", "menu button"]);
        check("type into the email field", Some(Role::Textbox), &["email", "type into the email field"]);
        check("Don't show again checkbox", Some(Role::Checkbox), &["Don't show again", "Don't show again checkbox"]);
        check(
            "option 'Paris' from the city dropdown",
            Some(Role::Option),
            &["Paris", "Paris from city dropdown", "option 'Paris' from the city dropdown"],
        );
        check("“Über uns” link", Some(Role::Link), &["Über uns", "“Über uns” link"]);
        check("Submit", None, &["Submit"]);
        check("Open", None, &["Open"]);
        check("links", Some(Role::Link), &["links"]);
        check("", None, &[]);
    }

    #[test]
    fn place_and_number_are_parsed_from_a_phrase() {
        let check = |text: &str, core: &[&str], ordinal: Option<i32>, place: Option<(&str, &[&str])>| {
            let read = Description::parse(text);
            let place_read = read.place.as_ref().map(|place| (place.name.as_str(), place.kinds.as_slice()));
            assert_eq!(
                (read.core.iter().map(String::as_str).collect::<Vec<_>>(), read.ordinal, place_read),
                (core.to_vec(), ordinal, place),
                "{text}"
            );
        };
        check("the second Delete button", &["Delete"], Some(2), None);
        check("first name field", &["first name"], None, None);
        check("the last link in the footer", &[], Some(-1), Some(("", &["footer", "contentinfo"])));
        check("Email field in the Billing section", &["Email"], None, Some(("Billing", &[])));
        check("the 'Delete' button in Alice's row", &["Delete"], None, Some(("Alice", &[])));
        check("the button in the dialog", &[], None, Some(("", &["dialog", "alertdialog"])));
        check("button in the Team card", &[], None, Some(("Team", &[])));
        check("link to pricing", &["pricing"], None, None);
        check("the button next to Alice", &[], None, Some(("Alice", &[])));
        check("the button for Alice", &["Alice"], None, Some(("Alice", &[])));
        check("button that says Save", &["Save"], None, None);
        check("Save", &["Save"], None, None);
    }

    #[test]
    fn name_may_have_any_word_before_the_role_word() {
        let check = |text: &str, expected: &[(&str, &str)]| {
            let read = Description::parse(text);
            let readings: Vec<_> = read.verbatim.iter().map(|(role, name)| (role.word, name.as_str())).collect();
            assert_eq!(readings, expected, "{text}");
        };
        check("add a new report link", &[("link", "add a new report")]);
        check("credit card number field", &[("number field", "credit card"), ("field", "credit card number")]);
        check("click the Choose file button", &[("button", "click the Choose file"), ("button", "Choose file")]);
        check("listbox example with grouped options link", &[("link", "listbox example with grouped options")]);
        check("the 'Save' button", &[]);
        check("button", &[]);
    }

    #[test]
    fn role_alone_is_known() {
        assert!(Description::parse("the checkbox").role_alone, "nothing else is given");
        assert!(!Description::parse("the red checkbox").role_alone, "red is given");
    }
}
