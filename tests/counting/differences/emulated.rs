//! The known differences between the definition and the statistics that glmeter counts or derives, with their reasons.

use super::{Differences, Rule};

pub const SHADED: Rule = Rule {
    reason: "each vertex that is submitted is taken as shaded once: which of them a driver shades again is its own choice",
    statistic: "VSI",
    is: |[vertices_submitted, ..]| *vertices_submitted,
};

pub const CLIPPED: Rule = Rule {
    reason: "both are PRIMITIVES_GENERATED: each primitive that enters the clipper is taken as leaving it once",
    statistic: "CLOUT",
    is: |[_, _, _, _, _, _, _, clipping_input, ..]| *clipping_input,
};

pub const NOT_EVALUATED: Rule =
    Rule { reason: "no other query tells how many vertices tessellation makes: the counter has 0 bits", statistic: "TESI", is: |_| 0 };

/// On every driver.
pub const EVERYWHERE: &[Differences] = &[
    Differences {
        reason: "The arguments of glDrawTransformFeedback* do not tell how many vertices were captured.",
        list: &[
            ("draws: DrawTransformFeedback", "VSUB", 0),
            ("draws: DrawTransformFeedbackInstanced", "VSUB", 0),
            ("draws: DrawTransformFeedbackStream", "VSUB", 0),
            ("draws: DrawTransformFeedbackStreamInstanced", "VSUB", 0),
            ("draws: DrawTransformFeedback as a strip", "VSUB", 0),
            ("draws: DrawTransformFeedback", "PSUB", 0),
            ("draws: DrawTransformFeedbackInstanced", "PSUB", 0),
            ("draws: DrawTransformFeedbackStream", "PSUB", 0),
            ("draws: DrawTransformFeedbackStreamInstanced", "PSUB", 0),
            ("draws: DrawTransformFeedback as a strip", "PSUB", 0),
        ],
    },
    Differences {
        reason: "A draw that conditional rendering discards was submitted; whether it is discarded is known to the GPU alone.",
        list: &[("meta: a condition that is not met", "VSUB", 4), ("meta: a condition that is not met", "PSUB", 2)],
    },
    Differences {
        reason: "The primitives that tessellation gives to a geometry shader are counted by no query: 0 stands for them.",
        list: &[
            ("tessellation: and a geometry shader", "GSI", 0),
            ("tessellation: and a geometry shader, invoked 3 times", "GSI", 0),
            ("tessellation: and a geometry shader that emits nothing", "GSI", 0),
            ("tessellation: a geometry shader without a control shader", "GSI", 0),
            ("feedback: tessellation and a geometry shader", "GSI", 0),
            ("feedback: tessellation and a geometry shader, discarded", "GSI", 0),
        ],
    },
    Differences {
        reason: "PRIMITIVES_GENERATED counts what is discarded before rasterization, which may count as clipping input (PS-16).",
        list: &[
            ("clipping: rasterizer discard", "CLIN", 1),
            ("clipping: a draw, then one with rasterizer discard", "CLIN", 2),
            ("clipping: rasterizer discard between two draws", "CLIN", 3),
            ("fragments: rasterizer discard", "CLIN", 2),
            ("geometry: rasterizer discard", "CLIN", 2),
            ("tessellation: rasterizer discard", "CLIN", 12),
            ("feedback: vertices, discarded", "CLIN", 2),
            ("feedback: a strip, discarded", "CLIN", 5),
            ("feedback: a rest, discarded", "CLIN", 2),
            ("feedback: too little room, discarded", "CLIN", 2),
            ("feedback: a geometry shader, discarded", "CLIN", 4),
            ("feedback: tessellation, discarded", "CLIN", 12),
            ("feedback: tessellation and a geometry shader, discarded", "CLIN", 24),
        ],
    },
    Differences {
        reason: "SAMPLES_PASSED: a fragment that its shader discards, or that a test behind its shader rejects, is no sample.",
        list: &[
            ("fragments: discard", "FSI", 2048),
            ("fragments: discard of what depth hides", "FSI", 0),
            ("fragments: discard of what the stencil hides", "FSI", 0),
            ("fragments: depth of the shader's own, hidden", "FSI", 0),
            ("fragments: an atomic counter, hidden", "FSI", 0),
            ("fragments: discard of everything", "FSI", 0),
            ("samples: depth of the shader's own, hidden", "FSI", 0),
            ("samples: the shader's own mask of nothing", "FSI", 0),
            ("layers: an image's atomic operation, hidden", "FSI", 0),
        ],
    },
    Differences {
        reason: "SAMPLES_PASSED counts each sample of a pixel.",
        list: &[
            ("samples: the canvas with 4", "FSI", 16384),
            ("samples: depth passes", "FSI", 16384),
            ("samples: discard", "FSI", 8192),
            ("samples: alpha to coverage", "FSI", 16384),
            ("layers: no attachments, four samples", "FSI", 16384),
        ],
    },
];

