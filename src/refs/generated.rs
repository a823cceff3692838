//! Ids and names that programs make: which say something about identity, and which do not.

/// What an `id` or `name` attribute says about which element this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IdKind {
    /// Nothing: a framework or a hash made it.
    Generated,
    /// Its words say what the element is; its number may be a counter (`input-15`, `field1`) as well as authored (`step-2`).
    Counted,
    /// Somebody wrote it.
    Authored,
}

/// The counter in a generated id.
#[derive(Debug, Clone, Copy)]
enum Counter {
    /// `0` to `9`.
    Decimal,
    /// Letters and digits, as `Number.prototype.toString(32)` and random ids have them.
    Alphanumeric,
}

/// What follows the counter.
#[derive(Debug, Clone, Copy)]
enum After {
    Anything,
    Text(&'static str),
    End,
}

/// How a framework makes ids: a counter between two fixed texts.
#[derive(Debug)]
struct Generator {
    before: &'static str,
    counter: Counter,
    after: After,
    /// True if it may be a part of a longer id (`radix-:r1:-content`).
    inside: bool,
}

const fn starts(before: &'static str, counter: Counter) -> Generator {
    Generator { before, counter, after: After::Anything, inside: false }
}

const fn inside(before: &'static str, after: &'static str) -> Generator {
    Generator { before, counter: Counter::Alphanumeric, after: After::Text(after), inside: true }
}

/// The id generators of common frameworks, by the sources of their current and previous major versions.
const GENERATORS: &[Generator] = &[
    // React `useId`: 18; 19.0; 19.1 and later. `R` is for ids made on the server.
    inside(":r", ":"),
    inside(":R", ":"),
    inside("«r", "»"),
    inside("«R", "»"),
    inside("_r_", "_"),
    inside("_R_", "_"),
    // Zag and Ark put the id of a machine between colons.
    inside("::r", "::"),
    // Vue `useId`.
    starts("v-", Counter::Decimal),
    // Vuetify: `input-v-0`, `v-menu-1`, `checkbox-12`.
    starts("input-v-", Counter::Decimal),
    starts("v-menu-", Counter::Decimal),
    starts("v-tooltip-", Counter::Decimal),
    // Angular Material, its CDK, and Angular itself.
    starts("mat-", Counter::Decimal),
    starts("mat-input-", Counter::Decimal),
    starts("mat-mdc-", Counter::Decimal),
    starts("mat-select-", Counter::Decimal),
    starts("mat-option-", Counter::Decimal),
    starts("cdk-", Counter::Decimal),
    starts("ng-tns-c", Counter::Decimal),
    // Radix, Headless UI, React Aria, Material UI, Chakra, Reach, Bits UI, Melt.
    starts("radix-", Counter::Decimal),
    starts("react-aria", Counter::Decimal),
    starts("react-aria-", Counter::Decimal),
    starts("react-select-", Counter::Decimal),
    starts("react-tabs-", Counter::Decimal),
    starts("mui-", Counter::Decimal),
    starts("bits-", Counter::Alphanumeric),
    // Ember.
    starts("ember", Counter::Decimal),
    // Svelte `$props.id()`: `s1` from the server, `c1` from the client.
    Generator { before: "s", counter: Counter::Decimal, after: After::End, inside: false },
    Generator { before: "c", counter: Counter::Decimal, after: After::End, inside: false },
    // Element Plus, PrimeVue and PrimeNG, BootstrapVue, Ant Design, Downshift.
    starts("el-id-", Counter::Decimal),
    starts("pv_id_", Counter::Decimal),
    starts("pn_id_", Counter::Decimal),
    starts("pr_id_", Counter::Decimal),
    starts("__BVID__", Counter::Decimal),
    starts("rc_select_", Counter::Decimal),
    starts("rc-tabs-", Counter::Decimal),
    starts("downshift-", Counter::Decimal),
    // jQuery UI, Ext JS, YUI, GWT.
    starts("ui-id-", Counter::Decimal),
    starts("ext-gen", Counter::Decimal),
    starts("ext-comp-", Counter::Decimal),
    starts("yui_", Counter::Decimal),
    starts("gwt-uid-", Counter::Decimal),
];

/// Prefixes after which the first number in the id is a counter, whatever stands between (`headlessui-menu-button-3`).
const COUNTING_PREFIXES: &[&str] =
    &["headlessui-", "mat-", "mdc-", "cdk-", "ng-", "react-", "__next", "dijit_", "fluent-"];

/// Limit: digits that an authored id has at most; timestamps, keys of databases and uuids have more.
const MAX_DIGITS: usize = 4;
/// Limit: characters that an authored id has at most.
const MAX_LENGTH: usize = 64;
/// Limit: changes between letters and digits in an authored id (`h1-2b` has 3); hashes have more.
const MAX_SWITCHES: usize = 2;

/// What an id or a name says about identity.
pub(super) fn id_kind(id: &str) -> IdKind {
    let digits = id.bytes().filter(u8::is_ascii_digit).count();
    if id.is_empty() || id.len() > MAX_LENGTH || digits > MAX_DIGITS || GENERATORS.iter().any(|g| g.made(id)) {
        return IdKind::Generated;
    }
    if digits == 0 {
        return IdKind::Authored;
    }
    let switches = id.bytes().zip(id.bytes().skip(1)).filter(|(a, b)| {
        a.is_ascii_alphabetic() && b.is_ascii_digit() || a.is_ascii_digit() && b.is_ascii_alphabetic()
    });
    if COUNTING_PREFIXES.iter().any(|prefix| id.starts_with(prefix)) || switches.count() > MAX_SWITCHES {
        return IdKind::Generated;
    }
    IdKind::Counted
}

/// An id without its numbers: `input-15` and `input-27` are `input-#`. Empty for a generated one.
pub(super) fn without_counter(id: &str) -> String {
    match id_kind(id) {
        IdKind::Generated => String::new(),
        IdKind::Authored => id.to_owned(),
        IdKind::Counted => {
            let mut out = String::with_capacity(id.len());
            for c in id.chars() {
                match c.is_ascii_digit() {
                    true if out.ends_with('#') => {}
                    true => out.push('#'),
                    false => out.push(c),
                }
            }
            out
        }
    }
}

impl Generator {
    fn made(&self, id: &str) -> bool {
        if !self.inside {
            return id.strip_prefix(self.before).is_some_and(|rest| self.continues(rest));
        }
        let mut rest = id;
        while let Some((_, after)) = rest.split_once(self.before) {
            if self.continues(after) {
                return true;
            }
            rest = after;
        }
        false
    }

