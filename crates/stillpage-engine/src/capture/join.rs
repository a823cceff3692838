//! The recording of a frame that lives in a process of its own, put into that of the page around it.

use super::recording::{DocumentSnapshot, RareText, Recording, TreeRow};

/// Bits of a handle that name a node within its process; those above name the frame.
pub const FRAME_BITS: u32 = 40;

impl Recording {
    /// Puts what was recorded of a frame in another process under the element that holds the frame, as if it were one
    /// process: ids get the frame's number in their upper bits, and the layers of the frame are painted right after that of
    /// its element. False if no element holds the frame.
    pub fn join(&mut self, frame: &str, number: i64, mut inner: Self) -> bool {
        let Some(holder) = self.nodes.iter().position(|row| row.frame_id == frame && row.content_document.is_none())
        else {
            return false;
        };
        let Some(root) = inner.nodes.iter().position(|row| row.node_type == 9 && row.parent_id == 0) else {
            return false;
        };
        let away = |id: &mut i64| {
            if *id != 0 {
                *id |= number << FRAME_BITS;
            }
        };
        inner.nodes.iter_mut().for_each(|row| shift(row, &away));
        let mut root = inner.nodes.swap_remove(root);
        frame.clone_into(&mut root.frame_id);
        let backend = self.nodes[holder].backend_node_id;
        self.nodes[holder].content_document = Some(Box::new(root));
        self.nodes.append(&mut inner.nodes);
        self.make_room(backend, &mut inner.snapshot.documents);
        let texts = i64::try_from(self.snapshot.strings.len()).unwrap_or(i64::MAX);
        self.snapshot.strings.append(&mut inner.snapshot.strings);
        for document in &mut inner.snapshot.documents {
            document.nodes.backend_node_id.iter_mut().for_each(away);
            renumber(document, texts);
        }
        self.snapshot.documents.append(&mut inner.snapshot.documents);
        self.frames.append(&mut inner.frames);
        for mut sheet in inner.sheets {
            away(&mut sheet.owner);
            self.sheets.push(sheet);
        }
        self.fonts.append(&mut inner.fonts);
        self.missing_fonts.append(&mut inner.missing_fonts);
        self.missing.append(&mut inner.missing);
        true
    }

    /// Moves the layers above the one of an element up, and those of the frame in it into the gap.
    fn make_room(&mut self, holder: i64, inner: &mut [DocumentSnapshot]) {
        let order = self.snapshot.documents.iter().find_map(|document| {
            let row = document.nodes.backend_node_id.iter().position(|&backend| backend == holder)?;
            let at = document.layout.node_index.iter().position(|&index| index == row)?;
            document.layout.paint_orders.get(at).copied()
        });
        // An element that is not rendered: nor is what it holds.
        let Some(order) = order else { return };
        let inside = || inner.iter().flat_map(|document| &document.layout.paint_orders);
        let room = inside().max().map_or(0, |most| most.saturating_add(1));
        let outside = self.snapshot.documents.iter_mut().flat_map(|document| &mut document.layout.paint_orders);
        outside.filter(|of| **of > order).for_each(|of| *of = of.saturating_add(room));
        let inside = inner.iter_mut().flat_map(|document| &mut document.layout.paint_orders);
        inside.for_each(|of| *of = of.saturating_add(order).saturating_add(1));
    }
}

fn shift(row: &mut TreeRow, away: &impl Fn(&mut i64)) {
    away(&mut row.node_id);
    away(&mut row.parent_id);
    away(&mut row.backend_node_id);
    for root in &mut row.shadow_roots {
        away(&mut root.node_id);
        away(&mut root.backend_node_id);
    }
    // A document holds no document itself.
    if let Some(document) = &mut row.content_document {
        away(&mut document.node_id);
        away(&mut document.parent_id);
        away(&mut document.backend_node_id);
    }
}

/// Adds to every number of a string.
fn renumber(document: &mut DocumentSnapshot, by: i64) {
    let add = |index: &mut i64| {
        if *index >= 0 {
            *index = index.saturating_add(by);
        }
    };
    let rare = |text: &mut RareText| text.value.iter_mut().for_each(add);
    add(&mut document.frame_id);
    for text in [&mut document.nodes.text_value, &mut document.nodes.input_value, &mut document.nodes.pseudo_type] {
        rare(text);
    }
    document.layout.styles.iter_mut().flatten().for_each(add);
    document.layout.text.iter_mut().for_each(add);
}
