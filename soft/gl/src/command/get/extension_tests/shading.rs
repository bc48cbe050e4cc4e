//! Extensions of the shading language in desktop contexts.

use super::*;

pub const TABLE: Table = &[
    ("GL_AMD_conservative_depth", |gl| conservative_depth(gl, "GL_AMD_conservative_depth")),
    ("GL_AMD_vertex_shader_layer", |gl| vertices_select(gl, "GL_AMD_vertex_shader_layer", true, false)),
    ("GL_AMD_vertex_shader_viewport_index", |gl| vertices_select(gl, "GL_AMD_vertex_shader_viewport_index", false, true)),
    ("GL_ARB_arrays_of_arrays", |gl| {
        let header = header("330", "GL_ARB_arrays_of_arrays");
        assert_eq!(
            shade(
                gl,
                &green_if(
                    &header,
                    "uniform float zero;\nfloat[2][3] table() { float t[2][3]; t[1][2] = 7.0 + zero; return t; }\nbool right() { float[2][3] t = table(); return t[1][2] == 7.0 && t.length() == 2 && t[0].length() == 3; }",
                    "right()"
                )
            ),
            GREEN
        );
    }),
    ("GL_ARB_fragment_layer_viewport", |gl| {
        let vertex = "#version 330\nin vec2 position;\nvoid main() { gl_Position = vec4(position, 0.0, 1.0); }";
        let geometry = "#version 330\n#extension GL_ARB_viewport_array : require\nlayout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;\nvoid main() { for (int i = 0; i < 3; i++) { gl_ViewportIndex = 2; gl_Position = gl_in[i].gl_Position; EmitVertex(); } }";
        let fragment = green_if(&header("330", "GL_ARB_fragment_layer_viewport"), "", "gl_ViewportIndex == 2 && gl_Layer == 0");
        let program =
            gl.program(&[(GL_VERTEX_SHADER, &c(vertex)), (GL_GEOMETRY_SHADER, &c(geometry)), (GL_FRAGMENT_SHADER, &c(&fragment))], &[]);
        gl.buffer(GL_ARRAY_BUFFER, &[-1.0f32, -1.0, 3.0, -1.0, -1.0, 3.0].map(f32::to_bits));
        let name = c"position";
        let location = glGetAttribLocation(program, name.as_ptr()).cast_unsigned();
        glVertexAttribPointer(location, 2, GL_FLOAT, 0, 0, std::ptr::null());
        glEnableVertexAttribArray(location);
        draw();
        assert_eq!(gl.pixel(8, 8), GREEN);
    }),
    ("GL_ARB_gl_spirv", |gl| {
        assert_eq!(integer(gl, GL_SHADER_BINARY_FORMATS), Some(GL_SHADER_BINARY_FORMAT_SPIR_V_ARB as i32));
        let vertex = green_module(GL_VERTEX_SHADER);
        let fragment = green_module(GL_FRAGMENT_SHADER);
        let program = glCreateProgram();
        for shader in [vertex, fragment] {
            let mut is_module = 0;
            glGetShaderiv(shader, GL_SPIR_V_BINARY_ARB, &raw mut is_module);
            assert_eq!(is_module, 1);
            glAttachShader(program, shader);
        }
        glLinkProgram(program);
        glUseProgram(program);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        assert_eq!(gl.pixel(8, 8), GREEN);
    }),
    ("GL_ARB_spirv_extensions", |gl| {
        let count = integer(gl, GL_NUM_SPIR_V_EXTENSIONS).unwrap();
        assert!(count > 0);
        for index in 0..count.cast_unsigned() {
            let name = glGetStringi(GL_SPIR_V_EXTENSIONS, index).cast::<i8>();
            // SAFETY: the driver returns a static string.
            assert!(unsafe { std::ffi::CStr::from_ptr(name) }.to_str().unwrap().starts_with("SPV_"));
        }
        let beyond = glGetStringi(GL_SPIR_V_EXTENSIONS, count.cast_unsigned()).cast::<i8>();
        assert!(beyond.is_null() && error() == GL_INVALID_VALUE);
    }),
    ("GL_ARB_sample_shading", |gl| {
        glEnable(GL_SAMPLE_SHADING_ARB);
        glMinSampleShadingARB(1.0);
        assert_eq!(floats::<1>(GL_MIN_SAMPLE_SHADING_VALUE_ARB), [1.0]);
        let header = header("330", "GL_ARB_sample_shading");
        let condition = "gl_SampleID == 0 && gl_NumSamples <= 1 && all(equal(gl_SamplePosition, vec2(0.5)))";
        assert_eq!(shade(gl, &green_if(&header, "", condition)), GREEN);
    }),
    ("GL_ARB_shader_precision", shader_precision),
    ("GL_ARB_shader_subroutine", |gl| {
        assert_eq!(integer(gl, GL_MAX_SUBROUTINES), Some(256));
        assert_eq!(integer(gl, GL_MAX_SUBROUTINE_UNIFORM_LOCATIONS), Some(1024));
        let head = "subroutine bool answer();\nsubroutine(answer) bool yes() { return true; }\nsubroutine uniform answer ask;";
        assert_eq!(shade(gl, &green_if(&header("330", "GL_ARB_shader_subroutine"), head, "ask()")), GREEN);
    }),
    ("GL_ARB_shader_texture_lod", |gl| {
        let name = texture(gl, GL_RGBA8, [2, 2], GL_RGBA, GL_UNSIGNED_BYTE, &[0; 16]);
        level(1, GREEN);
        parameter(GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
        assert_ne!(name, 0);
        // Core contexts take no GLSL below 1.40.
        let version = if gl.0.lock().unwrap().config.api == Api::Core { "140" } else { "120" };
        let header = header(version, "GL_ARB_shader_texture_lod");
        let (output, pixel) = if version == "140" { ("out vec4 pixel;\n", "pixel") } else { ("", "gl_FragColor") };
        for call in ["texture2DLod(image, vec2(0.5), 1.0)", "texture2DGradARB(image, vec2(0.5), vec2(1.0, 0.0), vec2(0.0, 1.0))"] {
            let text = format!("{header}{output}uniform sampler2D image;\nvoid main() {{ {pixel} = {call}; }}");
            assert_eq!(shade(gl, &text), GREEN, "{call}");
        }
    }),
    ("GL_ARB_shader_viewport_layer_array", |gl| vertices_select(gl, "GL_ARB_shader_viewport_layer_array", true, true)),
    ("GL_ARB_texture_gather", |gl| {
        assert_eq!(integer(gl, GL_MIN_PROGRAM_TEXTURE_GATHER_OFFSET_ARB), Some(-8));
        assert_eq!(integer(gl, GL_MAX_PROGRAM_TEXTURE_GATHER_OFFSET_ARB), Some(7));
        assert_eq!(integer(gl, GL_MAX_PROGRAM_TEXTURE_GATHER_COMPONENTS_ARB), Some(4));
        texture(gl, GL_R8, [2, 2], GL_RED, GL_UNSIGNED_BYTE, &[0, 255, 255, 0]);
        let header = header("330", "GL_ARB_texture_gather");
        let condition = "textureGather(image, vec2(0.5)) == vec4(1.0, 0.0, 1.0, 0.0)";
        assert_eq!(shade(gl, &green_if(&header, "uniform sampler2D image;", condition)), GREEN);
    }),
    ("GL_ARB_texture_query_levels", |gl| {
        texture(gl, GL_RGBA8, [2, 2], GL_RGBA, GL_UNSIGNED_BYTE, &[0; 16]);
        level(1, GREEN);
        parameter(GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
        let header = header("330", "GL_ARB_texture_query_levels");
        assert_eq!(shade(gl, &green_if(&header, "uniform sampler2D image;", "textureQueryLevels(image) == 2")), GREEN);
    }),
    ("GL_ARB_texture_query_lod", |gl| {
        texture(gl, GL_RGBA8, [16, 16], GL_RGBA, GL_UNSIGNED_BYTE, &[0; 1024]);
        let header = header("330", "GL_ARB_texture_query_lod");
        // Two texels a pixel: level of detail 1, of which there is none.
        let condition = "textureQueryLOD(image, gl_FragCoord.xy / 8.0) == vec2(0.0, 1.0)";
        assert_eq!(shade(gl, &green_if(&header, "uniform sampler2D image;", condition)), GREEN);
    }),
    ("GL_EXT_shader_integer_mix", |gl| integer_mix(gl, "330")),
];

/// A level of the bound texture with one texel.
fn level(level: i32, texel: [u8; 4]) {
    glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8.cast_signed(), 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel.as_ptr().cast());
}

/// Vertices select a layer, a viewport or both without a geometry shader.
fn vertices_select(gl: &Gl, name: &str, layer: bool, viewport: bool) {
    let line = |wanted: bool, text: &'static str| if wanted { text } else { "" };
    let (number, place) = (line(layer, "gl_Layer = 3;"), line(viewport, "gl_ViewportIndex = 2;"));
    let body = "gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);";
    let vertex = format!("{}void main() {{ {number} {place} {body} }}", header("430", name));
    let condition = format!("gl_Layer == {} && gl_ViewportIndex == {}", if layer { 3 } else { 0 }, if viewport { 2 } else { 0 });
    let fragment = green_if("#version 430\n", "", &condition);
    gl.program(&[(GL_VERTEX_SHADER, &c(&vertex)), (GL_FRAGMENT_SHADER, &c(&fragment))], &[]);
    glViewportIndexedf(2, 8.0, 0.0, 8.0, 16.0);
    draw();
    assert_eq!((gl.pixel(2, 2) == GREEN, gl.pixel(12, 12)), (!viewport, GREEN), "{name}");
}

fn conservative_depth(gl: &Gl, name: &str) {
    let header = header("330", name);
    let text = format!(
        "{header}out vec4 pixel;\nlayout(depth_greater) out float gl_FragDepth;\nvoid main() {{ gl_FragDepth = 0.75; pixel = vec4(0.0, 1.0, 0.0, 1.0); }}"
    );
    assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGBA8, [16, 16]), GL_FRAMEBUFFER_COMPLETE);
    assert_eq!(attach(gl, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT32F, [16, 16]), GL_FRAMEBUFFER_COMPLETE);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    cover(gl, &vertex_for(&text), &text);
    draw();
    assert_eq!(read::<f32, 1>(gl, GL_DEPTH_COMPONENT, GL_FLOAT), [0.75]);
}

