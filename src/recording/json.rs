//! JSON of recordings: values of any depth in one arena, read without recursion.
//!
//! A page may be nested deeper than readers of JSON that recurse let through, and its recording twice as deep.

use std::borrow::Cow;

use memchr::memchr2;

/// Limit: values in one text; a recording of the largest real pages has a few million.
const MAX_VALUES: usize = 8_000_000;

/// A value with everything in it.
#[derive(Debug, Clone, Default)]
pub(super) struct Json {
    values: Vec<Value>,
}

#[derive(Debug, Clone)]
enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(Box<str>),
    Array(Vec<u32>),
    Object(Vec<(Box<str>, u32)>),
}

/// The place at which a text stops being JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BadJson {
    /// Byte offset in the text.
    pub(super) offset: usize,
}

/// One value of a [`Json`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Item<'a> {
    json: &'a Json,
    at: u32,
}

impl Json {
    /// Reads one value from a text; what follows it is ignored.
    pub(super) fn read(text: &[u8]) -> Result<Self, BadJson> {
        Self::read_from(text, 0).map(|(json, _)| json)
    }

    /// Reads the value that starts at a byte, or behind white space there; returns where it ends.
    pub(super) fn read_from(text: &[u8], start: usize) -> Result<(Self, usize), BadJson> {
        let mut reader = Reader { text, at: start, json: Self::default() };
        reader.value()?;
        Ok((reader.json, reader.at))
    }

    /// The value itself.
    pub(super) fn root(&self) -> Item<'_> {
        Item { json: self, at: 0 }
    }
}

impl<'a> Item<'a> {
    fn value(self) -> Option<&'a Value> {
        self.json.values.get(self.at as usize)
    }

    fn at(self, at: u32) -> Self {
        Self { at, ..self }
    }

    /// A member of an object; the last one of its name.
    pub(super) fn get(self, key: &str) -> Option<Self> {
        match self.value()? {
            Value::Object(entries) => entries.iter().rev().find(|(name, _)| &**name == key).map(|&(_, at)| self.at(at)),
            _ => None,
        }
    }

    /// The text of a member.
    pub(super) fn text_of(self, key: &str) -> Option<&'a str> {
        self.get(key)?.text()
    }

    /// The number in a member.
    pub(super) fn number_of(self, key: &str) -> Option<f64> {
        self.get(key)?.number()
    }

    /// True if a member is `true`.
    pub(super) fn is(self, key: &str) -> bool {
        self.get(key).is_some_and(|item| matches!(item.value(), Some(Value::Bool(true))))
    }

    /// The elements of an array; none for other values.
    pub(super) fn items(self) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        let items = match self.value() {
            Some(Value::Array(items)) => items.as_slice(),
            _ => &[],
        };
        items.iter().map(move |&at| self.at(at))
    }

    /// The members of an object; none for other values.
    pub(super) fn entries(self) -> impl Iterator<Item = (&'a str, Self)> {
        let entries = match self.value() {
            Some(Value::Object(entries)) => entries.as_slice(),
            _ => &[],
        };
        entries.iter().map(move |(name, at)| (&**name, self.at(*at)))
    }

    pub(super) fn text(self) -> Option<&'a str> {
        match self.value()? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn number(self) -> Option<f64> {
        match self.value()? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn is_array(self) -> bool {
        matches!(self.value(), Some(Value::Array(_)))
    }

    pub(super) fn is_object(self) -> bool {
        matches!(self.value(), Some(Value::Object(_)))
    }

    /// A text, number or truth value as text; `None` for others.
    pub(super) fn plain(self) -> Option<Cow<'a, str>> {
        match self.value()? {
            Value::Text(text) => Some(Cow::Borrowed(text)),
            Value::Number(number) => Some(Cow::Owned(number.to_string())),
            Value::Bool(truth) => Some(Cow::Borrowed(if *truth { "true" } else { "false" })),
            _ => None,
        }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    json: Json,
}

/// A container that is not finished.
enum Open {
    Array(u32),
    Object(u32),
}

