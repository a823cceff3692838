//! Hits measured in Chromium with `document.elementFromPoint()`.

use super::HitMap;
use crate::device::Device;
use crate::dom::{Dom, ParseOptions, local_name};
use crate::geometry::Point;
use crate::page::{Page, RenderOptions};

/// Cases: name, page, points, and for each point the id (else the name) of what is hit, or `-`.
const CASES: &[(&str, &str, &str, &str)] = &[
    (
        "left edge 20.5",
        "<!doctype html><body style='margin:0'><div id=a style='position:absolute;left:20.5px;top:20.5px;width:10px;height:10px'></div>",
        "19,25 19.4,25 19.6,25 20,25 20.4,25 21,25 30,25 30.4,25 30.5,25 30.6,25 31,25",
        "html html a a a a a a html html html",
    ),
    (
        "overflow rounded clip",
        "<!doctype html><body style='margin:0'><div id=c style='position:absolute;left:0px;top:0px;width:40px;height:40px;border-radius:20px;overflow:hidden'><div id=a style='height:40px'></div></div>",
        "5,5 6,6 4,4 34,34 33,33",
        "a a html a a",
    ),
    (
        "html pe none",
        "<!doctype html><html style='pointer-events:none'><body style='margin:0'><div id=a style='height:50px'>",
        "10,10 10,300",
        "html html",
    ),
    (
        "html hidden",
        "<!doctype html><html style='visibility:hidden'><body style='margin:0'><div id=a style='height:50px'>",
        "10,10 10,300",
        "html html",
    ),
    (
        "html inert",
        "<!doctype html><html inert><body style='margin:0'><div id=a style='height:50px'>",
        "10,10 10,300",
        "html html",
    ),
    (
        "body inert",
        "<!doctype html><html><body inert style='margin:0'><div id=a style='height:50px'>",
        "10,10 10,300",
        "html html",
    ),
    (
        "html display none",
        "<!doctype html><html style='display:none'><body style='margin:0'><div id=a style='height:50px'>",
        "10,10 10,300",
        "- -",
    ),
    ("small html, quirks body", "<html><body style='margin:0;height:20px'>", "10,10 10,300", "body html"),
    ("std body", "<!doctype html><html><body style='margin:8px;height:20px'>", "10,10 10,300 3,3", "body html html"),
    (
        "div inert over div",
        "<!doctype html><body style='margin:0'><div id=u style='position:absolute;width:100px;height:100px'></div><div id=a inert style='position:absolute;width:50px;height:50px'><p id=p>x</p></div>",
        "10,10 60,60",
        "u u",
    ),
    (
        "map area",
        "<!doctype html><body style='margin:0'><img id=i usemap=#m width=100 height=100 src='data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=' style='display:block'><map name=m><area id=ar shape=rect coords=0,0,50,50 href=#></map>",
        "10,10 60,60",
        "ar i",
    ),
    (
        "iframe",
        "<!doctype html><body style='margin:0'><iframe id=f srcdoc='<p>hello' style='border:10px solid red'></iframe>",
        "5,5 20,30 60,120",
        "f f f",
    ),
    (
        "iframe pe none inside",
        "<!doctype html><body style='margin:0'><iframe id=f srcdoc='<html style=\"pointer-events:none\"><p>hello' style='border:0px solid red;display:block'></iframe>",
        "5,5 20,30",
        "f f",
    ),
    (
        "label/button disabled",
        "<!doctype html><body style='margin:0'><button id=b disabled style='width:50px;height:50px;display:block'><span id=s>xxx</span></button>",
        "25,25 3,3",
        "s b",
    ),
    (
        "select/option/input",
        "<!doctype html><body style='margin:0'><select id=s style='width:100px;height:40px;display:block'><option id=o>abc</select><input id=i value=abc style='display:block'><textarea id=t>abc</textarea><input type=range id=r style='display:block'>",
        "10,10 10,48 10,70",
        "s i t",
    ),
    (
        "listbox option",
        "<!doctype html><body style='margin:0'><select id=s size=4 style='width:100px;display:block'><option id=o>abc<option id=o2>def</select>",
        "10,10 10,25 10,60",
        "o o2 s",
    ),
    (
        "before",
        "<!doctype html><body style='margin:0'><div id=a style='height:20px'></div><style>#a::after{content:'x';position:absolute;top:100px;left:0;width:50px;height:50px}</style>",
        "10,110",
        "a",
    ),
    (
        "modal",
        "<!doctype html><body style='margin:0'><div id=a style='height:200px'>x</div><dialog id=d data-frozen-modal>hi</dialog>",
        "10,10 640,360",
        "d d",
    ),
    (
        "modal no backdrop",
        "<!doctype html><body style='margin:0'><style>dialog::backdrop{display:none}</style><div id=a style='height:200px'>x</div><dialog id=d data-frozen-modal>hi</dialog>",
        "10,10 640,360",
        "html d",
    ),
    (
        "shadow",
        "<!doctype html><body style='margin:0'><div id=h style='height:50px'><template shadowrootmode=open><p id=in style='margin:0'>x<slot></slot></p></template><b id=sl>lll</b></div>",
        "3,10 15,10 300,10",
        "h sl h",
    ),
    (
        "inline box with padding",
        "<!doctype html><body style='margin:0'><div id=d style='line-height:60px'><span id=s style='padding:10px;font-size:16px'>abc</span></div>",
        "15,30 5,30 5,12 5,21 15,12 15,3 5,50",
        "s s s s s d d",
    ),
    (
        "empty area of line (block p)",
        "<!doctype html><body style='margin:0'><div id=d><a id=a>abc</a><br>defghijklmnopqr</div>",
        "100,8 5,8",
        "d a",
    ),
    (
        "details",
        "<!doctype html><body style='margin:0'><details id=d><summary id=s>sum</summary><p id=p>xxx</details>",
        "30,8 30,30",
        "s html",
    ),
    ("outside", "<!doctype html><body style='margin:0'>x", "-1,5 1280,5 1279.5,5 5,720 5,719.9", "- - - - -"),
    (
        "fieldset legend",
        "<!doctype html><body style='margin:0'><fieldset id=f style='margin:0'><legend id=l>leg</legend><input id=i></fieldset>",
        "20,10 200,3 200,20 20,35",
        "l f f i",
    ),
    (
        "table",
        "<!doctype html><body style='margin:0'><table id=t cellspacing=10><tr id=r><td id=c>a<td id=c2 style='visibility:hidden'>bbbbb</tr></table>",
        "5,5 13,15 23,15 35,15",
        "t c t t",
    ),
    (
        "transform rot",
        "<!doctype html><body style='margin:0'><div id=a style='position:absolute;left:100px;top:100px;width:100px;height:20px;transform:rotate(45deg)'></div>",
        "150,110 110,110 180,140 185,145 186,140",
        "a html a a a",
    ),
    ("opacity0", "<!doctype html><body style='margin:0'><div id=a style='opacity:0;height:20px'></div>", "10,10", "a"),
    (
        "content-visibility hidden",
        "<!doctype html><body style='margin:0'><div id=a style='content-visibility:hidden;height:40px'><p id=p>xx</p></div>",
        "10,20",
        "a",
    ),
    (
        "text x 10.5",
        "<!doctype html><body style='margin:0'><div id=d style='position:absolute;left:0;top:0;width:300px;height:50px'><span id=s style='position:relative;left:10.5px;font:20px Arial'>MM</span></div>",
        "8.9,15 9,15 9.3,15 9.6,15 9.9,15 10,15 10.4,15 10.6,15",
        "d d d d d d s s",
    ),
    (
        "text y 10.5",
        "<!doctype html><body style='margin:0'><div id=d style='position:absolute;left:0;top:0;width:300px;height:50px'><span id=s style='position:relative;top:10.5px;font:20px/20px Arial'>MM</span></div>",
        "5,7 5,7.6 5,8 5,8.4 5,8.6 5,9 5,9.3 5,9.6 5,9.9 5,10 5,10.4 5,10.6 5,31 5,31.5 5,32 5,32.3 5,32.5 5,33 5,33.5",
        "d d d d d d s s s s s s s s d d d d d",
    ),
    (
        "scaled box",
        "<!doctype html><body style='margin:0'><div id=a style='position:absolute;left:100px;top:100px;width:10px;height:10px;transform:scale(4);transform-origin:0 0'></div>",
        "95,110 96,110 96.5,110 97,110 98,110 99,110 100,110 139,110 140,110 141,110",
        "html html html html html html a a html html",
    ),
    (
        "scaled down",
        "<!doctype html><body style='margin:0'><div id=a style='position:absolute;left:100px;top:100px;width:100px;height:100px;transform:scale(.25);transform-origin:0 0'></div>",
        "99,110 99.5,110 99.8,110 100,110 124.8,110 125,110",
        "html a a a a html",
    ),
    (
        "clip overflow frac",
        "<!doctype html><body style='margin:0'><div id=c style='position:absolute;left:10.5px;top:0;width:20px;height:50px;overflow:hidden'><div id=a style='width:100px;height:50px'></div></div>",
        "9,10 9.4,10 9.6,10 10,10 30,10 30.4,10 30.5,10 31,10",
        "html html a a a a html html",
    ),
    (
        "z order",
        "<!doctype html><body style='margin:0'><div id=a style='height:50px;margin-bottom:-30px'></div><div id=b style='height:50px'><span id=t>text</span></div>",
        "5,25 300,25",
        "t b",
    ),
    (
        "float over block text",
        "<!doctype html><body style='margin:0'><div id=f style='float:left;width:50px;height:50px'></div><div id=b style='height:60px'>text</div>",
        "5,25 60,5 300,25",
        "f b b",
    ),
    (
        "inline-block negative margin",
        "<!doctype html><body style='margin:0'><div id=p>aaaa<span id=i style='display:inline-block;width:50px;height:20px;margin-left:-20px'></span><b id=b style='margin-left:-30px'>bbbbbb</b></div>",
        "25,10 40,10 60,10",
        "i b b",
    ),
    (
        "opacity stacking",
        "<!doctype html><body style='margin:0'><div id=a style='opacity:.5;height:50px;margin-bottom:-30px'></div><div id=b style='height:50px'>x</div>",
        "5,25 300,25 5,60",
        "a a b",
    ),
    (
        "neg z",
        "<!doctype html><body style='margin:0'><div id=a style='position:relative;z-index:-1;height:50px'>text</div>",
        "5,10",
        "body",
    ),
    (
        "neg z in body bg",
        "<!doctype html><body style='margin:0;background:red'><div id=w style='height:40px'><div id=a style='position:relative;z-index:-1;height:50px'>text</div></div>",
        "5,10 5,45",
        "w a",
    ),
    (
        "pe none child of auto",
        "<!doctype html><body style='margin:0'><div id=a style='height:50px'><p id=p style='pointer-events:none;margin:0'>x<b id=b style='pointer-events:auto'>b</b></p></div>",
        "3,8 12,8",
        "a b",
    ),
    (
        "span block inside",
        "<!doctype html><body style='margin:0'><span id=s>a<div id=d style='height:20px'></div>b</span>",
        "3,8 3,25 300,5 300,25",
        "s d body d",
    ),
    (
        "li marker inside",
        "<!doctype html><ul id=u style='list-style-position:inside'><li id=l><a id=a>abc</a></li></ul>",
        "52,25 50,25 75,25",
        "l l a",
    ),
    (
        "button text",
        "<!doctype html><body style='margin:0'><button id=b><span id=s>xxxxx</span></button>",
        "15,10 3,3 1,1",
        "s b b",
    ),
    (
        "empty inline",
        "<!doctype html><body style='margin:0'><div id=d>abc<a id=a style='padding:0 10px'></a>def</div>",
        "35,8",
        "a",
    ),
    (
        "inline img in a",
        "<!doctype html><body style='margin:0'><div id=d><a id=a><img id=i width=50 height=50 src='data:,'></a></div>",
        "5,5 5,48 5,52 5,53",
        "i i a d",
    ),
    (
        "display contents",
        "<!doctype html><body style='margin:0'><div id=c style='display:contents'>text</div>",
        "5,5 300,5",
        "c body",
    ),
    (
        "label",
        "<!doctype html><body style='margin:0'><label id=l>text <input type=checkbox id=i></label>",
        "5,8 40,8",
        "l i",
    ),
    (
        "details content",
        "<!doctype html><body style='margin:0'><details id=d open><summary id=s>sum</summary>text</details>",
        "30,8 10,30 300,30 8,10",
        "s d d s",
    ),
    (
        "caption",
        "<!doctype html><body style='margin:0'><table id=t><caption id=c>abc<tr><td id=d>abcdefg</table>",
        "2,5 20,5 20,30",
        "c c d",
    ),
    (
        "vis hidden parent visible child",
        "<!doctype html><body style='margin:0'><div id=a style='visibility:hidden;height:50px'>hid<b id=b style='visibility:visible'>vis</b></div>",
        "5,8 30,8",
        "body b",
    ),
    (
        "scroll container",
        "<!doctype html><body style='margin:0'><div id=a style='height:50px;overflow:auto'><div id=b style='height:500px'></div></div><p id=p>x",
        "5,8 5,40 5,75",
        "b b p",
    ),
    (
        "fixed",
        "<!doctype html><body style='margin:0'><div style='height:3000px' id=tall></div><div id=f style='position:fixed;bottom:0;height:20px;width:100%'></div>",
        "5,710 5,690",
        "f tall",
    ),
    (
        "line before background",
        "<!doctype html><body style='margin:0'><div id=a style='height:10px;font:16px/20px Arial'>text</div><div id=b style='height:50px'></div>",
        "5,5 5,15 5,19 5,20 100,15",
        "a a b b b",
    ),
    (
        "line of a fraction",
        "<!doctype html><body style='margin:8.4px;font:16px/20px Arial'><div id=a>text</div><div id=b>t</div>",
        "9,8 9,28 25,28 60,28 9,48 9,49",
        "a b a b b html",
    ),
    (
        "culled inline",
        "<!doctype html><body style='margin:0 0 0 8px;font:20px/20px Arial'><div style='height:10.6px'></div><div id=d style='height:60px'><a id=s>MM</a> <a id=t style='background:red'>MM</a></div>",
        "10,9 10,10 10,11 60,10 60,11",
        "s s s t t",
    ),
    (
        "marker",
        "<!doctype html><body style='margin:0;font:16px/20px Arial'><ul id=u style='margin:0;padding-left:40px'><li id=l>x</ul><ol id=o style='margin:0;padding-left:40px'><li id=m>x</ol>",
        "22,5 23,5 29,5 30,5 36,5 21,25 22,25 39,25",
        "u l l u u o o m",
    ),
    (
        "svg shapes",
        "<!doctype html><body style='margin:0'><svg id=s width=100 height=100><circle id=c cx=50 cy=50 r=40 fill=none stroke=red stroke-width=4 /><path id=p d='M50 20L80 70H20Z' /><line id=l x1=0 y1=95 x2=50 y2=95 stroke=red stroke-width=6 stroke-linecap=round /></svg>",
        "50,10 50,14 50,30 30,30 22,69 95,95 51,96 54,96 2,2",
        "c s p s p s l s s",
    ),
    (
        "svg pointer events",
        "<!doctype html><body style='margin:0'><svg id=s width=100 height=100 fill=none><rect id=a width=40 height=40 pointer-events=all /><rect id=b x=50 width=40 height=40 stroke=red pointer-events=fill /><rect id=c y=50 width=40 height=40 stroke=red visibility=hidden pointer-events=painted /><rect id=d x=50 y=50 width=40 height=40 fill=red visibility=hidden /></svg>",
        "20,20 70,20 20,50 20,70 70,70",
        "a b c s s",
    ),
    (
        "svg use",
        "<!doctype html><body style='margin:0'><svg width=0 height=0 style='position:absolute'><symbol id=y viewBox='0 0 10 10'><path d='M0 0H5V10H0Z'/></symbol></svg><svg id=s width=100 height=100><use id=u href=#y x=20 width=50 height=50 /></svg>",
        "22,10 44,10 46,10 10,10 22,60",
        "u u s s s",
    ),
    (
        "backface",
        "<!doctype html><body style='margin:0'><style>i{position:absolute;inset:0;backface-visibility:hidden}</style><div style='width:100px;height:50px;position:relative;transform-style:preserve-3d'><i id=f></i><i id=b style='transform:rotateY(180deg)'></i></div><div style='width:100px;height:50px;position:relative;transform-style:preserve-3d;transform:rotateX(180deg)'><i id=g></i><i id=h style='transform:rotateX(180deg)'></i></div>",
        "50,25 50,75",
        "f h",
    ),
    (
        "perspective",
        "<!doctype html><body style='margin:0'><div id=a style='position:absolute;left:20px;top:20px;width:100px;height:80px;transform:perspective(200px) rotateY(40deg)'></div>",
        "32,17 32,60 35,20 100,17 100,28 107,60 112,60 32,105",
        "a a a html a html html a",
    ),
    (
        "static box with an index",
        "<!doctype html><body style='margin:0'><div id=a style='z-index:2;opacity:.5;height:40px'></div><div id=b style='position:absolute;top:0;height:40px;width:40px'></div>",
        "10,10 60,10",
        "b a",
    ),
    (
        "line that overflows",
        "<!doctype html><body style='margin:0;font:16px/40px Arial'><div id=a style='width:60px;white-space:nowrap'>some long text that overflows</div>",
        "59,5 62,5 100,5 100,20",
        "a body body a",
    ),
];

#[test]
fn hit_is_that_of_chromium() {
    let mut wrong = Vec::new();
    for (what, html, points, expected) in CASES {
        let page = Page::render(
            Dom::parse(html.as_bytes(), &ParseOptions::default()),
            Device::default(),
            RenderOptions::default(),
        );
        let (dom, map) = (page.dom(), HitMap::new(&page));
        let hits: Vec<String> = points
            .split(' ')
            .map(|point| {
                let (x, y) = point.split_once(',').expect("a point");
                let point = Point::new(x.parse().expect("a number"), y.parse().expect("a number"));
                let Some(node) = map.at(point) else { return "-".to_owned() };
                let id = dom.attr(node, &local_name!("id"));
                id.map_or_else(|| dom.element(node).expect("an element").name.local.to_string(), str::to_owned)
            })
            .collect();
        if hits.join(" ") != *expected {
            wrong.push(format!("{what}: at {points}\n  {}\n  not {expected}", hits.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
