//! The comparison functions of depth, stencil and alpha tests and of shadow samplers.

/// A comparison function, GL_NEVER to GL_ALWAYS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the functions that GL compares by")]
pub enum Compare {
    Never,
    Less,
    Equal,
    LessEqual,
    Greater,
    NotEqual,
    GreaterEqual,
    Always,
}

impl Compare {
    /// Returns true if `reference compare stored` holds: the incoming value is on the left.
    #[inline]
    pub fn passes<T: PartialOrd>(self, reference: T, stored: T) -> bool {
        match self {
            Compare::Never => false,
            Compare::Less => reference < stored,
            Compare::Equal => reference == stored,
            Compare::LessEqual => reference <= stored,
            Compare::Greater => reference > stored,
            Compare::NotEqual => reference != stored,
            Compare::GreaterEqual => reference >= stored,
            Compare::Always => true,
        }
    }
}
