//! Extensions of blending with advanced equations.

use super::*;

/// Extensions of every kind of context.
pub const TABLE: Table = &[
    ("GL_KHR_blend_equation_advanced", advanced),
    ("GL_KHR_blend_equation_advanced_coherent", |gl| {
        let enabled = || glIsEnabled(GL_BLEND_ADVANCED_COHERENT_KHR);
        assert_eq!(enabled(), 1);
        glDisable(GL_BLEND_ADVANCED_COHERENT_KHR);
        assert_eq!(enabled(), 0);
        glEnable(GL_BLEND_ADVANCED_COHERENT_KHR);
        // Two draws without a barrier, each half as bright as what is there.
        prepare(gl, "layout(blend_support_multiply, blend_support_screen) out;", "vec4(0.5, 0.5, 0.5, 1.0)");
        glBlendEquation(GL_MULTIPLY_KHR);
        textures::clear([1.0, 0.5, 0.0, 1.0]);
        draw();
        draw();
        gl.no_error();
        assert_eq!(gl.pixel(8, 8)[..3], [64, 32, 0]);
    }),
];

/// Extensions of OpenGL ES.
pub const EMBEDDED: Table = &[("GL_ANDROID_extension_pack_es31a", |gl| {
    for (name, least) in [
        (GL_MAX_FRAGMENT_ATOMIC_COUNTER_BUFFERS, 1),
        (GL_MAX_FRAGMENT_ATOMIC_COUNTERS, 8),
        (GL_MAX_FRAGMENT_IMAGE_UNIFORMS, 4),
        (GL_MAX_FRAGMENT_SHADER_STORAGE_BLOCKS, 4),
    ] {
        assert!(integer(gl, name) >= Some(least));
    }
    // The extensions that the pack stands for come with it.
    let text = green_if(
        &header("310 es", "GL_ANDROID_extension_pack_es31a"),
        "layout(blend_support_darken) out;\nuniform highp samplerCubeArray cubes;\nuniform highp sampler2DMSArray samples;",
        "gl_SampleID == 0 && fma(2.0, 3.0, 1.0) == 7.0",
    );
    assert_eq!(shade(gl, &text), GREEN);
})];

/// Makes a program of one colour that supports equations, with blending on.
fn prepare(gl: &Gl, layout: &str, color: &str) {
    let version = if gl.0.lock().unwrap().is_es() { "300 es" } else { "330" };
    let text =
        header(version, "GL_KHR_blend_equation_advanced") + &format!("{layout}\nout vec4 pixel;\nvoid main() {{ pixel = {color}; }}");
    cover(gl, &vertex_for(&text), &text);
    glEnable(GL_BLEND);
}

/// The equations, the names in their layout qualifiers, and what each makes of [`SOURCE`] over (0.2, 0.5, 0.75).
const EQUATIONS: [(u32, &str, [f32; 3]); 15] = [
    (GL_MULTIPLY_KHR, "multiply", [0.16, 0.125, 0.375]),
    (GL_SCREEN_KHR, "screen", [0.84, 0.625, 0.875]),
    (GL_OVERLAY_KHR, "overlay", [0.32, 0.25, 0.75]),
    (GL_DARKEN_KHR, "darken", [0.2, 0.25, 0.5]),
    (GL_LIGHTEN_KHR, "lighten", [0.8, 0.5, 0.75]),
    (GL_COLORDODGE_KHR, "colordodge", [1.0, 0.667, 1.0]),
    (GL_COLORBURN_KHR, "colorburn", [0.0, 0.0, 0.5]),
    (GL_HARDLIGHT_KHR, "hardlight", [0.68, 0.25, 0.75]),
    (GL_SOFTLIGHT_KHR, "softlight", [0.349, 0.375, 0.75]),
    (GL_DIFFERENCE_KHR, "difference", [0.6, 0.25, 0.25]),
    (GL_EXCLUSION_KHR, "exclusion", [0.68, 0.5, 0.5]),
    (GL_HSL_HUE_KHR, "hsl_hue", [0.795, 0.245, 0.495]),
    (GL_HSL_SATURATION_KHR, "hsl_saturation", [0.2, 0.5, 0.75]),
    (GL_HSL_COLOR_KHR, "hsl_color", [0.795, 0.245, 0.495]),
    (GL_HSL_LUMINOSITY_KHR, "hsl_luminosity", [0.205, 0.505, 0.755]),
];

