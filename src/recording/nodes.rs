//! Identities of nodes: which nodes of two moments of a recording are one.

use rustc_hash::FxHashMap;

use super::walk::Source;
use crate::dom::NodeId;

/// A recorder's identity of a node: the same for the same node.
type Identity = (u64, u64);

/// The nodes of a tree by what the recorder says that they are.
#[derive(Debug, Clone, Default)]
pub(crate) struct RecordedNodes {
    /// The digest of the recording that they are of.
    recording: u64,
    nodes: FxHashMap<Identity, NodeId>,
}

impl RecordedNodes {
    /// `recording`: the digest of the recording; `numbering`: which numbering of the recorder holds.
    pub(super) fn of(source: &Source, recording: u64, numbering: u64) -> Self {
        let nodes = match source {
            Source::Trace(None) => FxHashMap::default(),
            Source::Trace(Some(built)) => built.keys().iter().map(|(&node, key)| (key.identity(), node)).collect(),
            Source::Rrweb(player) => player.nodes.iter().map(|(&number, &node)| ((numbering, number), node)).collect(),
        };
        Self { recording, nodes }
    }

    /// The nodes of another moment of the recording by the nodes here, of those that are there too; `None` if it is another
    /// recording.
    pub(crate) fn that_stay(&self, later: &Self) -> Option<FxHashMap<NodeId, NodeId>> {
        let there = |(identity, &node): (&Identity, &NodeId)| Some((node, *later.nodes.get(identity)?));
        (self.recording == later.recording).then(|| self.nodes.iter().filter_map(there).collect())
    }
}
