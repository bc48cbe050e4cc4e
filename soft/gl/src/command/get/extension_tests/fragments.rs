//! Extensions of the inputs and outputs of fragment shaders.

use super::*;

/// Extensions of every kind of context.
pub const TABLE: Table = &[
    ("GL_EXT_shader_framebuffer_fetch", |gl| {
        let mut discards = 0;
        glGetBooleanv(GL_FRAGMENT_SHADER_DISCARDS_SAMPLES_EXT, &raw mut discards);
        assert_eq!(discards, 1);
        fetch_twice(gl, "GL_EXT_shader_framebuffer_fetch", "", || ());
    }),
    ("GL_EXT_shader_framebuffer_fetch_non_coherent", |gl| {
        let barrier = || glFramebufferFetchBarrierEXT();
        fetch_twice(gl, "GL_EXT_shader_framebuffer_fetch_non_coherent", "layout(noncoherent)", barrier);
    }),
    ("GL_ARM_shader_framebuffer_fetch_depth_stencil", |gl| {
        framebuffer(gl, GL_COLOR_ATTACHMENT0, if gl.0.lock().unwrap().is_es() { GL_RGB565 } else { GL_RGBA8 }, [16, 16]);
        attach(gl, GL_DEPTH_ATTACHMENT, GL_DEPTH24_STENCIL8, [16, 16]);
        let both = integer(gl, GL_RENDERBUFFER_BINDING).unwrap().cast_unsigned();
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, both);
        glClearDepthf(0.75);
        glClearStencil(77);
        glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
        glEnable(GL_DEPTH_TEST);
        glDepthFunc(GL_LESS);
        let extension = "GL_ARM_shader_framebuffer_fetch_depth_stencil";
        let (version, out, pixel) =
            if gl.0.lock().unwrap().is_es() { ("100", "", "gl_FragColor") } else { ("330", "out vec4 pixel;", "pixel") };
        let holds = "abs(gl_LastFragDepthARM - 0.75) < 0.001 && gl_LastFragStencilARM == 77";
        let text = format!(
            "{}{out}\nvoid main() {{ {pixel} = ({holds}) ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0); }}",
            header(version, extension)
        );
        cover(gl, &vertex_for(&text), &text);
        draw();
        assert_eq!(read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE), GREEN);
        // The first draw wrote the depth 0.5, which the second one reads and fails.
        glDepthFunc(GL_LEQUAL);
        draw();
        assert_eq!(read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE), [255, 0, 0, 255]);
    }),
];

/// Extensions of OpenGL ES.
pub const EMBEDDED: Table = &[("GL_EXT_blend_func_extended", |gl| {
    assert_eq!(integer(gl, GL_MAX_DUAL_SOURCE_DRAW_BUFFERS_EXT), Some(1));
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC1_COLOR_EXT, GL_ONE_MINUS_SRC1_ALPHA_EXT);
    let name = "GL_EXT_blend_func_extended";
    let blended = |gl: &Gl| {
        textures::clear([0.0, 0.0, 1.0, 0.0]);
        draw();
        gl.no_error();
        assert_eq!(gl.pixel(8, 8), [0, 128, 191, 64]);
    };
    for (first, second) in
        [("gl_FragColor", "gl_SecondaryFragColorEXT"), ("gl_FragData[0]", "gl_SecondaryFragDataEXT[gl_MaxDualSourceDrawBuffersEXT - 1]")]
    {
        let text = format!("{}void main() {{ {first} = vec4(1.0); {second} = vec4(0.0, 0.5, 0.0, 0.25); }}", header("100", name));
        cover(gl, &vertex_for(&text), &text);
        blended(gl);
    }
    if gl.0.lock().unwrap().config.version < (3, 0) {
        return;
    }
    let layouts = ["layout(location = 0)", "layout(location = 0, index = 1)"];
    for [first, second] in [layouts, ["", ""]] {
        let text = format!(
            "{}{first} out vec4 one;\n{second} out vec4 two;\nvoid main() {{ one = vec4(1.0); two = vec4(0.0, 0.5, 0.0, 0.25); }}",
            header("300 es", name)
        );
        let program = glCreateProgram();
        let vertex = vertex_for(&text);
        for (stage, text) in [(GL_VERTEX_SHADER, c(&vertex)), (GL_FRAGMENT_SHADER, c(&text))] {
            let shader = glCreateShader(stage);
            let texts = [text.as_ptr()];
            glShaderSource(shader, 1, texts.as_ptr(), std::ptr::null());
            glCompileShader(shader);
            glAttachShader(program, shader);
        }
        let names = [c("one"), c("two")];
        if first.is_empty() {
            glBindFragDataLocationEXT(program, 0, names[0].as_ptr());
            glBindFragDataLocationIndexedEXT(program, 0, 1, names[1].as_ptr());
        }
        gl.link(program);
        let index = |name: &CString| glGetFragDataIndexEXT(program, name.as_ptr());
        assert_eq!([index(&names[0]), index(&names[1]), index(&c("three"))], [0, 1, -1]);
        let resource = glGetProgramResourceLocationIndexEXT(program, GL_PROGRAM_OUTPUT, names[1].as_ptr());
        assert_eq!(resource, 1);
        blended(gl);
    }
})];

/// Draws twice with a shader that halves what is stored, with every language that can fetch.
fn fetch_twice(gl: &Gl, extension: &str, layout: &str, between: impl Fn()) {
    let es = gl.0.lock().unwrap().is_es();
    let core = gl.0.lock().unwrap().config.api == Api::Core;
    let new = !es || gl.0.lock().unwrap().config.version >= (3, 0);
    let old = (es || !core).then(|| {
        let declaration = if layout.is_empty() { String::new() } else { format!("{layout} vec4 gl_LastFragData[gl_MaxDrawBuffers];\n") };
        let body = "void main() { gl_FragColor = gl_LastFragData[0] * 0.5 + vec4(0.0, 0.25, 0.0, 0.0); }";
        format!("{}{declaration}{body}", header(if es { "100" } else { "120" }, extension))
    });
    let new = new.then(|| {
        let version = if es { "300 es" } else { "330" };
        let body = "void main() { color *= 0.5; color.g += 0.25; }";
        format!("{}{layout} inout vec4 color;\n{body}", header(version, extension))
    });
    for text in [old, new].into_iter().flatten() {
        cover(gl, &vertex_for(&text), &text);
        textures::clear([1.0, 0.5, 0.0, 1.0]);
        draw();
        between();
        draw();
        gl.no_error();
        let [red, green, blue, alpha] = gl.pixel(8, 8);
        assert!(red.abs_diff(64) <= 1 && green.abs_diff(128) <= 1 && blue == 0 && alpha.abs_diff(64) <= 1, "{:?}", gl.pixel(8, 8));
    }
}
