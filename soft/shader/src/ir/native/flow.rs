//! The control flow of bytecode, as its constructs and as the path of one lane.

use crate::ir::bytecode::{Bytecode, Code, Op, Payload, Regions};

/// A construct of verified bytecode, by the indices of its operations.
#[derive(Clone, Debug)]
pub struct Construct {
    /// `If`, `Loop`, `Enter` or `Function`; `End` for the code as a whole, which is construct 0.
    pub kind: Code,
    /// The `Else` of an `If`, or the `NextRound` of a `Loop`.
    pub middle: Option<usize>,
    /// The operation that ends it.
    pub end: usize,
    /// The number of the construct around it.
    pub parent: u32,
    /// True if it is a loop that lanes leave by `Break`.
    pub breaks: bool,
    /// True if it is a loop in which lanes skip the rest of an iteration.
    pub continues: bool,
    /// True if lanes leave it by `Return`.
    pub returns: bool,
}

/// Stands for no construct in [`Flow::left`].
pub const NO_CONSTRUCT: u32 = u32::MAX;

/// The constructs of bytecode.
pub struct Flow<'a> {
    /// The code.
    pub code: &'a Bytecode,
    /// The constructs in the order of their first operations.
    pub constructs: Vec<Construct>,
    /// The construct of each operation; those that begin, divide or end a construct are its own.
    pub inside: Vec<u32>,
    /// The construct that lanes may leave by each operation, the outermost one; [`NO_CONSTRUCT`] for most operations.
    pub left: Vec<u32>,
    /// The operations after the calls of each function, by the index of the `Function`.
    returns: Vec<(usize, usize)>,
    /// The operation that ends the wave.
    pub last: usize,
    /// The operations that jumps lead back to, in order.
    pub headers: Vec<usize>,
    /// The first and the last operation of what jumps repeat.
    repeated: Vec<(usize, usize)>,
}

impl<'a> Flow<'a> {
    /// Finds the constructs. The code must have passed the verifier.
    pub fn new(code: &'a Bytecode) -> Self {
        let construct = |kind, end, parent| Construct { kind, middle: None, end, parent, breaks: false, continues: false, returns: false };
        let whole = Construct { end: code.ops.len(), ..construct(Code::End, 0, 0) };
        let (mut constructs, mut open) = (vec![whole], vec![0u32]);
        let mut inside = Vec::with_capacity(code.ops.len());
        let mut returns = Vec::new();
        for (index, op) in code.ops.iter().enumerate() {
            let innermost = open.last().copied().unwrap_or(0);
            match op.code {
                Code::If | Code::Loop | Code::Enter | Code::Function => {
                    open.push(constructs.len() as u32);
                    constructs.push(construct(op.code, index, innermost));
                }
                Code::Else | Code::NextRound => constructs[innermost as usize].middle = Some(index),
                Code::EndIf | Code::EndLoop | Code::Leave | Code::FunctionEnd => constructs[innermost as usize].end = index,
                Code::Call => returns.push((op.target(), index + 1)),
                _ => {}
            }
            inside.push(open.last().copied().unwrap_or(0));
            if matches!(op.code, Code::EndIf | Code::EndLoop | Code::Leave | Code::FunctionEnd) && open.len() > 1 {
                open.pop();
            }
        }
        let last = code.ops.iter().position(|op| op.code == Code::End).unwrap_or(code.ops.len());
        let back = |&(index, op): &(usize, &Op)| matches!(op.code, Code::EndLoop | Code::Jump) && op.target() <= index;
        let repeated: Vec<(usize, usize)> = code.ops.iter().enumerate().filter(back).map(|(index, op)| (op.target(), index)).collect();
        let mut headers: Vec<usize> = repeated.iter().map(|&(header, _)| header).collect();
        headers.sort_unstable();
        headers.dedup();
        let mut flow = Self { code, constructs, inside, left: Vec::with_capacity(code.ops.len()), returns, last, headers, repeated };
        for index in 0..code.ops.len() {
            let left = flow.leave(index);
            flow.left.push(left);
        }
        flow
    }

