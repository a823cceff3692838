//! Matches as JavaScript finds them, and patterns that it rejects.

use proptest::prelude::*;

use super::*;

/// Every match of a pattern, empty ones left out, joined by commas.
fn all(pattern: &Pattern, text: &str) -> Result<String, TooExpensive> {
    let mut budget = StepBudget::for_text(text.len());
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(range) = pattern.find_at(text, at, &mut budget)? {
        assert!(range.start >= at && range.end > range.start, "{range:?} of {text:?}");
        at = range.end;
        found.push(text.get(range).expect("whole characters"));
    }
    Ok(found.join(","))
}

#[track_caller]
fn check(literal: &str, text: &str, expected: &str) {
    // Without flags of its own the caller decides whether a pattern ignores case.
    let pattern = Pattern::regex(literal, true).unwrap_or_else(|error| panic!("{literal}: {error}"));
    assert_eq!(all(&pattern, text).as_deref(), Ok(expected), "{literal} on {text:?}");
}

#[test]
fn quantifiers_are_those_of_javascript() {
    check("a+", "aab a", "aa,a");
    check("a*?b", "aab b", "aab,b");
    check("a{2}", "aaaaa", "aa,aa");
    check("a{2,}", "aaaaa a", "aaaaa");
    check("a{1,2}?", "aaa", "a,a,a");
    check("(?:ab){2,3}", "ababababab", "ababab,abab");
    check("(?:ab)+?c", "ababc", "ababc");
    check("x*", "axxa", "xx");
    check("(?:a?){3}b", "aab", "aab");
    check("(?:a*)*b", "aaab", "aaab");
    check("(?:)*a", "a", "a");
    check("a{,2}", "a{,2}", "a{,2}");
    check("a{0}b", "ab", "b");
    check("(a?)??b", "ab", "ab");
}

#[test]
fn groups_and_references() {
    check(r"(\w)\1", "hello aab", "ll,aa");
    check(r"(?<q>['\x22]).*?\k<q>", "say 'a' or \"b's\"", "'a',\"b's\"");
    check(r"(?<a>x)|(?<b>y)\k<a>", "xy", "x,y");
    check(r"\1(a)", "a", "a");
    check(r"(?:(a)|b)*\1", "aba", "ab");
    check(r"(z)((a+)?(b+)?(c))*", "zaacbbbcac", "zaacbbbcac");
    check(r"/(ab)\1/i", "abAB", "abAB");
    check(r"\8\07", "8\u{7}", "8\u{7}");
    check(r"(?i:a)b", "Ab AB", "Ab");
    check(r"/(?-i:a)b/i", "aB AB", "aB");
}

#[test]
fn assertions_look_both_ways() {
    check(r"\d+(?= kg)", "5 kg, 6 m", "5");
    check(r"\d+(?! kg)\b", "55 kg, 6 m", "6");
    check(r"(?<=\$)\d+(?:\.\d\d)?", "€5 $7.50", "7.50");
    check(r"(?<!\$)\b\d+", "$5 6", "6");
    check(r"(?<=(\d+)(\d+))$", "1053", "");
    check(r"(?<=\1(a))b", "aab", "b");
    check(r"(?=(a+))a*b\1", "baaabac", "aba");
    check(r"\bto\b", "to tomato to", "to,to");
    check(r"\Bto\B", "to tomatoe", "to");
    check("^a", "a\na", "a");
    check("/^a$/m", "a\na", "a,a");
    check("a$", "a\na", "a");
}

#[test]
fn classes_and_properties() {
    check("[^]", "a\n", "a,\n");
    check("[]|b", "ab", "b");
    check(".", "a\n\u{2028}b", "a,b");
    check("/./s", "a\n", "a,\n");
    check(r"[\w-]+", "a-b c", "a-b,c");
    check(r"[\d-x]+", "1-x", "1-x");
    check(r"[a-c]+", "abcd", "abc");
    check(r"\s", "a\u{a0}b\u{feff}\u{85}", "\u{a0},\u{feff}");
    check(r"\u{1F600}|\u0041", "😀A", "😀,A");
    check(r"\ud83d\ude00", "😀", "😀");
    check(r"/\p{Script=Greek}+/u", "abc αβγ", "αβγ");
    check(r"\p{Lu}\P{Lu}+", "aBcD", "Bc");
    check(r"/[\p{L}--[a-z]]+/v", "abcDEé", "DEé");
    check(r"/[\w&&\d]+/v", "ab12", "12");
    check(r"[\b]", "\u{8}b", "\u{8}");
    check(r"\cJ", "\n", "\n");
}

#[test]
fn case_is_folded_as_javascript_does() {
    check("/straße/i", "STRAßE STRASSE", "STRAßE");
    check("/[a-z]+/i", "aKſ", "aK");
    check("/\u{212a}/i", "kK\u{212a}", "\u{212a}");
    check("/\u{212a}/iu", "kK\u{212a}", "k,K,\u{212a}");
    check("/[^x]/i", "xXy", "y");
    check("/σ/i", "Σςσ", "Σ,ς,σ");
    let insensitive = Pattern::regex("äÖ", false).expect("a pattern");
    assert_eq!(all(&insensitive, "ÄÖ äö").as_deref(), Ok("ÄÖ,äö"), "without flags of its own");
}