impl Reader<'_> {
    fn bad<T>(&self) -> Result<T, BadJson> {
        Err(BadJson { offset: self.at })
    }

    fn skip_space(&mut self) {
        while self.text.get(self.at).is_some_and(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> Option<u8> {
        self.skip_space();
        self.text.get(self.at).copied()
    }

    fn expect(&mut self, byte: u8) -> Result<(), BadJson> {
        if self.peek() != Some(byte) {
            return self.bad();
        }
        self.at += 1;
        Ok(())
    }

    fn push(&mut self, value: Value) -> Result<u32, BadJson> {
        let at = self.json.values.len();
        if at >= MAX_VALUES {
            return self.bad();
        }
        self.json.values.push(value);
        u32::try_from(at).or_else(|_| self.bad())
    }

    /// Reads a value with everything in it.
    fn value(&mut self) -> Result<(), BadJson> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let (made, container) = self.begin()?;
            if let Some(container) = container {
                open.push(container);
            } else if self.belongs_to(open.last(), made) {
                return Ok(());
            }
            // After a value, or at the start of a container: on to the next value, through the ends of what is complete.
            loop {
                let Some(innermost) = open.last() else { return Ok(()) };
                let (id, is_object) = match innermost {
                    Open::Array(id) => (*id, false),
                    Open::Object(id) => (*id, true),
                };
                let is_empty = match self.json.values.get(id as usize) {
                    Some(Value::Array(items)) => items.is_empty(),
                    Some(Value::Object(entries)) => entries.is_empty(),
                    _ => true,
                };
                match self.peek() {
                    Some(b']') if !is_object => self.at += 1,
                    Some(b'}') if is_object => self.at += 1,
                    next => {
                        if !is_empty {
                            if next != Some(b',') {
                                return self.bad();
                            }
                            self.at += 1;
                        }
                        if is_object {
                            self.key(id)?;
                        }
                        break;
                    }
                }
                open.pop();
                if self.belongs_to(open.last(), id) {
                    return Ok(());
                }
            }
        }
    }

    /// Puts a finished value into its container; true if there is no container.
    fn belongs_to(&mut self, container: Option<&Open>, value: u32) -> bool {
        let id = match container {
            None => return true,
            Some(Open::Array(id) | Open::Object(id)) => *id,
        };
        match self.json.values.get_mut(id as usize) {
            Some(Value::Array(items)) => items.push(value),
            Some(Value::Object(entries)) => {
                if let Some(entry) = entries.last_mut() {
                    entry.1 = value;
                }
            }
            _ => {}
        }
        false
    }

    /// Reads the key of an object's next member.
    fn key(&mut self, object: u32) -> Result<(), BadJson> {
        self.skip_space();
        let key = self.string()?;
        self.expect(b':')?;
        if let Some(Value::Object(entries)) = self.json.values.get_mut(object as usize) {
            entries.push((key, 0));
        }
        Ok(())
    }

    /// Reads a plain value, or the start of a container.
    fn begin(&mut self) -> Result<(u32, Option<Open>), BadJson> {
        match self.peek() {
            Some(b'{') => {
                self.at += 1;
                let id = self.push(Value::Object(Vec::new()))?;
                Ok((id, Some(Open::Object(id))))
            }
            Some(b'[') => {
                self.at += 1;
                let id = self.push(Value::Array(Vec::new()))?;
                Ok((id, Some(Open::Array(id))))
            }
            Some(b'"') => {
                let text = self.string()?;
                Ok((self.push(Value::Text(text))?, None))
            }
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(b'-' | b'0'..=b'9') => {
                let rest = self.text.get(self.at..).unwrap_or_default();
                let is_part = |b: &u8| matches!(b, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
                let length = rest.iter().take_while(|b| is_part(b)).count();
                let number = std::str::from_utf8(&rest[..length]).ok().and_then(|text| text.parse().ok());
                let Some(number) = number else { return self.bad() };
                self.at += length;
                Ok((self.push(Value::Number(number))?, None))
            }
            _ => self.bad(),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Result<(u32, Option<Open>), BadJson> {
        if !self.text.get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes())) {
            return self.bad();
        }
        self.at += word.len();
        Ok((self.push(value)?, None))
    }

    /// Reads a string from its opening quote on.
    fn string(&mut self) -> Result<Box<str>, BadJson> {
        if self.text.get(self.at) != Some(&b'"') {
            return self.bad();
        }
        self.at += 1;
        let mut bytes: Vec<u8> = Vec::new();
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let Some(length) = memchr2(b'"', b'\\', rest) else { return self.bad() };
            let part = &rest[..length];
            let is_end = rest[length] == b'"';
            self.at += length + 1;
            if is_end && bytes.is_empty() {
                return Ok(String::from_utf8_lossy(part).into());
            }
            bytes.extend_from_slice(part);
            if is_end {
                return Ok(String::from_utf8_lossy(&bytes).into());
            }
            self.escape(&mut bytes)?;
        }
    }

    /// Reads what follows a backslash.
    fn escape(&mut self, bytes: &mut Vec<u8>) -> Result<(), BadJson> {
        let Some(&kind) = self.text.get(self.at) else { return self.bad() };
        self.at += 1;
        let plain = match kind {
            b'"' | b'\\' | b'/' => kind,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                let high = self.hex()?;
                let mut character = char::from_u32(high);
                if (0xD800..0xDC00).contains(&high)
                    && self.text.get(self.at..).is_some_and(|rest| rest.starts_with(b"\\u"))
                {
                    let before = self.at;
                    self.at += 2;
                    let low = self.hex()?;
                    if (0xDC00..0xE000).contains(&low) {
                        character = char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
                    } else {
                        self.at = before;
                    }
                }
                // Half of a pair does not make a character.
                let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                return Ok(());
            }
            _ => return self.bad(),
        };
        bytes.push(plain);
        Ok(())
    }

    fn hex(&mut self) -> Result<u32, BadJson> {
        let digits = self.text.get(self.at..self.at + 4).and_then(|digits| std::str::from_utf8(digits).ok());
        let Some(code) = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) else { return self.bad() };
        self.at += 4;
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(item: Item<'_>) -> serde_json::Value {
        if item.is_object() {
            return item.entries().map(|(key, item)| (key.to_owned(), written(item))).collect();
        }
        if item.is_array() {
            return item.items().map(written).collect();
        }
        match item.value() {
            Some(Value::Number(number)) => (*number).into(),
            Some(Value::Text(text)) => (&**text).into(),
            Some(Value::Bool(truth)) => (*truth).into(),
            _ => serde_json::Value::Null,
        }
    }

    #[test]
    fn json_is_read_as_another_reader_reads_it() {
        for text in [
            r#"{"a":[1.5,-2e3,true,false,null,{}],"b":{"c":"\"\\\/\b\f\n\r\té\ud83d\ude00ü","d":[]}, "e" : [ [ ] , [[0.25]] ] }"#,
            "[]",
            "\"x\"",
            " 12.5 ",
        ] {
            let expected: serde_json::Value = serde_json::from_str(text).unwrap();
            assert_eq!(written(Json::read(text.as_bytes()).unwrap().root()), expected, "{text}");
        }
        let halves = Json::read(br#"["\ud83dx","\ud83d\u0041"]"#).unwrap();
        let texts: Vec<_> = halves.root().items().filter_map(Item::text).collect();
        assert_eq!(texts, ["\u{fffd}x", "\u{fffd}A"], "half a pair does not make one");
    }

    #[test]
    fn json_of_any_depth_is_read_and_damage_is_found() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert!(Json::read(deep.as_bytes()).is_ok(), "depth");
        for (text, offset) in [
            ("", 0),
            ("[1,", 3),
            ("[1 2]", 3),
            ("{\"a\" 1}", 5),
            ("{a:1}", 1),
            ("[}", 1),
            ("tru", 0),
            ("\"\\x\"", 3),
            ("\"\\u12\"", 3),
        ] {
            assert_eq!(Json::read(text.as_bytes()).err(), Some(BadJson { offset }), "{text}");
        }
        let (first, end) = Json::read_from(b" {\"a\":1} {", 0).unwrap();
        assert_eq!((first.root().number_of("a"), end), (Some(1.0), 8), "what follows is left");
    }
}
