//! The types of arguments and results, and their layout as words of a buffer.

use std::fmt::Write;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    Float,
    Int,
    Uint,
    Bool,
    Double,
}

/// A scalar (one column, one row), a vector (one column) or a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ty {
    pub scalar: Scalar,
    pub columns: usize,
    pub rows: usize,
}

impl Ty {
    pub const fn vector(scalar: Scalar, rows: usize) -> Self {
        Self { scalar, columns: 1, rows }
    }

    pub const fn matrix(scalar: Scalar, columns: usize, rows: usize) -> Self {
        Self { scalar, columns, rows }
    }

    pub fn components(self) -> usize {
        self.columns * self.rows
    }

    pub fn double(self) -> bool {
        self.scalar == Scalar::Double
    }

    /// Returns the name in the shading languages.
    pub fn name(self) -> String {
        let (scalar, prefix) = match self.scalar {
            Scalar::Float => ("float", ""),
            Scalar::Int => ("int", "i"),
            Scalar::Uint => ("uint", "u"),
            Scalar::Bool => ("bool", "b"),
            Scalar::Double => ("double", "d"),
        };
        match (self.columns, self.rows) {
            (1, 1) => scalar.into(),
            (1, rows) => format!("{prefix}vec{rows}"),
            (columns, rows) if columns == rows => format!("{prefix}mat{columns}"),
            (columns, rows) => format!("{prefix}mat{columns}x{rows}"),
        }
    }

    /// Returns the type with this name.
    pub fn named(name: &str) -> Option<Self> {
        let scalars = [
            ("float", "", Scalar::Float),
            ("int", "i", Scalar::Int),
            ("uint", "u", Scalar::Uint),
            ("bool", "b", Scalar::Bool),
            ("double", "d", Scalar::Double),
        ];
        for (scalar, prefix, kind) in scalars {
            if name == scalar {
                return Some(Self::vector(kind, 1));
            }
            let Some(rest) = name.strip_prefix(prefix) else { continue };
            let digits = |text: &str| text.parse().ok().filter(|count| (2..=4).contains(count));
            if let Some(rows) = rest.strip_prefix("vec").and_then(digits) {
                return Some(Self::vector(kind, rows));
            }
            if let Some(shape) = rest.strip_prefix("mat")
                && matches!(kind, Scalar::Float | Scalar::Double)
            {
                let (columns, rows) = shape.split_once('x').unwrap_or((shape, shape));
                return Some(Self::matrix(kind, digits(columns)?, digits(rows)?));
            }
        }
        None
    }

    /// Returns the number of words of a component.
    pub fn words(self) -> usize {
        if self.double() { 2 } else { 1 }
    }

    /// Returns an expression that loads this type from the input buffer, from word `at` of this invocation's record on.
    pub fn load(self, at: usize) -> String {
        let component = |k: usize| match self.scalar {
            Scalar::Float => format!("float_in[from + {}u]", at + k),
            Scalar::Int => format!("int_in[from + {}u]", at + k),
            Scalar::Uint => format!("uint_in[from + {}u]", at + k),
            Scalar::Bool => format!("uint_in[from + {}u] != 0u", at + k),
            Scalar::Double => format!("double_in[from / 2u + {}u]", at / 2 + k),
        };
        let components: Vec<String> = (0..self.components()).map(component).collect();
        if self.components() == 1 { components.concat() } else { format!("{}({})", self.name(), components.join(", ")) }
    }

    /// Returns statements that store a variable of this type to the output buffer, from word `at` of this invocation's record on.
    pub fn store(self, variable: &str, at: usize) -> String {
        let mut text = String::new();
        for k in 0..self.components() {
            let place = match (self.columns, self.rows) {
                (1, 1) => variable.to_owned(),
                (1, _) => format!("{variable}[{k}]"),
                (_, rows) => format!("{variable}[{}][{}]", k / rows, k % rows),
            };
            let _ = match self.scalar {
                Scalar::Float => writeln!(text, "    float_out[to + {}u] = {place};", at + k),
                Scalar::Int => writeln!(text, "    int_out[to + {}u] = {place};", at + k),
                Scalar::Uint => writeln!(text, "    uint_out[to + {}u] = {place};", at + k),
                Scalar::Bool => writeln!(text, "    uint_out[to + {}u] = {place} ? 1u : 0u;", at + k),
                Scalar::Double => writeln!(text, "    double_out[to / 2u + {}u] = {place};", at / 2 + k),
            };
        }
        text
    }

    /// Appends a component's words in the buffers.
    pub fn encode(self, value: f64, words: &mut Vec<u32>) {
        match self.scalar {
            Scalar::Float => words.push((value as f32).to_bits()),
            Scalar::Int => words.push(value as i64 as u32),
            Scalar::Uint => words.push(value as u32),
            Scalar::Bool => words.push(u32::from(value != 0.0)),
            Scalar::Double => words.extend([value.to_bits() as u32, (value.to_bits() >> 32) as u32]),
        }
    }

    /// Reads the component at a word of a buffer.
    pub fn decode(self, words: &[u32], at: usize) -> f64 {
        let word = words[at];
        match self.scalar {
            Scalar::Float => f64::from(f32::from_bits(word)),
            Scalar::Int => f64::from(word as i32),
            Scalar::Uint | Scalar::Bool => f64::from(word),
            Scalar::Double => f64::from_bits(u64::from(word) | u64::from(words[at + 1]) << 32),
        }
    }
}

/// A value of a type; f64 can represent every component of every type.
#[derive(Clone, PartialEq, Debug)]
pub struct Value {
    pub ty: Ty,
    pub at: Vec<f64>,
}

impl Value {
    /// Returns a component; a scalar has the same value for all.
    pub fn get(&self, component: usize) -> f64 {
        if self.at.len() == 1 { self.at[0] } else { self.at[component] }
    }

    /// Returns a matrix's component.
    pub fn element(&self, column: usize, row: usize) -> f64 {
        self.at[column * self.ty.rows + row]
    }
}
