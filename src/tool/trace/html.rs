//! The actions of a recording as a report to look at: a picture of each state, stepped through with the arrow keys.

use std::fmt::Write as _;

use super::print::tally;
use super::{StepReport, TraceReport, View};
use crate::picture::escaped;
use crate::tool::exact_json;

/// Nothing is loaded, and nothing but what is in the file runs.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// Limit: lines of changes of an action.
const MAX_CHANGES: usize = 200;

const STYLE: &str = "\
*{box-sizing:border-box}\
:root{color-scheme:light}\
body{margin:0;display:grid;grid-template:auto minmax(0,1fr)/340px minmax(0,1fr);height:100vh;\
font:14px/1.45 'Liberation Sans',Arial,Helvetica,sans-serif;color:#0f172a;background:#f8fafc}\
header{grid-column:1/3;padding:12px 20px;background:#fff;border-bottom:1px solid #cbd5e1}\
h1{margin:0;font-size:18px;overflow-wrap:anywhere}header p{margin:2px 0 0;color:#475569}\
kbd{padding:0 5px;border:1px solid #94a3b8;border-radius:4px;background:#f1f5f9;font:12px 'Liberation Mono',Menlo,monospace}\
nav{overflow:auto;background:#fff;border-right:1px solid #cbd5e1}\
nav ol{list-style:none;margin:0;padding:6px 0}\
nav button{display:grid;grid-template-columns:18px minmax(0,1fr) auto;gap:6px;width:100%;padding:6px 14px;border:0;\
background:none;font:inherit;text-align:left;cursor:pointer;color:inherit}\
nav button:hover{background:#f1f5f9}nav button[aria-current]{background:#dbeafe}\
nav .what{overflow-wrap:anywhere}time{color:#64748b;font-size:12px}\
.mark{color:#15803d;font-weight:bold}.failed .mark{color:#b91c1c}.failed .what{font-weight:bold}\
main{overflow:auto;padding:16px 20px}\
h2{margin:0 0 6px;font-size:16px;overflow-wrap:anywhere}\
.cause{margin:0 0 8px;padding:8px 12px;border-left:4px solid #b91c1c;background:#fef2f2;font-size:15px;overflow-wrap:anywhere}\
.cause .hint{display:block;margin-top:4px;color:#475569;font-size:14px}\
.about{margin:0 0 8px;padding:0;list-style:none;color:#334155}.about li{overflow-wrap:anywhere}\
pre{margin:0 0 10px;padding:8px 12px;background:#fff;border:1px solid #e2e8f0;border-radius:6px;overflow:auto;max-height:220px;\
font:12px/1.5 'Liberation Mono',Menlo,Consolas,monospace}\
.states{display:flex;flex-wrap:wrap;gap:6px;align-items:center;margin:0 0 8px}\
.states button{padding:4px 12px;border:1px solid #94a3b8;border-radius:14px;background:#fff;font:inherit;cursor:pointer;color:inherit}\
.states button[aria-selected=true]{background:#1d4ed8;border-color:#1d4ed8;color:#fff}\
.states code{color:#475569;font:12px 'Liberation Mono',Menlo,monospace}\
figure{margin:0;max-width:1400px}figure div{position:relative;border:1px solid #cbd5e1;background:#fff}\
figure img{display:block;width:100%;height:auto}figure svg{position:absolute;inset:0;width:100%;height:100%}\
.target{fill:#2563eb;fill-opacity:.12;stroke:#1d4ed8;stroke-width:3}\
.front{fill:#dc2626;fill-opacity:.12;stroke:#b91c1c;stroke-width:3;stroke-dasharray:8 5}\
.point{stroke:#b91c1c;stroke-width:2.5;fill:none}\
.legend{color:#475569;font-size:13px;margin:6px 0 0}\
[hidden]{display:none!important}\
button:focus-visible{outline:2px solid #db2777;outline-offset:-2px}\
@media (max-width:800px){body{display:block;height:auto}nav{max-height:200px}}";

const SCRIPT: &str = "\
const all=(s,e=document)=>[...e.querySelectorAll(s)];\
const pictures=JSON.parse(document.getElementById('pictures').textContent);\
const steps=all('section'),buttons=all('nav button');\
const views=steps.flatMap((s,step)=>{const f=all('figure',s);return f.length?f.map((figure,view)=>({step,view,figure})):[{step,view:0}]});\
let at=0;\
const show=n=>{at=Math.max(0,Math.min(views.length-1,n));const v=views[at];\
steps.forEach((s,i)=>s.hidden=i!==v.step);\
buttons.forEach((b,i)=>{if(i===v.step)b.setAttribute('aria-current','step');else b.removeAttribute('aria-current')});\
const s=steps[v.step];all('figure',s).forEach((f,i)=>f.hidden=i!==v.view);\
all('.states button',s).forEach((b,i)=>{b.setAttribute('aria-selected',i===v.view);b.tabIndex=i===v.view?0:-1});\
if(v.figure){const i=v.figure.querySelector('img');if(!i.src)i.src='data:image/svg+xml,'+encodeURIComponent(pictures[i.dataset.picture]);\
const c=s.querySelector('.states code');if(c)c.textContent='--at '+v.figure.dataset.state}\
buttons[v.step].scrollIntoView({block:'nearest'})};\
const first=step=>views.findIndex(v=>v.step===step);\
const best=step=>{const i=views.findIndex(v=>v.step===step&&v.figure&&v.figure.hasAttribute('data-marked'));return i<0?first(step):i};\
buttons.forEach((b,i)=>b.addEventListener('click',()=>show(best(i))));\
steps.forEach((s,i)=>all('.states button',s).forEach((b,j)=>b.addEventListener('click',()=>show(first(i)+j))));\
document.addEventListener('keydown',e=>{if(e.altKey||e.ctrlKey||e.metaKey)return;const v=views[at];\
const to={ArrowRight:at+1,ArrowLeft:at-1,ArrowDown:best(Math.min(v.step+1,steps.length-1)),ArrowUp:best(Math.max(v.step-1,0)),\
Home:0,End:views.length-1}[e.key];if(to===undefined)return;e.preventDefault();show(to)});\
const failed=steps.findIndex(s=>s.classList.contains('failed'));\
if(views.length)show(best(Math.max(failed,0)));";