const SOURCE: &str = "vec4(0.8, 0.25, 0.5, 1.0)";

fn advanced(gl: &Gl) {
    prepare(gl, "layout(blend_support_all_equations) out;", SOURCE);
    for (mode, _, wanted) in EQUATIONS {
        glBlendEquation(mode);
        assert_eq!(integer(gl, GL_BLEND_EQUATION_RGB), Some(mode.cast_signed()));
        textures::clear([0.2, 0.5, 0.75, 1.0]);
        draw();
        glBlendBarrierKHR();
        gl.no_error();
        let found = gl.pixel(8, 8);
        let near = found.iter().zip(wanted).all(|(&found, wanted)| (f32::from(found) - wanted * 255.0).abs() < 1.5);
        assert!(near, "{mode:#x}: {found:?}");
        // "NOTE: These enums are not accepted by the <modeRGB> or <modeAlpha> parameters of BlendEquationSeparate"
        glBlendEquationSeparate(mode, GL_FUNC_ADD);
        assert_eq!(error(), GL_INVALID_ENUM);
        glBlendEquationSeparate(GL_FUNC_ADD, mode);
        assert_eq!(error(), GL_INVALID_ENUM);
    }
    qualifiers(gl);
    buffers(gl);
    glDisable(GL_BLEND);
}

/// "the active fragment shader does not include the layout qualifier matching the blend equation": each equation has its own.
fn qualifiers(gl: &Gl) {
    for (mode, name, _) in EQUATIONS {
        prepare(gl, &format!("layout(blend_support_{name}) out;"), SOURCE);
        glBlendEquation(mode);
        draw();
        gl.no_error();
        glBlendEquation(if mode == GL_SCREEN_KHR { GL_MULTIPLY_KHR } else { GL_SCREEN_KHR });
        draw();
        assert_eq!(error(), GL_INVALID_OPERATION, "{name}");
    }
    prepare(gl, "", SOURCE);
    draw();
    assert_eq!(error(), GL_INVALID_OPERATION);
    if gl.0.lock().unwrap().config.api == Api::Compatibility {
        glBegin(GL_POINTS);
        assert_eq!(error(), GL_INVALID_OPERATION);
    }
    // Without blending the equation has no part in the draw.
    glDisable(GL_BLEND);
    draw();
    gl.no_error();
}

fn buffers(gl: &Gl) {
    prepare(gl, "layout(blend_support_all_equations) out;", SOURCE);
    if !gl.0.lock().unwrap().is_es() {
        // "the draw buffer for color output zero selects multiple color buffers"
        glDrawBuffer(GL_FRONT_AND_BACK);
        draw();
        assert_eq!(error(), GL_INVALID_OPERATION);
        glDrawBuffer(GL_BACK);
    }
    framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGBA8, [16, 16]);
    attach(gl, GL_COLOR_ATTACHMENT1, GL_RGBA8, [16, 16]);
    // "the draw buffer for any other color output is not NONE"
    for (buffers, expected) in [
        ([GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1], GL_INVALID_OPERATION),
        ([GL_NONE, GL_COLOR_ATTACHMENT1], GL_INVALID_OPERATION),
        ([GL_COLOR_ATTACHMENT0, GL_NONE], GL_NO_ERROR),
    ] {
        glDrawBuffers(2, buffers.as_ptr());
        draw();
        assert_eq!(error(), expected, "{buffers:x?}");
    }
}
