//! Identities of nodes: which nodes of two moments of a recording are one.

use rustc_hash::FxHashMap;

use super::walk::Source;
use crate::dom::NodeId;

/// A recorder's identity of a node: the same for the same node.
type Identity = (u64, u64);

/// The nodes of a tree by what the recorder says that they are.
#[derive(Debug, Clone, Default)]
pub(crate) struct RecordedNodes(FxHashMap<Identity, NodeId>);

impl RecordedNodes {
    /// `numbering`: which numbering of the recorder holds.
    pub(super) fn of(source: &Source, numbering: u64) -> Self {
        Self(match source {
            Source::Trace(None) => FxHashMap::default(),
            Source::Trace(Some(built)) => built.keys().iter().map(|(&node, key)| (key.identity(), node)).collect(),
            Source::Rrweb(player) => player.nodes.iter().map(|(&number, &node)| ((numbering, number), node)).collect(),
        })
    }

    /// The nodes of another moment of the recording by the nodes here, of those that are there too.
    pub(crate) fn that_stay(&self, later: &Self) -> FxHashMap<NodeId, NodeId> {
        self.0.iter().filter_map(|(identity, &node)| Some((node, *later.0.get(identity)?))).collect()
    }
}