/// On the software pipeline.
pub const PIPELINE: &[Differences] = &[Differences {
    reason: "SAMPLES_PASSED counts each sample of a pixel, also without MULTISAMPLE.",
    list: &[
        ("samples: the canvas with 2", "FSI", 8192),
        ("samples: the canvas with 8", "FSI", 32768),
        ("samples: less than a half of a column", "FSI", 20),
        ("samples: three quarters of a column", "FSI", 30),
        ("samples: without MULTISAMPLE", "FSI", 16384),
    ],
}];

/// On llvmpipe.
pub const LLVMPIPE: &[Differences] = &[
    Differences {
        reason: "llvmpipe answers FALSE to PRIMITIVE_RESTART_FOR_PATCHES_SUPPORTED, and restarts.",
        list: &[("tessellation: restarts", "VSUB", 9), ("tessellation: restarts", "PSUB", 3), ("tessellation: restarts", "TCSP", 3)],
    },
    Differences {
        reason: "PRIMITIVES_GENERATED takes a quad or a polygon as one primitive. The specification leaves legacy primitives undefined (issue 22).",
        list: &[
            ("modes: QUADS 4", "CLIN", 1),
            ("modes: QUADS 7", "CLIN", 1),
            ("modes: QUADS 8", "CLIN", 2),
            ("modes: QUAD_STRIP 4", "CLIN", 1),
            ("modes: QUAD_STRIP 7", "CLIN", 2),
            ("modes: QUAD_STRIP 8", "CLIN", 3),
            ("modes: POLYGON 6", "CLIN", 1),
            ("restart: QUADS 4|5", "CLIN", 2),
            ("restart: QUAD_STRIP 4|5", "CLIN", 2),
            ("restart: POLYGON 6|3", "CLIN", 2),
            ("legacy: Begin QUADS", "CLIN", 2),
            ("legacy: Begin QUAD_STRIP", "CLIN", 2),
            ("legacy: Begin POLYGON", "CLIN", 1),
            ("legacy: Rectf", "CLIN", 1),
            ("legacy: Recti", "CLIN", 1),
            ("legacy: DrawElements of quads", "CLIN", 2),
            ("legacy: instances of quads", "CLIN", 6),
            ("legacy: a quad half outside", "CLIN", 1),
            ("legacy: CallList of a polygon and a strip", "CLIN", 6),
            ("legacy: CallList of quads with a rest", "CLIN", 2),
            ("legacy: a list of Rectf", "CLIN", 1),
        ],
    },
    Differences {
        reason: "What is too long for one go is cut, and an indexed loop is closed by lines of its own.",
        list: &[("draws: LINE_LOOP of 20000 indexed", "CLIN", 20020)],
    },
    Differences {
        reason: "llvmpipe draws a line that goes down without one of its pixels.",
        list: &[
            ("modes: LINE_LOOP 4", "FSI", 31),
            ("modes: legacy LINE_LOOP 4", "FSI", 31),
            ("draws: DrawElements LINE_LOOP", "FSI", 31),
            ("restart: LINE_LOOP 4|4", "FSI", 62),
            ("instances: 5 of a loop", "FSI", 155),
            ("clipping: loop half outside", "FSI", 78),
            ("clipping: polygon mode LINE", "FSI", 47),
            ("fragments: a line down", "FSI", 15),
            ("geometry: a loop passed on", "FSI", 31),
            ("legacy: Begin LINE_LOOP", "FSI", 31),
            ("legacy: CallList of a loop", "FSI", 31),
        ],
    },
    Differences {
        reason: "Where the shader writes clip distances and none is enabled, all are used.",
        list: &[("clipping: clip distance, disabled", "FSI", 0), ("clipping: clip distance, the right half, disabled", "FSI", 512)],
    },
    Differences {
        reason: "SAMPLES_PASSED counts each sample of a pixel, and llvmpipe takes four samples where a program asks for two.",
        list: &[("samples: the canvas with 2", "FSI", 16384), ("samples: the canvas with 2, each shaded", "FSI", 16384)],
    },
    Differences {
        reason: "llvmpipe counts samples outside of the scissor, which leaves ten pixels of four samples.",
        list: &[
            ("samples: a quarter of a column", "FSI", 32),
            ("samples: a quarter of a column, each shaded", "FSI", 32),
            ("samples: less than a half of a column", "FSI", 42),
            ("samples: less than a half of a column, each shaded", "FSI", 42),
            ("samples: three quarters of a column", "FSI", 53),
            ("samples: three quarters of a column, each shaded", "FSI", 53),
        ],
    },
];
