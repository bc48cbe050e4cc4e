//! Where llvmpipe of Mesa 22.3 counts otherwise than the definition, and why. "B" is the conformance matrix's section on the statistics.

use super::Differences;

/// Mesa's draw module takes the primitives of a geometry shader that emits nothing from an array that it did not fill: mostly 0, and
/// once 253302 or 392615.
pub const GARBAGE: &[(&str, &[&str])] = &[("tessellation: and a geometry shader that emits nothing", &["GSP", "CLIN", "CLOUT"])];

/// Cases that are not run on llvmpipe: of several invocations that emit nothing, its draw module reads lengths from that array until it
/// leaves the process's memory, in one run of ten.
pub const CRASHES: &[&str] = &["geometry: 4 invocations that emit nothing"];

pub const DIFFERENCES: &[Differences] = &[
    Differences {
        reason: "B.1, VSUB, and B.2: what is too long for one go is cut, and the vertices that both parts share are submitted and shaded twice; an indexed loop is closed by lines of its own.",
        list: &[
            ("draws: LINE_LOOP of 20000", "VSUB", 20020),
            ("draws: LINE_STRIP of 20000", "VSUB", 20004),
            ("draws: TRIANGLE_STRIP of 20000", "VSUB", 20008),
            ("draws: TRIANGLE_FAN of 20000", "VSUB", 20038),
            ("draws: LINE_LOOP of 20000 indexed", "VSUB", 20020),
            ("draws: LINE_STRIP of 20000 indexed", "VSUB", 20019),
            ("draws: TRIANGLE_STRIP of 20000 indexed", "VSUB", 20038),
            ("draws: TRIANGLE_FAN of 20000 indexed", "VSUB", 20038),
            ("legacy: Begin LINE_STRIP of 20000", "VSUB", 20004),
            ("legacy: Begin LINE_LOOP of 20000", "VSUB", 20020),
            ("legacy: Begin TRIANGLE_FAN of 20000", "VSUB", 20038),
            ("draws: LINE_LOOP of 20000 indexed", "PSUB", 20020),
            ("draws: LINE_LOOP of 20000", "VSI", 20020),
            ("draws: LINE_STRIP of 20000", "VSI", 20004),
            ("draws: TRIANGLE_STRIP of 20000", "VSI", 20008),
            ("draws: TRIANGLE_FAN of 20000", "VSI", 20038),
            ("draws: LINE_LOOP of 20000 indexed", "VSI", 20020),
            ("draws: LINE_STRIP of 20000 indexed", "VSI", 20019),
            ("draws: TRIANGLE_STRIP of 20000 indexed", "VSI", 20038),
            ("draws: TRIANGLE_FAN of 20000 indexed", "VSI", 20038),
            ("legacy: Begin LINE_STRIP of 20000", "VSI", 20004),
            ("legacy: Begin LINE_LOOP of 20000", "VSI", 20020),
            ("legacy: Begin TRIANGLE_FAN of 20000", "VSI", 20038),
            ("draws: LINE_LOOP of 20000 indexed", "CLIN", 20020),
            ("draws: LINE_LOOP of 20000 indexed", "CLOUT", 20020),
        ],
    },
    Differences {
        reason: "B.1, VSI: each run between two restarts is a draw of its own, so that vertices of several runs are shaded in each.",
        list: &[
            ("restart: LINE_STRIP 3|4", "VSI", 7),
            ("restart: LINE_LOOP 4|4", "VSI", 8),
            ("restart: TRIANGLE_STRIP, one twice", "VSI", 8),
            ("restart: TRIANGLE_FAN 6|6", "VSI", 12),
            ("restart: LINES_ADJACENCY 4|5", "VSI", 8),
            ("restart: LINE_STRIP_ADJACENCY 5|4", "VSI", 9),
            ("restart: TRIANGLES_ADJACENCY 6|6", "VSI", 12),
            ("restart: TRIANGLE_STRIP_ADJACENCY 6|8", "VSI", 14),
            ("restart: chosen index with a base vertex", "VSI", 6),
            ("restart: QUAD_STRIP 4|5", "VSI", 8),
            ("restart: POLYGON 6|3", "VSI", 9),
        ],
    },
    Differences {
        reason: "A quad or a polygon enters the clipper as one primitive and is taken apart behind it. The specification leaves legacy primitives undefined (issue 22).",
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
        reason: "A display list keeps a loop as a strip with its first vertex once more, which the specification allows.",
        list: &[("legacy: CallList of a loop", "VSUB", 5)],
    },
    Differences {
        reason: "B.1, GSI: input primitives are counted once, not for each invocation.",
        list: &[
            ("geometry: 4 invocations", "GSI", 2),
            ("geometry: 32 invocations, one of which emits", "GSI", 2),
            ("geometry: instances and invocations", "GSI", 6),
            ("geometry: many", "GSI", 5000),
            ("tessellation: and a geometry shader, invoked 3 times", "GSI", 12),
        ],
    },
    Differences {
        reason: "B.1, CLIN: a draw with rasterizer discard sets the counter to 0.",
        list: &[
            ("clipping: a draw, then one with rasterizer discard", "CLIN", 0),
            ("clipping: rasterizer discard between two draws", "CLIN", 1),
        ],
    },
    Differences {
        reason: "B.1, CLOUT: with both faces culled nothing reaches the rasteriser, where it is counted.",
        list: &[("clipping: culled: both", "CLOUT", 0)],
    },
    Differences {
        reason: "B.1, CLOUT, is counted at the rasteriser, which gets a triangle as its points or lines.",
        list: &[("clipping: polygon mode POINT", "CLOUT", 3), ("clipping: polygon mode LINE", "CLOUT", 3)],
    },
    Differences {
        reason: "Where the shader writes clip distances and none is enabled, all are used.",
        list: &[
            ("clipping: clip distance, disabled", "CLOUT", 0),
            ("clipping: clip distance, the right half, disabled", "CLOUT", 3),
            ("clipping: clip distance, the right half, disabled", "FSI", 640),
            ("clipping: clip distance, disabled", "FSI", 0),
        ],
    },
    Differences {
        reason: "A corner on the border of the volume is there twice after clipping: one triangle more, without an area.",
        list: &[
            ("clipping: covering from a corner", "CLOUT", 3),
            ("clipping: a strip half outside", "CLOUT", 3),
            ("fragments: viewport of the geometry shader's choice", "CLOUT", 3),
        ],
    },
    Differences {
        reason: "B.2, meta operations: they are drawn, and the rasteriser counts what it gets.",
        list: &[
            ("meta: Clear, scissored", "CLOUT", 2),
            ("meta: Clear, of an empty scissor", "CLOUT", 2),
            ("meta: Clear, masked", "CLOUT", 2),
            ("meta: Clear, masked and scissored", "CLOUT", 2),
            ("meta: ClearBufferfv, scissored", "CLOUT", 2),
            ("meta: ClearBufferfi, scissored", "CLOUT", 2),
            ("meta: BlitFramebuffer, scaled", "CLOUT", 2),
            ("meta: BlitFramebuffer, mirrored", "CLOUT", 2),
            ("meta: BlitFramebuffer, scissored", "CLOUT", 2),
            ("meta: GenerateMipmap", "CLOUT", 12),
            ("meta: Clear, scissored", "FSI", 1008),
            ("meta: Clear, masked", "FSI", 4352),
            ("meta: Clear, masked and scissored", "FSI", 1008),
            ("meta: ClearBufferfv, scissored", "FSI", 1008),
            ("meta: ClearBufferfi, scissored", "FSI", 1008),
            ("meta: BlitFramebuffer, scaled", "FSI", 1312),
            ("meta: BlitFramebuffer, mirrored", "FSI", 4352),
            ("meta: BlitFramebuffer, scissored", "FSI", 944),
            ("meta: GenerateMipmap", "FSI", 1648),
        ],
    },
    Differences {
        reason: "B.1, FSI: counted where blocks enter, before any test.",
        list: &[
            ("fragments: depth LESS fails", "FSI", 4352),
            ("fragments: depth NEVER", "FSI", 4352),
            ("fragments: depth without writes", "FSI", 4352),
            ("fragments: stencil fails", "FSI", 4352),
            ("fragments: stencil NEVER", "FSI", 4352),
            ("fragments: stencil passes and depth fails", "FSI", 4352),
            ("fragments: discard of what depth hides, early", "FSI", 4352),
            ("fragments: discard of what the stencil hides, early", "FSI", 4352),
            ("fragments: depth of the shader's own, early and hidden", "FSI", 4352),
            ("fragments: an atomic counter, early and hidden", "FSI", 4352),
            ("fragments: points farther and farther", "FSI", 1024),
            ("fragments: colour mask of nothing and depth NEVER", "FSI", 4352),
        ],
    },
];
