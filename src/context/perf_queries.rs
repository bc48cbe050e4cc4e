//! The performance query types of a context, and the instances that the application created.

use super::perf_catalog::{self, QUERY_TYPES};
use crate::driver::native_perf_query::NativeQueryType;
use crate::driver::{Driver, Measurement};
use crate::gl::GLuint;
use crate::hash::NameHasher;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// The most instances of all types together in one context: "… the number of allowed instances" [IN-25].
pub const MAX_INSTANCES: usize = 1 << 20;

/// A performance query type of a context.
pub(crate) enum QueryType {
    /// A type of glmeter's own.
    Own(&'static perf_catalog::QueryType),
    /// A type of the driver's.
    Native(NativeQueryType),
}

impl QueryType {
    /// Returns the name.
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

    /// Returns the number of counters.
    pub(crate) fn no_counters(&self) -> GLuint {
        match self {
            Self::Own(own) => own.counters.len() as GLuint,
            Self::Native(native) => native.no_counters,
        }
    }

    /// Returns `PERFQUERY_SINGLE_CONTEXT_INTEL` (0) or `PERFQUERY_GLOBAL_CONTEXT_INTEL` (1); glmeter's types count one context [IN-17].
    pub(crate) fn caps_mask(&self) -> GLuint {
        match self {
            Self::Own(_) => 0,
            Self::Native(native) => native.caps_mask,
        }
    }
}

/// A performance query instance.
pub(crate) struct Instance {
    /// The id of its type.
    pub(crate) query_id: GLuint,
    /// The state of its measurement.
    pub(crate) session: Session,
}

/// The state of an instance's measurement session.
pub(crate) enum Session {
    /// No measurement yet.
    None,
    /// The measurement with this name is running.
    Active(GLuint),
    /// The measurement with this name has ended; its values are unread.
    Ended(GLuint),
    /// The values that were read and that later reads return again [IN-50].
    Read(Box<Measurement>),
    /// The driver's instance with this handle has its own session.
    Native(GLuint),
}

/// The performance queries of one context.
#[derive(Default)]
pub struct PerfQueries {
    /// The types in the order of their ids, from 1: glmeter's, then the driver's. Empty until [`Self::learn`].
    types: Vec<QueryType>,
    instances: HashMap<GLuint, Instance, BuildHasherDefault<NameHasher>>,
    /// The handle that was assigned last.
    last_handle: GLuint,
    /// Running measurements of instances that were deleted while a display list was being compiled.
    abandoned: Vec<GLuint>,
}

impl PerfQueries {
    /// Collects the types at the first call. Leaves out a driver's type that has the name of one of glmeter's: names are unique.
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

    /// Returns the type with this id.
    pub(crate) fn query_type(&self, query_id: GLuint) -> Option<&QueryType> {
        self.types.get((query_id as usize).checked_sub(1)?)
    }

    /// Returns the id of the type with exactly this name, case-sensitive [IN-11].
    pub(crate) fn id_by_name(&self, name: &[u8]) -> Option<GLuint> {
        let place = self.types.iter().position(|query_type| query_type.name().as_bytes() == name)?;
        Some(place as GLuint + 1)
    }

    /// Returns the number of instances of a type.
    pub(crate) fn no_instances(&self, query_id: GLuint) -> GLuint {
        self.instances.values().filter(|instance| instance.query_id == query_id).count() as GLuint
    }

    /// Returns true if no further instance may be created.
    pub(crate) fn is_full(&self) -> bool {
        self.instances.len() >= MAX_INSTANCES
    }

    /// Adds an instance. Returns its handle, which is not one that was deleted recently [IN-27].
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

    /// Returns true if a measurement is running.
    pub(crate) fn has_active(&self) -> bool {
        !self.abandoned.is_empty() || self.instances.values().any(|instance| matches!(instance.session, Session::Active(_)))
    }

    /// Returns the instance with this handle.
    pub(crate) fn instance(&mut self, query_handle: GLuint) -> Option<&mut Instance> {
        self.instances.get_mut(&query_handle)
    }

    /// Records a running measurement, which cannot be ended now, for deletion later.
    pub(crate) fn abandon(&mut self, measurement: GLuint) {
        self.abandoned.push(measurement);
    }

    /// Deletes the abandoned measurements.
    pub(crate) fn delete_abandoned(&mut self, driver: &mut dyn Driver) {
        for measurement in self.abandoned.drain(..) {
            driver.delete_measurement(measurement);
        }
    }

    /// Removes the instance with this handle.
    pub(crate) fn remove(&mut self, query_handle: GLuint) -> Option<Instance> {
        self.instances.remove(&query_handle)
    }
}
