//! The query types that a context has, and the query instances that the application created of them.

use super::perf_catalog::{self, QUERY_TYPES};
use crate::driver::native_perf_query::NativeQueryType;
use crate::driver::{Driver, Measurement};
use crate::gl::GLuint;
use crate::hash::NameHasher;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// "… the number of allowed instances": of all types together, in one context [IN-25].
pub const MAX_INSTANCES: usize = 1 << 20;

/// A query type of a context.
pub(crate) enum QueryType {
    /// One of glmeter's.
    Own(&'static perf_catalog::QueryType),
    /// One of the driver's.
    Native(NativeQueryType),
}

impl QueryType {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Own(own) => own.name,
            Self::Native(native) => &native.name,
        }
    }

    /// Returns the size of its data, bytes.
    pub(crate) fn data_size(&self) -> GLuint {
        match self {
            Self::Own(own) => own.data_size(),
            Self::Native(native) => native.data_size,
        }
    }

    pub(crate) fn no_counters(&self) -> GLuint {
        match self {
            Self::Own(own) => own.counters.len() as GLuint,
            Self::Native(native) => native.no_counters,
        }
    }

    /// `PERFQUERY_SINGLE_CONTEXT_INTEL` (0) or `PERFQUERY_GLOBAL_CONTEXT_INTEL` (1); ours count one context [IN-17].
    pub(crate) fn caps_mask(&self) -> GLuint {
        match self {
            Self::Own(_) => 0,
            Self::Native(native) => native.caps_mask,
        }
    }
}

/// A query instance.
pub(crate) struct Instance {
    /// The id of its type.
    pub(crate) query_id: GLuint,
    pub(crate) session: Session,
}

/// How far an instance's measurement session is.
pub(crate) enum Session {
    /// There was none yet.
    None,
    /// This measurement is running.
    Active(GLuint),
    /// This measurement has ended, and its values were not read.
    Ended(GLuint),
    /// The values were read, and the same are read again [IN-50].
    Read(Box<Measurement>),
    /// The driver's instance of this handle has its own session.
    Native(GLuint),
}

/// The performance queries of one context.
#[derive(Default)]
pub struct PerfQueries {
    /// The types in the order of their ids, the first with the id 1: glmeter's, then the driver's. Empty until it is asked for.
    types: Vec<QueryType>,
    instances: HashMap<GLuint, Instance, BuildHasherDefault<NameHasher>>,
    /// The handle that was given out last.
    last_handle: GLuint,
    /// Running measurements of instances that were deleted while a display list was being compiled.
    abandoned: Vec<GLuint>,
}

impl PerfQueries {
    /// Finds out once which types there are. A type of the driver's that glmeter has by the same name is left out: a name
    /// stands for one type.
    pub(crate) fn learn(&mut self, driver: &mut dyn Driver) {
        if !self.types.is_empty() {
            return;
        }
        self.types.extend(QUERY_TYPES.iter().map(QueryType::Own));
        if let Some(native) = driver.native_perf_queries() {
            let named = |name: &str| QUERY_TYPES.iter().any(|own| own.name == name);
            self.types.extend(native.query_types().into_iter().filter(|native| !named(&native.name)).map(QueryType::Native));
        }
    }

    pub(crate) fn query_type(&self, query_id: GLuint) -> Option<&QueryType> {
        self.types.get((query_id as usize).checked_sub(1)?)
    }

    /// Returns the id of the type with this name: exactly, in upper and lower case [IN-11].
    pub(crate) fn id_by_name(&self, name: &[u8]) -> Option<GLuint> {
        let place = self.types.iter().position(|query_type| query_type.name().as_bytes() == name)?;
        Some(place as GLuint + 1)
    }

    /// Returns how many instances of a type there are.
    pub(crate) fn no_instances(&self, query_id: GLuint) -> GLuint {
        self.instances.values().filter(|instance| instance.query_id == query_id).count() as GLuint
    }

    pub(crate) fn is_full(&self) -> bool {
        self.instances.len() >= MAX_INSTANCES
    }

    /// Adds an instance. Its handle is none that was given out lately [IN-27].
    pub(crate) fn insert(&mut self, instance: Instance) -> GLuint {
        loop {
            self.last_handle = self.last_handle.wrapping_add(1);
            if self.last_handle != 0 && !self.instances.contains_key(&self.last_handle) {
                break;
            }
        }
        self.instances.insert(self.last_handle, instance);
        self.last_handle
    }

    /// Returns the size of an instance's data, bytes; 0 if there is no such instance.
    pub(crate) fn data_size(&self, query_handle: GLuint) -> GLuint {
        let query_type = self.instances.get(&query_handle).and_then(|instance| self.query_type(instance.query_id));
        query_type.map_or(0, QueryType::data_size)
    }

    pub(crate) fn instance(&mut self, query_handle: GLuint) -> Option<&mut Instance> {
        self.instances.get_mut(&query_handle)
    }

    /// Abandons a measurement that cannot be ended now.
    pub(crate) fn abandon(&mut self, measurement: GLuint) {
        self.abandoned.push(measurement);
    }

    /// Deletes the abandoned measurements.
    pub(crate) fn delete_abandoned(&mut self, driver: &mut dyn Driver) {
        for measurement in self.abandoned.drain(..) {
            driver.delete_measurement(measurement);
        }
    }

    pub(crate) fn remove(&mut self, query_handle: GLuint) -> Option<Instance> {
        self.instances.remove(&query_handle)
    }
}
