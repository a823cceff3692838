use super::recording::{DocumentSnapshot, LayoutRows, NodeRows, TreeRow, TreeSnapshot};
use super::*;

#[test]
fn recording_that_is_none_is_an_error() {
    let check = |bytes: &[u8]| assert_eq!(Recording::read(bytes).unwrap_err().code(), "invalid_arguments");
    check(b"");
    check(b"[]x");
    check(&[0x1f, 0x8b, 0, 1, 2]);
    check(b"{\"nodes\":[{\"nodeId\":\"x\"}]}");
    check(b"{}");
    let har = Recording::read(b"{\"log\":{\"entries\":[]}}").unwrap_err().to_string();
    assert_eq!(har, "this is not a recording of a page: it is a HAR file");
}

#[test]
fn recording_of_nothing_is_an_empty_page() {
    let measured = Recording::default().measure();
    assert_eq!(measured.page.dom().elements_in_order().count(), 0, "elements");
    assert_eq!(crate::rendered::text::page_text(&measured.page), "", "text shown");
}

#[test]
fn recording_survives_writing() {
    let text = r##"{"nodes":[{"nodeId":1,"backendNodeId":5,"nodeType":9,"nodeName":"#document"},
        {"nodeId":2,"parentId":1,"backendNodeId":6,"nodeType":1,"nodeName":"HTML","localName":"html","attributes":["lang","en"]}]}"##;
    let recording = Recording::read(text.as_bytes()).unwrap();
    for gzip in [false, true] {
        let again = Recording::read(&recording.write(gzip)).unwrap().measure();
        let html = again.page.dom().document_element(again.page.dom().document()).unwrap();
        assert_eq!(again.handle(html), Some(6), "gzip {gzip}");
        assert_eq!(again.node(6), Some(html), "gzip {gzip}");
    }
}

/// Rows that name themselves, each other or nothing as their parents.
#[test]
fn recording_with_knots_is_read_as_far_as_it_goes() {
    let row = |id: i64, parent: i64| {
        format!(
            r#"{{"nodeId":{id},"parentId":{parent},"backendNodeId":{id},"nodeType":1,"nodeName":"P","localName":"p"}}"#
        )
    };
    let rows = [row(2, 1), row(2, 2), row(3, 4), row(4, 3), row(1, 2), row(5, 2), row(9, 77)].join(",");
    let text = format!(
        r##"{{"nodes":[{{"nodeId":1,"backendNodeId":1,"nodeType":9,"nodeName":"#document"}},{rows}],
        "snapshot":{{"strings":["F","block"],"documents":[{{"frameId":0,"nodes":{{"backendNodeId":[1,2,5,88],"parentIndex":[-1,0,99]}},
        "layout":{{"nodeIndex":[0,1,2,3,500],"bounds":[[0,0],[],[1,2,3,4]],"styles":[[],[1,7,-4]],"paintOrders":[3,-9]}},
        "textBoxes":{{"layoutIndex":[0,77],"bounds":[[]],"start":[9],"length":[9]}}}}]}},
        "frames":{{"F":{{"tags":["p"],"rects":[[1]],"focus":44,"modal":[0,99],"styles":[{{"element":7}}],"geometry":[0,0,9,9,0,0]}},"G":{{}}}},"topLayer":[5,123]}}"##
    );
    let measured = Recording::read(text.as_bytes()).unwrap().measure();
    assert_eq!(measured.page.dom().elements_in_order().count(), 2, "the two that hang off the document");
    let _ = crate::hit::HitMap::new(&measured.page).at(Point::new(1.0, 1.0));
}

/// A recording of a document with these elements.
fn recording(frame: &str, elements: &[(&str, &str)]) -> Recording {
    let row = |node_id: i64, parent_id: i64, node_type: u8, local_name: &str| TreeRow {
        node_id,
        parent_id,
        backend_node_id: node_id + 100,
        node_type,
        local_name: local_name.to_owned(),
        ..TreeRow::default()
    };
    let mut nodes = vec![row(1, 0, 9, ""), row(2, 1, 1, "html"), row(3, 2, 1, "body")];
    for (id, (name, frame)) in (4..).zip(elements) {
        nodes.push(TreeRow { frame_id: (*frame).to_owned(), ..row(id, 3, 1, name) });
    }
    let rows =
        NodeRows { backend_node_id: nodes.iter().map(|row| row.backend_node_id).collect(), ..NodeRows::default() };
    let layout = LayoutRows {
        node_index: (0..nodes.len()).collect(),
        paint_orders: (0..nodes.len()).map(|order| i64::try_from(order).unwrap()).collect(),
        bounds: vec![vec![0.0, 0.0, 10.0, 10.0]; nodes.len()],
        text: vec![-1; nodes.len()],
        ..LayoutRows::default()
    };
    let document = DocumentSnapshot { frame_id: 0, nodes: rows, layout, ..DocumentSnapshot::default() };
    let snapshot = TreeSnapshot { documents: vec![document], strings: vec![frame.to_owned()] };
    Recording { nodes, snapshot, ..Recording::default() }
}

#[test]
fn frame_of_another_process_is_put_under_its_element() {
    let mut page = recording("main", &[("iframe", "inner"), ("p", "")]);
    assert!(page.join("inner", 7, recording("inner", &[("button", "")])), "an element holds it");
    assert!(!page.join("gone", 8, recording("gone", &[])), "no element holds it");
    let measured = page.measure();
    let dom = measured.page.dom();
    let all: Vec<String> = (0..dom.len())
        .map(NodeId::from_index)
        .filter_map(|node| Some(format!("{} {}", dom.element(node)?.name.local, measured.handle(node)? >> FRAME_BITS)))
        .collect();
    assert_eq!(all, ["html 0", "body 0", "iframe 0", "html 7", "body 7", "button 7", "p 0"]);
    let orders: Vec<&[i64]> = page.snapshot.documents.iter().map(|d| d.layout.paint_orders.as_slice()).collect();
    // The frame is painted right after its element (3), before what comes after that.
    assert_eq!(orders, [&[0, 1, 2, 3, 8][..], &[4, 5, 6, 7]]);
    assert_eq!(page.snapshot.text(page.snapshot.documents[1].frame_id), Some("inner"));
}
