import pytest

import stillpage
from stillpage import Page, Session


def rows(*names):
    return Page.from_html("<ul>" + "".join(f"<li>{name} <button>Delete</button>" for name in names) + "</ul>")


def test_refs_follow_their_widgets():
    session = Session()
    seen = session.observe(rows("Ada", "Grace"))
    grace = next(ref for ref, element in seen.refs.items() if element.parent.text == "Grace Delete" and element.role == "button")
    assert f"[ref={grace}]" in seen.snapshot() and f"[ref={grace}]" in seen.agent_view()
    assert len(seen) == len(session) == len(seen.refs) and seen[grace].ref == grace

    after = rows("Joan", "Ada", "Grace")
    found = session.resolve(after, grace)
    assert found.element == after.find("li:last-child button")[0]
    assert (found.ref, found.outcome) == (grace, "healed") and 0 < found.confidence <= 1 and found.proof and found.reason
    again = session.observe(after)
    assert again[grace].parent.text == "Grace Delete"

    with pytest.raises(stillpage.RefError) as gone:
        session.resolve(rows("Joan", "Ada"), grace)
    assert gone.value.code == "stale_ref" and gone.value.details["reason"] == "removed"


def test_sessions_are_bytes_between_runs():
    session = Session()
    ref = session.observe(rows("Ada", "Grace")).page.find("button")[0].ref
    restored = Session.from_bytes(session.to_bytes())
    assert len(restored) == len(session)
    assert restored.resolve(rows("Ada", "Grace"), ref).outcome == "exact"


def test_tabs_and_navigation():
    session = Session()
    page = rows("Ada")
    seen = session.observe(page, tab="left")
    ref = seen.page.find("button")[0].ref
    with pytest.raises(stillpage.RefError) as conflict:
        session.resolve(page, ref, tab="right")
    assert conflict.value.code == "target_conflict"
    session.navigate(tab="left")
    with pytest.raises(stillpage.RefError) as stale:
        session.resolve(page, ref)
    assert stale.value.details["reason"] == "navigated"


def test_an_empty_session_is_true():
    assert Session() and len(Session()) == 0
    with pytest.raises(KeyError):
        Session().observe(rows("Ada"))["e99"]