#[test]
fn literals_are_taken_as_they_are() {
    let find = |literal: &str, case_sensitive: bool, text: &str| {
        all(&Pattern::literal(literal, case_sensitive).expect("a literal"), text).expect("no literal is expensive")
    };
    assert_eq!(find("a.b", true, "acb a.b A.B"), "a.b");
    assert_eq!(find("a.b", false, "acb a.b A.B"), "a.b,A.B");
    assert_eq!(find("1 kg", true, "1 kg 1\u{a0}kg 1\u{2009}kg"), "1 kg,1\u{a0}kg");
    assert_eq!(find("ÉTÉ", false, "été Été ete"), "été,Été");
    assert_eq!(find("aa", true, "aaaaa"), "aa,aa");
    assert_eq!(find("Kelvin", false, "kelvin \u{212a}elvin"), "kelvin");
}

#[test]
fn parse_error_has_offset() {
    let check = |pattern: &str, offset: usize, message: &str| {
        let error = Pattern::regex(pattern, false).expect_err(pattern);
        assert_eq!((error.offset, error.message.as_str()), (offset, message), "{pattern}");
    };
    check("a(b", 1, "this group is not closed");
    check("é)", 2, "this `)` closes no group");
    check("[a", 0, "this class is not closed");
    check("*a", 0, "there is nothing to repeat");
    check("a**", 2, "there is nothing to repeat");
    check("a{2,1}", 1, "the numbers of the quantifier are out of order");
    check("[z-a]", 1, "the range is out of order");
    check("a\\", 1, "something must follow the backslash");
    check(r"\p{Nope}", 3, "Unicode has no property of this name");
    check("(?<a", 3, "the name of the group does not end in `>`");
    check(r"(?<a>x)\k<b>", 7, "there is no group of this name");
    check("/a/ix", 4, "there is no flag `x`");
    check("/a(/u", 2, "this group is not closed");
    check(r"/\-/u", 1, "this escape is not valid under the flags `u` and `v`");
    check(r"/(a)\2/u", 4, "there is no group 2");
    check(&"(".repeat(500), 100, "groups are nested too deeply");
}

#[test]
fn catastrophes_end() {
    let text = "a".repeat(200_000) + "b";
    for pattern in ["(a+)+$", "(a|a)*c", "(?:a*)*c", "(a*)*(a*)*(a*)*c", r"(.*)\1{3}x", "(?:(?:(?=a){999}){999}){999}a"]
    {
        let pattern = Pattern::regex(pattern, true).expect("a pattern");
        let found = pattern.find_at(&text, 0, &mut StepBudget::of(1_000_000));
        assert_eq!(found, Err(TooExpensive { steps: 1_000_000 }), "{}", pattern.source());
    }
    let fine = Pattern::regex("[ab]+$", true).expect("a pattern");
    assert_eq!(all(&fine, &text).map(|found| found.len()), Ok(text.len()), "what is linear is not cut short");
}

/// Patterns of a few pieces, most of them valid.
fn patterns() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "a", "b", "é", ".", "[ab]", "[^a]", r"\w", r"\b", "^", "$", "(a)", "(?:b|a)", "(?=a)", "(?!b)", "(?<=a)",
        "(?<!b)", "*", "+", "?", "*?", "{2}", "{1,2}", "|", r"\1", "(", ")", "(a|b", r"\s", " ",
    ];
    prop::collection::vec(prop::sample::select(PIECES), 1..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    /// Another engine of the same dialect accepts the same patterns and finds the same matches.
    #[test]
    fn another_engine_agrees(pattern in patterns(), text in "[abé \n]{0,12}", flags in "(i|m|s|u){0,2}") {
        let Ok(our_flags) = Flags::parse(&flags) else { return Ok(()) };
        let theirs = regress::Regex::with_flags(&pattern, flags.as_str());
        let ours = Pattern::with_flags(&pattern, our_flags);
        // It lets assertions be repeated; JavaScript does not.
        if ours.as_ref().is_err_and(|error| error.message == "this cannot be repeated") {
            return Ok(());
        }
        prop_assert_eq!(ours.is_ok(), theirs.is_ok(), "{} {:?}", pattern, ours.err());
        let (Ok(ours), Ok(theirs)) = (ours, theirs) else { return Ok(()) };
        let expected: Vec<_> = theirs.find_iter(&text).map(|m| m.range()).collect();
        let mut budget = StepBudget::for_text(text.len());
        if let Some(range) = expected.iter().find(|range| range.is_empty()) {
            // Where it prefers an empty match, ours continues; matches after it may differ.
            prop_assert!(ours.is_match(&text, &mut budget).unwrap_or(true), "{} {:?}", pattern, range);
            return Ok(());
        }
        let mut at = 0;
        for range in expected {
            prop_assert_eq!(ours.find_at(&text, at, &mut budget), Ok(Some(range.clone())), "{} on {:?}", pattern, text);
            at = range.end;
        }
        prop_assert_eq!(ours.find_at(&text, at, &mut budget), Ok(None), "{} on {:?}", pattern, text);
    }

    /// Any text is a pattern or an error with a place in it.
    #[test]
    fn any_text_is_a_pattern_or_an_error(pattern in "\\PC{0,24}", text in "\\PC{0,40}") {
        match Pattern::regex(&pattern, false) {
            Ok(pattern) => drop(all(&pattern, &text)),
            Err(error) => prop_assert!(pattern.is_char_boundary(error.offset), "{} in {:?}", error, pattern),
        }
        if let Ok(literal) = Pattern::literal(&pattern, false) {
            prop_assert!(all(&literal, &text).is_ok());
        }
    }
}
