//! `GL_INTEL_performance_query`, for OpenGL and OpenGL ES.

use crate::gl::*;
use crate::rules::perf_query;

extension! {
    /// IN-01 to IN-58.
    "GL_INTEL_performance_query";
    procedures {
        fn glBeginPerfQueryINTEL(queryHandle: GLuint) => perf_query::begin;
        fn glCreatePerfQueryINTEL(queryId: GLuint, queryHandle: *mut GLuint) => perf_query::create;
        fn glDeletePerfQueryINTEL(queryHandle: GLuint) => perf_query::delete;
        fn glEndPerfQueryINTEL(queryHandle: GLuint) => perf_query::end;
        fn glGetFirstPerfQueryIdINTEL(queryId: *mut GLuint) => perf_query::get_first_id;
        fn glGetNextPerfQueryIdINTEL(queryId: GLuint, nextQueryId: *mut GLuint) => perf_query::get_next_id;
        fn glGetPerfCounterInfoINTEL(queryId: GLuint, counterId: GLuint, counterNameLength: GLuint, counterName: *mut GLchar, counterDescLength: GLuint, counterDesc: *mut GLchar, counterOffset: *mut GLuint, counterDataSize: *mut GLuint, counterTypeEnum: *mut GLuint, counterDataTypeEnum: *mut GLuint, rawCounterMaxValue: *mut GLuint64) => perf_query::get_counter_info;
        fn glGetPerfQueryDataINTEL(queryHandle: GLuint, flags: GLuint, dataSize: GLsizei, data: *mut c_void, bytesWritten: *mut GLuint) => perf_query::get_data;
        fn glGetPerfQueryIdByNameINTEL(queryName: *mut GLchar, queryId: *mut GLuint) => perf_query::get_id_by_name;
        fn glGetPerfQueryInfoINTEL(queryId: GLuint, queryNameLength: GLuint, queryName: *mut GLchar, dataSize: *mut GLuint, noCounters: *mut GLuint, noInstances: *mut GLuint, capsMask: *mut GLuint) => perf_query::get_info;
    }
    tokens {
        PERFQUERY_SINGLE_CONTEXT_INTEL = 0x0000;
        PERFQUERY_GLOBAL_CONTEXT_INTEL = 0x0001;
        PERFQUERY_WAIT_INTEL = 0x83FB;
        PERFQUERY_FLUSH_INTEL = 0x83FA;
        PERFQUERY_DONOT_FLUSH_INTEL = 0x83F9;
        PERFQUERY_COUNTER_EVENT_INTEL = 0x94F0;
        PERFQUERY_COUNTER_DURATION_NORM_INTEL = 0x94F1;
        PERFQUERY_COUNTER_DURATION_RAW_INTEL = 0x94F2;
        PERFQUERY_COUNTER_THROUGHPUT_INTEL = 0x94F3;
        PERFQUERY_COUNTER_RAW_INTEL = 0x94F4;
        PERFQUERY_COUNTER_TIMESTAMP_INTEL = 0x94F5;
        PERFQUERY_COUNTER_DATA_UINT32_INTEL = 0x94F8;
        PERFQUERY_COUNTER_DATA_UINT64_INTEL = 0x94F9;
        PERFQUERY_COUNTER_DATA_FLOAT_INTEL = 0x94FA;
        PERFQUERY_COUNTER_DATA_DOUBLE_INTEL = 0x94FB;
        PERFQUERY_COUNTER_DATA_BOOL32_INTEL = 0x94FC;
        PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL = 0x94FD;
        PERFQUERY_COUNTER_NAME_LENGTH_MAX_INTEL = 0x94FE;
        PERFQUERY_COUNTER_DESC_LENGTH_MAX_INTEL = 0x94FF;
        PERFQUERY_GPA_EXTENDED_COUNTERS_INTEL = 0x9500;
    }
}
