//! The state of translating the control flow of a function: its blocks, and the constructs around the block that is translated.

use super::Result;
use super::module::Id;
use base::hir::VarId;
use rspirv::dr::{self, Block};
use std::collections::{HashMap, HashSet};

/// A phi: its variable, and its value for each block before its own.
pub struct Phi {
    pub variable: VarId,
    pub values: HashMap<Id, Id>,
}

/// A variable that is true if a branch leaves the loop around a switch.
pub struct Flag {
    /// The target of the branch.
    pub target: Id,
    pub variable: VarId,
    /// True for a branch to the continue target.
    pub continues: bool,
    /// True if this is the outermost switch that the branch leaves.
    pub outermost: bool,
}

/// An enclosing construct.
pub enum Frame {
    Selection {
        merge: Id,
    },
    Switch {
        merge: Id,
        /// The labels of the cases.
        cases: HashSet<Id>,
        /// The case that is being translated.
        current: Id,
        /// The case that each case falls through to.
        next: HashMap<Id, Id>,
        flags: Vec<Flag>,
    },
    Loop {
        header: Id,
        merge: Id,
        target: Id,
    },
    /// The blocks from a loop's continue target to its header.
    Continuing {
        header: Id,
        merge: Id,
    },
}

/// The state of translating the control flow of a function.
pub struct Flow<'m> {
    pub function: &'m dr::Function,
    pub blocks: HashMap<Id, &'m Block>,
    pub visited: HashSet<Id>,
    /// The merge blocks and continue targets that a branch reaches.
    pub reached: HashSet<Id>,
    pub frames: Vec<Frame>,
    pub phis: HashMap<Id, Vec<Phi>>,
    /// The types of the phis.
    pub phi_types: HashMap<VarId, Id>,
    pub depth: u32,
}

impl<'m> Flow<'m> {
    /// Finds the blocks of a function.
    pub fn new(function: &'m dr::Function) -> Result<Self> {
        let mut blocks = HashMap::new();
        for block in &function.blocks {
            let label = block.label.as_ref().and_then(|label| label.result_id).ok_or_else(|| String::from("a block has no label"))?;
            if blocks.insert(label, block).is_some() {
                return Err(format!("two blocks have the label %{label}"));
            }
        }
        Ok(Self {
            function,
            blocks,
            visited: HashSet::new(),
            reached: HashSet::new(),
            frames: Vec::new(),
            phis: HashMap::new(),
            phi_types: HashMap::new(),
            depth: 0,
        })
    }
}
