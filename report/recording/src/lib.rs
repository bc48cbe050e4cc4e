//! What glmeter measures of a program: frames, contexts, scopes and errors, in a file that every process of the program maps and that the
//! command reads while they run.
//!
//! The figures survive a program that crashes or is killed. Their memory is constant: frames and spans are in rings, from which the command
//! reads them in time; sums and the figures of scopes stay. All of it is allocated when the recording is created.
//!
//! The program can write anything to the file. So whatever is read from a recording is checked: numbers of contexts and scopes are followed only
//! if there are such, and records of values that no frame or span has are left out.
//!
//! All times are nanoseconds. Those of the CPU are of CLOCK_MONOTONIC, those of the GPU of the context's GL time.

mod clock;
mod context;
mod counts;
mod error;
mod frame;
mod lines;
mod open;
mod options;
mod picture;
mod plausible;
mod recording;
mod ring;
mod scope;
mod shortened;
mod span;
pub mod terminal;
mod text;
mod words;

pub use clock::now;
pub use context::{CONTEXTS, ContextFigures, ContextRecord};
pub use counts::{Count, Counts, Unit};
pub use error::{ERRORS, ErrorFigures};
pub use frame::{FRAMES, Frame, STATISTICS};
pub use lines::{Line, frames_line, section_line};
pub use open::{OpenFrame, OpenGpuTime, OpenParts};
pub use options::{Detail, Options};
pub use picture::{Picture, PictureMemory};
pub use recording::{Damage, FirstFrames, MARK, NAME, Recording, Totals};
pub use ring::{Cursor, Ticket};
pub use scope::{LONGEST_NAME, NamedScope, SCOPES, ScopeFigures, ScopeKind};
pub use shortened::survive_shortened_files;
pub use span::{SPANS, Span};