impl TraceReport {
    /// The report as one HTML file.
    pub(super) fn to_html(&self) -> String {
        let mut out = String::new();
        let title = escaped(self.name());
        let _ = write!(
            out,
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head>\n\
             <body><header><h1>{title}</h1><p>{}. <kbd>←</kbd> <kbd>→</kbd> step through the states, <kbd>↑</kbd> <kbd>↓</kbd> \
             through the actions.</p></header>\n<nav aria-label=\"Actions\"><ol>",
            tally(self)
        );
        for report in self.listed() {
            let _ = write!(
                out,
                "<li><button type=\"button\" class=\"{}\"><span class=\"mark\">{}</span><span class=\"what\">{}</span>\
                 <time>{:.1} s</time></button></li>",
                class(report),
                mark(report),
                escaped(&report.what()),
                report.step.time / 1e3
            );
        }
        out.push_str("</ol></nav>\n<main>");
        for report in self.listed() {
            put_step(&mut out, report);
        }
        // No picture has what ends a script: text in it is escaped.
        let pictures = exact_json(&self.pictures).replace("</", "<\\/");
        let _ = writeln!(
            out,
            "</main>\n<script type=\"application/json\" id=\"pictures\">{pictures}</script>\n<script>{SCRIPT}</script></body></html>"
        );
        out
    }
}

fn class(report: &StepReport) -> &'static str {
    if report.step.has_failed() { "failed" } else { "done" }
}

fn mark(report: &StepReport) -> &'static str {
    if report.step.has_failed() { "✗" } else { "✓" }
}

fn put_step(out: &mut String, report: &StepReport) {
    let _ = write!(out, "<section class=\"{}\"><h2>{}</h2>", class(report), escaped(&report.what()));
    if let Some(cause) = &report.cause {
        let _ = write!(out, "<p class=\"cause\">{}", escaped(&cause.sentence));
        if let Some(hint) = &cause.hint {
            let _ = write!(out, "<span class=\"hint\">{}</span>", escaped(hint));
        }
        out.push_str("</p>");
    }
    out.push_str("<ul class=\"about\">");
    for line in report.about().iter().filter(|line| !line.starts_with("cause: ") && !line.starts_with("hint: ")) {
        let _ = write!(out, "<li>{}</li>", escaped(line));
    }
    if let Some(source) = &report.step.source {
        let _ = write!(out, "<li>at {}</li>", escaped(source));
    }
    out.push_str("</ul>");
    let (changed, more) = report.changed(MAX_CHANGES, true);
    if !changed.is_empty() {
        out.push_str("<pre tabindex=\"0\" aria-label=\"What changed\">");
        for line in &changed {
            let _ = writeln!(out, "{}", escaped(line));
        }
        if more > 0 {
            let _ = writeln!(out, "… {more} more");
        }
        out.push_str("</pre>");
    }
    if let Some(first) = report.views.first() {
        out.push_str("<div class=\"states\" role=\"tablist\" aria-label=\"States\">");
        for view in &report.views {
            let _ = write!(out, "<button type=\"button\" role=\"tab\">{}</button>", view.phase);
        }
        let _ = write!(out, "<code>--at {}</code></div>", escaped(&first.state));
    }
    for view in &report.views {
        put_view(out, view);
    }
    out.push_str("</section>\n");
}

fn put_view(out: &mut String, view: &View) {
    let bounds = &view.bounds;
    let marked = if view.target.is_some() || view.point.is_some() { " data-marked" } else { "" };
    let _ = write!(
        out,
        "<figure role=\"tabpanel\" data-state=\"{}\"{marked}><div><img data-picture=\"{}\" alt=\"The page {}, drawn with its boxes and \
         words\" width=\"{3}\" height=\"{4}\"><svg viewBox=\"{5} {6} {3} {4}\" aria-hidden=\"true\">",
        escaped(&view.state),
        view.picture,
        view.phase,
        bounds.width,
        bounds.height,
        bounds.x,
        bounds.y,
    );
    for (class, rect) in [("target", &view.target), ("front", &view.interceptor)] {
        if let Some(rect) = rect {
            let _ = write!(
                out,
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                rect.x, rect.y, rect.width, rect.height
            );
        }
    }
    if let Some(point) = view.point {
        let _ = write!(
            out,
            "<path class=\"point\" d=\"M{} {}h20m-10-10v20\"/><circle class=\"point\" cx=\"{}\" cy=\"{1}\" r=\"6\"/>",
            point.x - 10.0,
            point.y,
            point.x
        );
    }
    out.push_str("</svg></div>");
    let mut legend = Vec::new();
    if view.target.is_some() {
        legend.push("blue: the element of the action");
    }
    if view.interceptor.is_some() {
        legend.push("red: what is in front of it");
    }
    if view.point.is_some() {
        legend.push("cross: where Playwright pointed");
    }
    if !legend.is_empty() {
        let _ = write!(out, "<figcaption class=\"legend\">{}</figcaption>", legend.join("; "));
    }
    out.push_str("</figure>");
}
