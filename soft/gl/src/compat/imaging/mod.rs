//! The imaging subset: color tables, convolution filters, the histogram and minmax. The color matrix is a matrix stack, and the other parameters are
//! those of glPixelTransfer.

mod color_table;
mod convolution;
mod histogram;
mod memory;
mod minmax;
#[cfg(test)]
mod tests;

use crate::dispatch::Entry;

/// Returns the commands of the imaging subset.
pub fn commands() -> Vec<Entry> {
    [color_table::commands(), convolution::commands(), histogram::commands(), minmax::commands()].concat()
}
