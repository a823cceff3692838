//! The drawing as one HTML file, with the refs beside it.

use std::fmt::Write as _;

use super::{Picture, escaped, push_escaped};

/// Nothing is loaded, and nothing but what is in the file runs.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

const STYLE: &str = "\
*{box-sizing:border-box}\
body{margin:0;display:grid;grid-template-columns:minmax(0,1fr) 400px;height:100vh;\
font:13px/1.45 'Liberation Sans',Arial,Helvetica,sans-serif;color:#0f172a;background:#f8fafc}\
main{overflow:auto;padding:8px}\
main>svg{display:block;width:100%;height:auto;max-width:1600px;margin:0 auto}\
aside{overflow:auto;background:#fff;border-left:1px solid #cbd5e1}\
header{position:sticky;top:0;background:#fff;padding:12px 14px 10px;border-bottom:1px solid #e2e8f0}\
h1{margin:0 0 2px;font-size:15px;overflow-wrap:anywhere}\
header p{margin:2px 0;color:#475569;overflow-wrap:anywhere}\
input[type=search]{width:100%;margin-top:8px;padding:6px 8px;border:1px solid #94a3b8;border-radius:6px;font:inherit}\
label{display:inline-block;margin-top:6px;color:#475569}\
ul{list-style:none;margin:0;padding:4px 0}\
li{display:flex;gap:8px;align-items:baseline;padding:3px 14px;cursor:default}\
li:hover,li.on{background:#fce7f3}\
li:focus-visible{outline:2px solid #db2777;outline-offset:-2px}\
code{flex:none;min-width:40px;padding:0 4px;border-radius:3px;text-align:center;color:#fff;\
font:bold 11px/17px 'Liberation Mono',Menlo,Consolas,monospace;background:#1d4ed8}\
li.landmark code{background:#6d28d9}\
li.plain code{color:#475569;background:#e2e8f0;font-weight:normal}\
li.obscured code{color:#92400e;background:#fef3c7;box-shadow:inset 0 0 0 1px #b45309}\
.what{min-width:0;overflow-wrap:anywhere}\
.role{color:#64748b}\
.mark{display:inline-block;margin-left:4px;padding:0 5px;border-radius:8px;font-size:11px;color:#475569;background:#e2e8f0}\
.mark.bad{color:#92400e;background:#fef3c7}\
body.controls li:not(.control){display:none}\
li[hidden]{display:none}\
@media (max-width:800px){body{display:block;height:auto}aside{border:0}}";

/// Hovering a box or a label lights up its row, and the other way round; a click scrolls there.
const SCRIPT: &str = "\
const all=r=>document.querySelectorAll('[data-ref=\"'+r+'\"]');\
let lit=null;\
const light=r=>{if(r===lit)return;if(lit)all(lit).forEach(e=>e.classList.remove('on'));\
lit=r;if(r)all(r).forEach(e=>e.classList.add('on'))};\
const of=e=>{const t=e.target.closest&&e.target.closest('[data-ref]');return t&&t.dataset.ref};\
document.addEventListener('mouseover',e=>light(of(e)));\
document.addEventListener('focusin',e=>{const r=of(e);if(r)light(r)});\
const go=(e)=>{const r=of(e);if(!r)return;const row=e.target.closest('li');\
const to=row?document.querySelector('svg [data-ref=\"'+r+'\"]'):document.querySelector('li[data-ref=\"'+r+'\"]');\
if(to)to.scrollIntoView({block:'center',behavior:'smooth'})};\
document.addEventListener('click',go);\
document.addEventListener('keydown',e=>{if(e.key==='Enter')go(e)});\
const find=document.getElementById('find');\
find.addEventListener('input',()=>{const words=find.value.toLowerCase();\
document.querySelectorAll('li').forEach(li=>li.hidden=!li.textContent.toLowerCase().includes(words))});\
document.getElementById('only').addEventListener('change',e=>document.body.classList.toggle('controls',e.target.checked));";

impl Picture {
    /// The drawing and the list of its refs as one HTML file.
    #[must_use]
    pub fn to_html(&self) -> String {
        let mut out = String::new();
        let title = escaped(self.caption_title());
        let _ = write!(
            out,
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\
             <meta name=\"viewport\" content=\"width=device-width\">\
             <title>{title} – refs</title><style>{STYLE}</style></head>\n<body><main>"
        );
        out.push_str(self.to_svg().trim_end());
        let _ = write!(out, "</main>\n<aside><header><h1>{title}</h1>");
        if let Some(url) = &self.url {
            let _ = write!(out, "<p>{}</p>", escaped(url));
        }
        let controls = self.items.iter().filter(|item| item.kind == super::ItemClass::Control).count();
        let _ = write!(out, "<p>{} refs, {controls} of them can be acted on.</p>", self.items.len());
        if let Some(modal) = &self.modal {
            let _ = write!(out, "<p>A modal is open: {}. What it blocks is shaded.</p>", escaped(modal));
        }
        out.push_str(
            "<input type=\"search\" id=\"find\" placeholder=\"Filter by ref, role or name\" \
             aria-label=\"Filter\"><label><input type=\"checkbox\" id=\"only\"> only what can be acted on</label>\
             </header>\n<ul>",
        );
        for item in &self.items {
            let obscured = if item.obscured { " obscured" } else { "" };
            let _ = write!(
                out,
                "<li class=\"{}{obscured}\" data-ref=\"{1}\" tabindex=\"0\" style=\"padding-left:{2}px\">\
                 <code>{1}</code><span class=\"what\"><span class=\"role\">{3}</span> ",
                item.kind.class(),
                item.reference,
                14 + item.depth.min(12) * 7,
                item.role
            );
            push_escaped(&mut out, &item.name);
            for mark in &item.marks {
                let bad = if mark.starts_with("obscured") || mark.starts_with("clipped") { " bad" } else { "" };
                let _ = write!(out, "<span class=\"mark{bad}\">{}</span>", escaped(mark));
            }
            out.push_str("</span></li>\n");
        }
        let _ = writeln!(out, "</ul></aside><script>{SCRIPT}</script></body></html>");
        out
    }
}