    /// True if a text goes on with the counter and what has to follow it.
    fn continues(&self, rest: &str) -> bool {
        let counts = |c: char| match self.counter {
            Counter::Decimal => c.is_ascii_digit(),
            Counter::Alphanumeric => c.is_ascii_alphanumeric(),
        };
        let end = rest.trim_start_matches(counts);
        let follows = match self.after {
            After::Anything => true,
            After::Text(text) => end.starts_with(text),
            After::End => end.is_empty(),
        };
        end.len() < rest.len() && follows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_frameworks_are_generated() {
        for id in [
            ":r1:",
            ":rh:",
            "«r1»",
            "_r_1_",
            "_r_a_-label",
            ":R3km:",
            "radix-:r1:-content",
            "radix-12",
            "v-0",
            "v-0-1",
            "input-v-3",
            "mat-input-3",
            "mat-mdc-form-field-label-2",
            "cdk-overlay-0",
            "headlessui-menu-button-:r1:",
            "headlessui-menu-button-3",
            "ember384",
            "s1",
            "c12",
            "react-aria-:r1:",
            "react-select-2-input",
            "mui-7",
            "el-id-1024-3",
            "menu:::r1:::trigger",
            "a1b2c3d4e5",
            "0f8fad5b-d9cb-469f-a165-70867728950e",
            "",
        ] {
            assert_eq!(id_kind(id), IdKind::Generated, "{id}");
        }
    }

    #[test]
    fn ids_of_people_are_kept() {
        for id in ["save", "main-nav", "form:email", "user_rating_", "ember", "s", "v-model", "material", "mat-button"]
        {
            assert_eq!((id_kind(id), without_counter(id).as_str()), (IdKind::Authored, id), "{id}");
        }
        for (id, bare) in
            [("field_2", "field_#"), ("in0", "in#"), ("checkout-step-1", "checkout-step-#"), ("input-15", "input-#")]
        {
            assert_eq!((id_kind(id), without_counter(id).as_str()), (IdKind::Counted, bare), "{id}");
        }
    }
}
