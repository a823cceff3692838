//! Header fields, of WARC records and of HTTP responses.

/// Limit: bytes of the header of a record, or of an HTTP response. Real ones have at most some kilobytes.
pub(super) const MAX_HEADER: usize = 1 << 18;

/// Header fields in order; names in lower case.
#[derive(Debug, Default)]
pub(super) struct Header(Vec<(String, String)>);

impl Header {
    /// Adds a line: a field, or the continuation of the last one. False if it is neither.
    pub(super) fn add(&mut self, line: &[u8]) -> bool {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end();
        if text.starts_with([' ', '\t']) {
            if let Some((_, value)) = self.0.last_mut() {
                value.push(' ');
                value.push_str(text.trim_start());
            }
            return !self.0.is_empty();
        }
        let Some((name, value)) = text.split_once(':') else { return false };
        self.0.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        true
    }

    /// The first field of a name (in lower case), unless it is empty.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }
}

/// A media type in lower case, without parameters.
pub(in crate::batch) fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// True for media types that browsers show as an HTML document.
pub(in crate::batch) fn is_html(essence: &str) -> bool {
    matches!(essence, "text/html" | "application/xhtml+xml")
}
