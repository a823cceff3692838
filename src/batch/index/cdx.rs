//! Lines of indexes of WARC files, in the formats CDX and CDXJ.

/// The fields of a line, by the letters of CDX: `a` the address, `V` the offset, `g` the file.
///
/// <https://iipc.github.io/warc-specifications/specifications/cdx-format/cdx-2015/>
#[derive(Debug, Default)]
pub(super) struct Legend(Option<Vec<String>>);

/// The fields of indexes without a legend, by how many there are.
const LEGENDS: &[&str] = &["N b a m s k r M S V g", "N b a m s k r V g"];

/// A record that an index names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct CdxLine {
    pub(super) url: String,
    pub(super) offset: u64,
    /// The name of the WARC file.
    pub(super) file: String,
    /// In capitals; `GET` where the index does not say.
    pub(super) method: String,
    /// The request body, where the index has it.
    pub(super) body: Option<String>,
    /// It is a page that was there.
    pub(super) is_page: bool,
    /// The digest of the body.
    pub(super) digest: Option<String>,
    /// It says that a response was the same as another one.
    pub(super) is_repeated: bool,
}

impl Legend {
    /// The record of a line; `None` for one that names none.
    pub(super) fn read(&mut self, line: &str) -> Option<CdxLine> {
        if let Some(letters) = line.trim_start().strip_prefix("CDX ") {
            self.0 = Some(letters.split_whitespace().map(str::to_owned).collect());
            return None;
        }
        // CDXJ: the key, the time, an object.
        if let Some((_, object)) = line.split_once(" {") {
            let object: serde_json::Value = serde_json::from_str(&format!("{{{object}")).ok()?;
            let text = |name: &str| object[name].as_str().map(str::to_owned);
            let number = |name: &str| object[name].as_u64().or_else(|| object[name].as_str()?.parse().ok());
            let media_type = text("mime").unwrap_or_default();
            return Some(CdxLine {
                url: text("url")?,
                offset: number("offset")?,
                file: text("filename")?,
                method: text("method").unwrap_or_else(|| "GET".to_owned()),
                body: text("requestBody"),
                is_page: is_page(&media_type, number("status")),
                digest: text("digest"),
                is_repeated: media_type == REPEATED,
            });
        }
        let fields: Vec<&str> = line.split_whitespace().collect();
        let usual = || LEGENDS.iter().find(|letters| letters.split(' ').count() == fields.len());
        let place = |letter: &str| match &self.0 {
            Some(letters) => letters.iter().position(|known| known == letter),
            None => usual()?.split(' ').position(|known| known == letter),
        };
        let field = |letter: &str| fields.get(place(letter)?).copied();
        let media_type = field("m").unwrap_or_default();
        Some(CdxLine {
            url: field("a")?.to_owned(),
            offset: field("V")?.parse().ok()?,
            file: field("g")?.to_owned(),
            method: "GET".to_owned(),
            body: None,
            is_page: is_page(media_type, field("s").and_then(|status| status.parse().ok())),
            digest: field("k").filter(|digest| *digest != "-").map(str::to_owned),
            is_repeated: media_type == REPEATED,
        })
    }
}

/// The media type of a record that says that a response was the same as another one.
const REPEATED: &str = "warc/revisit";

fn is_page(media_type: &str, status: Option<u64>) -> bool {
    media_type == "text/html" && status.is_none_or(|status| status == 200)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cdx_lines_are_read_in_both_formats() {
        let check = |legend: &mut Legend, line: &str, expected: Option<(&str, u64, &str)>| {
            let read = legend.read(line);
            let read = read.as_ref().map(|line| (&*line.url, line.offset, &*line.file));
            assert_eq!(read, expected, "{line}");
        };
        let found = Some(("http://a/", 42, "x.warc.gz"));
        let object =
            r#"a)/ 20240517083000 {"url": "http://a/", "length": "9", "offset": "42", "filename": "x.warc.gz"}"#;
        check(&mut Legend::default(), object, found);
        check(&mut Legend::default(), &object.replace("\"42\"", "42"), found);
        let eleven = "a)/ 20240517083000 http://a/ text/css 200 DIGEST - - 9 42 x.warc.gz";
        check(&mut Legend::default(), eleven, found);
        check(&mut Legend::default(), &eleven.replace(" - 9", ""), found);
        check(&mut Legend::default(), "a b c", None);
        let mut legend = Legend::default();
        check(&mut legend, " CDX g V a", None);
        check(&mut legend, "x.warc.gz 42 http://a/", found);
        let repeated = object.replace("{", "{\"mime\": \"warc/revisit\", \"digest\": \"x\", ");
        let repeated = Legend::default().read(&repeated).unwrap();
        assert!(repeated.is_repeated && repeated.digest.as_deref() == Some("x"), "{repeated:?}");
        let sent = object.replace("{", "{\"method\": \"POST\", \"requestBody\": \"a=1\", \"mime\": \"text/html\", ");
        let sent = Legend::default().read(&sent).unwrap();
        assert_eq!((&*sent.method, sent.body.as_deref(), sent.is_page), ("POST", Some("a=1"), true));
    }
}
