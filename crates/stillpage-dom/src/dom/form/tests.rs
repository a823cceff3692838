use super::*;
use crate::dom::ParseOptions;

fn parse(html: &str) -> Dom {
    Dom::parse(html.as_bytes(), &ParseOptions::default())
}

/// The state of the first element of `body`, in the words of the pseudo-classes.
fn describe(dom: &Dom) -> String {
    let node = dom.child_elements(dom.body(dom.document()).unwrap()).next().unwrap();
    let element = dom.element(node).unwrap();
    let form = dom.form();
    let mut words = Vec::new();
    words.extend(form.is_valid(node).map(|valid| if valid { "valid" } else { "invalid" }));
    words.extend(form.is_in_range(dom, node).map(|inside| if inside { "in-range" } else { "out-of-range" }));
    let flags = [
        (is_required(element), "required"),
        (is_placeholder_shown(dom, node), "placeholder-shown"),
        (form.is_default(dom, node), "default"),
        (form.is_checked(node), "checked"),
        (form.is_indeterminate(dom, node), "indeterminate"),
        (form.is_disabled(node), "disabled"),
    ];
    words.extend(flags.iter().filter(|(on, _)| *on).map(|&(_, word)| word));
    words.join(" ")
}

fn check(html: &str, expected: &str) {
    assert_eq!(describe(&parse(html)), expected, "{html}");
}

// What Chromium answers, pseudo-class by pseudo-class.
#[test]
fn form_validity_of_text_is_chromiums() {
    check("<input>", "valid");
    check("<input required>", "invalid required");
    check("<input required value=x>", "valid required");
    check("<input required readonly>", "required");
    check("<input required disabled>", "required disabled");
    check("<input type=url value=foo>", "invalid");
    check("<input type=url value='foo:bar'>", "valid");
    check("<input type=url value='http://'>", "invalid");
    check("<input type=email value='a@b.'>", "invalid");
    check("<input type=email value='a@-b'>", "invalid");
    check("<input type=email value='\u{fc}@b.de'>", "invalid");
    check("<input type=email multiple value='a@b,'>", "invalid");
    check("<input maxlength=2 value=abcdef>", "valid");
    check("<textarea required></textarea>", "invalid required");
    check("<textarea readonly required></textarea>", "required");
}

#[test]
fn form_validity_of_numbers_is_chromiums() {
    check("<input type=number value=abc>", "valid in-range");
    check("<input type=number value=.5>", "valid");
    check("<input type=number value=1.5 min=0>", "invalid in-range");
    check("<input type=number value=1.5 min=0 step=any>", "valid in-range");
    check("<input type=number value=1.5 min=0 step=0.5>", "valid in-range");
    check("<input type=number value=-1 min=0>", "invalid out-of-range");
    check("<input type=number value=11 max=10>", "invalid out-of-range");
    check("<input type=number value=11 max=10 readonly>", "");
    check("<input type=range value=200>", "valid in-range");
    check("<input type=date value=2020-02-29 min=2020-03-01>", "invalid out-of-range");
    check("<input type=month value=2020-12 min=2021-01>", "invalid out-of-range");
    check("<input type=time value=12:30 min=10:00 max=11:00>", "invalid out-of-range");
    check("<input type=time value=23:30 min=22:00 max=03:00>", "valid in-range");
    check("<input type=time value=12:30 min=22:00 max=03:00>", "invalid out-of-range");
    check("<input type=time value=12:30:30 min=12:00>", "invalid in-range");
}

#[test]
fn form_validity_of_buttons_is_chromiums() {
    check("<input type=submit required>", "valid");
    check("<input type=reset>", "");
    check("<input type=hidden required>", "");
    check("<input type=image>", "");
    check("<button>x</button>", "valid");
    check("<button type=button>x</button>", "");
    check("<output></output>", "");
    check("<input type=file required>", "invalid required");
    check("<fieldset><input required></fieldset>", "invalid");
    check("<form><input></form>", "valid");
    check("<form><input required></form>", "invalid");
}

#[test]
fn form_checkedness_is_chromiums() {
    check("<input type=checkbox required>", "invalid required");
    check("<input type=checkbox required checked>", "valid required default checked");
    check("<input type=checkbox required readonly>", "required");
    check("<input type=checkbox data-frozen-indeterminate>", "valid indeterminate");
    check("<input type=text data-frozen-indeterminate>", "valid");
    check("<input type=radio>", "valid indeterminate");
    check("<input type=radio name=r><input type=radio name=r required>", "invalid indeterminate");
    check("<input type=radio name=r><input type=radio name=r disabled required>", "invalid indeterminate");
    check("<input type=radio name=r required><input type=radio name=r checked>", "valid required");
    check("<input type=radio name=r checked><input type=radio name=r checked>", "valid default");
    check("<input type=radio name=r checked><form><input type=radio name=r checked></form>", "valid default checked");
    check("<progress></progress>", "indeterminate");
    check("<progress value=1></progress>", "");
}

#[test]
fn form_placeholder_is_shown_by_empty_text_fields() {
    check("<input placeholder=x>", "valid placeholder-shown");
    check("<input placeholder=''>", "valid placeholder-shown");
    check("<input placeholder=x value=y>", "valid");
    check("<input type=number placeholder=x>", "valid in-range placeholder-shown");
    check("<input type=date placeholder=x>", "valid in-range");
    check("<textarea placeholder=x>y</textarea>", "valid");
}

