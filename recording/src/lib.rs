//! What glmeter measures of a program: frames, contexts, scopes and errors, in a file that every process of the program maps and that the
//! command reads while they run.
//!
//! The figures survive a program that crashes or is killed. Their memory is constant: frames and spans are in rings, from which the command
//! reads them in time; sums and the figures of scopes stay.
//!
//! All times are nanoseconds. Those of the CPU are of CLOCK_MONOTONIC, those of the GPU of the context's GL time.

mod clock;
mod context;
mod error;
mod frame;
mod lines;
mod options;
mod recording;
mod ring;
mod scope;
mod span;
mod text;
mod words;

pub use clock::now;
pub use context::{CONTEXTS, ContextFigures, ContextRecord};
pub use error::{ERRORS, ErrorFigures};
pub use frame::{FRAMES, Frame, STATISTICS};
pub use lines::{frames_line, section_line};
pub use options::{Detail, Options};
pub use recording::{MARK, NAME, Recording, Totals};
pub use ring::{Cursor, Ticket};
pub use scope::{LONGEST_NAME, NamedScope, SCOPES, ScopeFigures, ScopeKind};
pub use span::{SPANS, Span};