/// Integer and boolean forms of mix.
pub fn integer_mix(gl: &Gl, version: &str) {
    let header = header(version, "GL_EXT_shader_integer_mix");
    let condition = "mix(3, 5, b) == 5 && mix(uvec2(1u), uvec2(2u), bvec2(b, !b)) == uvec2(2u, 1u) && mix(false, true, b)";
    // Negated, since uniforms are false.
    assert_eq!(shade(gl, &green_if(&header, "uniform bool unset;\n#define b (!unset)", condition)), GREEN);
}

/// "a + b, a - b, a * b: correctly rounded. a / b: 2.5 ULP for b within [2^-126, 2^126]. exp2(x): (3 + 2 · |x|) ULP; log2: 3 ULP; sqrt:
/// inherited from 1 / inversesqrt, 2 ULP", NaN and infinity as IEEE 754 has them.
fn shader_precision(gl: &Gl) {
    let text = format!(
        "{}in vec2 v;\nout vec4 first;\nout vec4 second;\nvoid main() {{\n first = vec4(v.x + v.y, v.x * v.y, v.x / v.y, inversesqrt(v.y));\n second = vec4(exp2(v.x), log2(v.y), 1.0 / (v.x - v.x), 0.0 / (v.x - v.x));\n gl_Position = vec4(0.0); }}",
        header("330", "GL_ARB_shader_precision")
    );
    let program = gl.program(&[(GL_VERTEX_SHADER, &c(&text))], &[c"first", c"second"]);
    let mut seed = 0x1234_5678_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (f64::from(seed >> 8) / f64::from(1 << 24)) as f32
    };
    let pairs: Vec<[f32; 2]> = (0..200).map(|_| [next() * 20.0 - 10.0, next() * 100.0 + 0.001]).collect();
    let words: Vec<u32> = pairs.iter().flatten().map(|value| value.to_bits()).collect();
    gl.buffer(GL_ARRAY_BUFFER, &words);
    let name = c"v";
    let location = glGetAttribLocation(program, name.as_ptr()).cast_unsigned();
    glVertexAttribPointer(location, 2, GL_FLOAT, 0, 0, std::ptr::null());
    glEnableVertexAttribArray(location);
    gl.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, &vec![0; pairs.len() * 8]);
    let feedback = integer(gl, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING).unwrap().cast_unsigned();
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, feedback);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, pairs.len() as i32);
    glEndTransformFeedback();
    let found = gl.words(GL_TRANSFORM_FEEDBACK_BUFFER, pairs.len() * 8);
    for ([x, y], words) in pairs.iter().zip(found.chunks_exact(8)) {
        let f: Vec<f32> = words.iter().map(|&word| f32::from_bits(word)).collect();
        assert_eq!((f[0], f[1]), (x + y, x * y));
        let (x, y) = (f64::from(*x), f64::from(*y));
        let within = |found: f32, exact: f64, ulps: f64| {
            let ulp = f64::from(f32::from_bits((exact.abs() as f32).to_bits() + 1)) - f64::from(exact.abs() as f32);
            assert!((f64::from(found) - exact).abs() <= ulps * ulp + 0.5 * ulp, "{found} is not {exact} ({x} {y})");
        };
        within(f[2], x / y, 2.5);
        within(f[3], 1.0 / y.sqrt(), 2.0);
        within(f[4], x.exp2(), 3.0 + 2.0 * x.abs());
        if !(0.5..2.0).contains(&y) {
            within(f[5], y.log2(), 3.0);
        }
        assert!(f[6].is_infinite() && f[7].is_nan());
    }
}

/// Loads and specializes a module that draws a green triangle over the window.
fn green_module(stage: u32) -> u32 {
    let text = match stage {
        GL_VERTEX_SHADER => "#version 450\nvoid main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0, 1); }",
        _ => "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(0, 1, 0, 1); }",
    };
    let binary = spirv_tools::module(if stage == GL_VERTEX_SHADER { "vert" } else { "frag" }, text);
    let shader = glCreateShader(stage);
    let length = binary.len() as i32;
    glShaderBinary(1, &raw const shader, GL_SHADER_BINARY_FORMAT_SPIR_V_ARB, binary.as_ptr().cast(), length);
    let none = std::ptr::null();
    glSpecializeShaderARB(shader, c"main".as_ptr(), 0, none, none);
    shader
}