fn check_select(html: &str, value_expected: &str, selected: usize, words: &str) {
    let dom = parse(html);
    let select = dom.elements_in_order().find(|&n| dom.is_html(n, &local_name!("select"))).unwrap();
    assert_eq!(value(&dom, select), value_expected, "value of {html}");
    assert_eq!(dom.form().selected_options(select).count(), selected, "selected options of {html}");
    assert_eq!(describe(&dom), words, "{html}");
}

#[test]
fn form_selectedness_is_chromiums() {
    check_select("<select></select>", "", 0, "valid");
    check_select("<select required></select>", "", 0, "invalid required");
    check_select("<select><option>a<option>b</select>", "a", 1, "valid");
    check_select("<select><option disabled>a<option>b</select>", "b", 1, "valid");
    check_select("<select><option disabled>a<option disabled>b</select>", "", 0, "valid");
    check_select("<select><optgroup disabled><option>a</optgroup><option> b  c </select>", "b c", 1, "valid");
    check_select("<select><option selected>a<option selected>b</select>", "b", 1, "valid");
    check_select("<select size=2><option>a<option>b</select>", "", 0, "valid");
    check_select("<select size=0><option>a<option>b</select>", "a", 1, "valid");
    check_select("<select size=x><option>a<option>b</select>", "a", 1, "valid");
    check_select("<select multiple size=1><option>a<option selected>b<option selected>c</select>", "b", 2, "valid");
    check_select("<select required><option value=''>a<option>b</select>", "", 1, "invalid required");
    check_select("<select required><option disabled value=''>a<option>b</select>", "b", 1, "valid required");
    check_select("<select required size=2><option value='' selected>a</select>", "", 1, "valid required");
    check_select("<select required><optgroup><option value='' selected>a</optgroup></select>", "", 1, "valid required");
    check_select("<select required readonly><option value=''>a</select>", "", 1, "invalid required");
    check_select("<select><option><b>x</b><script>s</script> y<option label=l>z</select>", "x y", 1, "valid");
    check_select("<select><div><option>q</div></select>", "q", 1, "valid");
}

#[test]
fn form_disabled_comes_from_fieldsets() {
    let dom = parse(
        "<fieldset disabled><input id=a><legend><input id=b><fieldset id=f><legend></legend><input id=c></fieldset></legend>
        <legend><input id=d></legend><fieldset id=g></fieldset><output id=o></output></fieldset><option id=p disabled>",
    );
    let disabled: Vec<_> = ["a", "b", "c", "d", "f", "g", "o", "p"]
        .into_iter()
        .filter(|&id| dom.form().is_disabled(dom.get_element_by_id(dom.document(), &id.into()).unwrap()))
        .collect();
    assert_eq!(disabled, ["a", "d", "g", "p"], "the first legend is exempt");
}

#[test]
fn form_labels_are_found_both_ways() {
    let dom = parse(
        "<label id=l1 for=i>a</label><label id=l2><span><input id=i></span><input id=j></label><label id=l3 for=''><input id=k>
        </label><label id=l4><input type=hidden><label id=l5><button id=m></button></label></label><label for=div id=l6></label>
        <div id=div></div>",
    );
    let id = |name: &str| dom.get_element_by_id(dom.document(), &name.into()).unwrap();
    let labels = |name: &str| {
        let name_of = |&n: &NodeId| dom.element(n).unwrap().id.clone().unwrap().to_string();
        dom.form().labels(id(name)).iter().map(name_of).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(labels("i"), "l1 l2", "by id and by nesting, in tree order");
    assert_eq!(labels("j"), "", "only the first control");
    assert_eq!(labels("k"), "", "an empty for names nothing");
    assert_eq!(labels("m"), "l4 l5", "hidden inputs are skipped");
    assert_eq!(dom.form().labeled_control(id("l6")), None, "a div is not labelable");
}

#[test]
fn form_owner_is_named_or_near_or_remembered() {
    let dom = parse(
        "<form id=f><input id=a><input id=b form=g><input id=c form=none></form><form id=g></form>
        <table><form id=h><tr><td><input id=d></form></table><button id=e>",
    );
    let owner = |name: &str| {
        let node = dom.get_element_by_id(dom.document(), &name.into()).unwrap();
        dom.form().owner(node).map(|form| dom.element(form).unwrap().id.clone().unwrap().to_string())
    };
    assert_eq!(owner("a").as_deref(), Some("f"), "nearest");
    assert_eq!(owner("b").as_deref(), Some("g"), "named");
    assert_eq!(owner("c"), None, "named in vain");
    assert_eq!(owner("d").as_deref(), Some("h"), "remembered by the parser");
    assert_eq!(owner("e"), None, "none");
}

#[test]
fn form_default_button_is_the_first_that_submits() {
    check("<button>x</button>", "valid");
    let dom = parse("<form><button type=button>a</button><input type=image id=i><button>b</button></form>");
    let image = dom.get_element_by_id(dom.document(), &"i".into()).unwrap();
    let defaults: Vec<_> = dom.elements_in_order().filter(|&n| dom.form().is_default(&dom, n)).collect();
    assert_eq!(defaults, [image], "default button");
}