    /// Notes how lanes leave constructs by an operation; returns the outermost one.
    fn leave(&mut self, index: usize) -> u32 {
        let op = &self.code.ops[index];
        let (kind, outer) = match op.code {
            Code::Break | Code::Continue | Code::LoopTest => (Code::Loop, 0),
            Code::Return => (Code::Enter, Regions::decode(op.payload).0),
            _ => return NO_CONSTRUCT,
        };
        let outermost = self.enclosing(index, kind, outer).unwrap_or(0);
        match op.code {
            Code::Break => self.constructs[outermost as usize].breaks = true,
            Code::Continue => self.constructs[outermost as usize].continues = true,
            Code::Return => {
                let mut at = self.inside[index];
                while at > outermost {
                    self.constructs[at as usize].returns = true;
                    at = self.constructs[at as usize].parent;
                }
                self.constructs[outermost as usize].returns = true;
            }
            _ => {}
        }
        outermost
    }

    /// Returns true if an operation is in a loop.
    pub fn repeats(&self, index: usize) -> bool {
        self.repeated.iter().any(|&(first, last)| (first..=last).contains(&index))
    }

    /// Returns the construct of an operation.
    pub fn of(&self, index: usize) -> &Construct {
        &self.constructs[self.inside.get(index).map_or(0, |&construct| construct as usize)]
    }

    /// Returns the number of the innermost construct of a kind that contains an operation, after as many of them as `outer` says; `None` if there is none.
    pub fn enclosing(&self, index: usize, kind: Code, mut outer: u32) -> Option<u32> {
        let mut at = self.inside[index];
        while at != 0 {
            let construct = &self.constructs[at as usize];
            if construct.kind == kind {
                if outer == 0 {
                    return Some(at);
                }
                outer -= 1;
            }
            at = construct.parent;
        }
        None
    }

    /// Returns where lanes go that skip the rest of an iteration.
    pub fn next_round(&self, construct: u32, index: usize) -> usize {
        let construct = &self.constructs[construct as usize];
        construct.middle.filter(|&middle| middle > index).unwrap_or(construct.end)
    }

    /// Calls `visit` with each operation that a lane may execute after this one.
    pub fn lane(&self, index: usize, mut visit: impl FnMut(usize)) {
        let op = &self.code.ops[index];
        let end = |construct: u32| self.constructs[construct as usize].end;
        match op.code {
            Code::If => {
                visit(index + 1);
                let construct = self.of(index);
                visit(construct.middle.map_or(construct.end, |middle| middle + 1));
            }
            // Lanes of the other side do not come here.
            Code::Else | Code::Jump => visit(op.target()),
            Code::JumpUnless => {
                visit(index + 1);
                visit(op.target());
            }
            Code::LoopTest => {
                visit(index + 1);
                if let Some(construct) = self.enclosing(index, Code::Loop, 0) {
                    visit(end(construct) + 1);
                }
            }
            Code::Break => {
                if let Some(construct) = self.enclosing(index, Code::Loop, 0) {
                    visit(end(construct) + 1);
                }
            }
            Code::Continue => {
                if let Some(construct) = self.enclosing(index, Code::Loop, 0) {
                    visit(self.next_round(construct, index));
                }
            }
            Code::EndLoop => visit(op.target()),
            Code::Return => visit(self.enclosing(index, Code::Enter, Regions::decode(op.payload).0).map_or(self.last, end)),
            Code::Call => visit(op.target() + 1),
            Code::FunctionEnd => self.returns.iter().filter(|(function, _)| *function == op.target()).for_each(|&(_, after)| visit(after)),
            Code::End | Code::Discard => {}
            _ => visit(index + 1),
        }
    }
}
