//! Functions of other libraries' names that jump to the software pipeline, `libglmeter_soft.so`. The libraries with the functions contain no
//! driver: they load the pipeline from their own folder.

pub mod jumps;
pub mod pipeline;

pub use glmeter_abi::jump_through;
