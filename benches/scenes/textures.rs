//! The scenes of shaders and texture look-ups: loops, noise, integer arithmetic, every common kind of look-up, discards, and the first draw of a new program.

use crate::child::{Clock, Gl, clear, covered, prepare};
use crate::program::program;
use crate::scenes::{FULL_SCREEN, Kind, SIZE, Scene};
use glmeter_abi::functions;
use std::ffi::{CStr, CString, c_void};
use std::time::{Duration, SystemTime};

const GL_TRIANGLES: u32 = 0x0004;
const GL_LEQUAL: i32 = 0x0203;
const GL_TEXTURE_2D: u32 = 0x0DE1;
const GL_UNSIGNED_BYTE: u32 = 0x1401;
const GL_FLOAT: u32 = 0x1406;
const GL_DEPTH_COMPONENT: u32 = 0x1902;
const GL_RED: u32 = 0x1903;
const GL_RGBA: u32 = 0x1908;
const GL_NEAREST: i32 = 0x2600;
const GL_LINEAR: i32 = 0x2601;
const GL_LINEAR_MIPMAP_LINEAR: i32 = 0x2703;
const GL_TEXTURE_MAG_FILTER: u32 = 0x2800;
const GL_TEXTURE_MIN_FILTER: u32 = 0x2801;
const GL_RGBA8: u32 = 0x8058;
const GL_TEXTURE_3D: u32 = 0x806F;
const GL_DEPTH_COMPONENT24: u32 = 0x81A6;
const GL_R8: u32 = 0x8229;
const GL_TEXTURE_CUBE_MAP: u32 = 0x8513;
const GL_TEXTURE_CUBE_MAP_POSITIVE_X: u32 = 0x8515;
const GL_RGBA16F: u32 = 0x881A;
const GL_TEXTURE_COMPARE_MODE: u32 = 0x884C;
const GL_TEXTURE_COMPARE_FUNC: u32 = 0x884D;
const GL_COMPARE_REF_TO_TEXTURE: i32 = 0x884E;
const GL_FRAGMENT_SHADER: u32 = 0x8B30;
const GL_VERTEX_SHADER: u32 = 0x8B31;

functions! {
    struct Textures("") {
        fn glBindTexture(target: u32, texture: u32);
        fn glGenTextures(n: i32, textures: *mut u32);
        fn glGenerateMipmap(target: u32);
        fn glTexImage2D(target: u32, level: i32, internalformat: i32, width: i32, height: i32, border: i32, format: u32, ty: u32, pixels: *const c_void);
        fn glTexImage3D(target: u32, level: i32, internalformat: i32, width: i32, height: i32, depth: i32, border: i32, format: u32, ty: u32, pixels: *const c_void);
        fn glTexParameteri(target: u32, pname: u32, param: i32);
    }
}

/// The scenes of this file.
pub(crate) const SCENES: [Scene; 20] = [
    Scene { key: "mandelbrot", title: "Mandelbrot, at most 200 turns", kind: plain(MANDELBROT) },
    Scene { key: "noise", title: "gradient noise of 5 octaves", kind: plain(NOISE) },
    Scene { key: "hash", title: "integer hashes", kind: plain(HASH) },
    Scene { key: "division", title: "integer divisions and bit fields", kind: plain(DIVISION) },
    Scene { key: "nearest", title: "nearest filter", kind: textured(|gl| gl.plane(GL_RGBA8, GL_NEAREST), ONE) },
    Scene { key: "bilinear", title: "bilinear filter", kind: textured(|gl| gl.plane(GL_RGBA8, GL_LINEAR), ONE) },
    Scene { key: "bilinear-r8", title: "bilinear filter, R8", kind: textured(|gl| gl.plane(GL_R8, GL_LINEAR), ONE) },
    Scene { key: "bilinear-rgba16f", title: "bilinear filter, RGBA16F", kind: textured(|gl| gl.plane(GL_RGBA16F, GL_LINEAR), ONE) },
    Scene { key: "four-textures", title: "four bilinear look-ups", kind: textured(|gl| gl.plane(GL_RGBA8, GL_LINEAR), FOUR) },
    Scene { key: "trilinear", title: "trilinear filter", kind: textured(|gl| gl.plane(GL_RGBA8, GL_LINEAR_MIPMAP_LINEAR), FLOOR) },
    Scene { key: "blur", title: "blur of 13 taps", kind: textured(|gl| gl.plane(GL_RGBA8, GL_LINEAR), BLUR) },
    Scene { key: "fetch", title: "9 texel fetches", kind: textured(|gl| gl.plane(GL_RGBA8, GL_NEAREST), FETCH) },
    Scene { key: "cube", title: "cube map", kind: textured(|gl| gl.cube(GL_LINEAR), CUBE) },
    Scene { key: "cube-mipmap", title: "cube map, trilinear", kind: textured(|gl| gl.cube(GL_LINEAR_MIPMAP_LINEAR), CUBE) },
    Scene { key: "volume", title: "3D texture", kind: textured(Textures::volume, VOLUME) },
    Scene { key: "shadow", title: "shadow map, 4 bilinear comparisons", kind: textured(Textures::shadow, SHADOW) },
    Scene { key: "discard", title: "8 layers, half of each discarded", kind: Kind::Own(discard) },
    Scene { key: "derivatives", title: "stripes by derivatives", kind: plain(STRIPES) },
    Scene { key: "program-new", title: "first draw of a new program", kind: Kind::Own(new_program) },
    Scene { key: "program-known", title: "first draw of a program known to the disk", kind: Kind::Own(known_program) },
];

/// A scene of one draw that covers the picture, with this fragment shader.
const fn plain(shader: &'static CStr) -> Kind {
    Kind::Fragments(shader)
}

/// A scene of the same kind, with a texture.
const fn textured(texture: fn(&Textures), shader: &'static CStr) -> Kind {
    Kind::Textured(Texture(texture), shader)
}

/// Creates and binds a texture.
pub(crate) struct Texture(fn(&Textures));

impl Texture {
    /// Creates and binds a plane with a linear filter.
    pub(crate) fn linear_plane(address: &dyn Fn(&str) -> *mut c_void) {
        Self(|gl| gl.plane(GL_RGBA8, GL_LINEAR)).bind(address);
    }

    /// Creates and binds the texture.
    pub(crate) fn bind(&self, address: &dyn Fn(&str) -> *mut c_void) {
        // SAFETY: the address of a name is that of the function of this name, or null.
        (self.0)(&unsafe { Textures::load(address) }.expect("the driver has the function"));
    }
}

/// Returns texels of four bytes: waves of several lengths, and a little noise.
fn texels(width: usize, height: usize, seed: u32) -> Vec<[u8; 4]> {
    let mut state = seed | 1;
    let place = |index: usize| ((index % width) as f32 / width as f32, (index / width) as f32 / height as f32);
    let texel = |index: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (x, y) = place(index);
        let wave = |turns: f32| ((x * turns).sin() * (y * turns * 1.3).cos() * 100.0 + 128.0) as u8;
        [wave(40.0) ^ (state >> 28) as u8, wave(23.0), wave(95.0), 255]
    };
    (0..width * height).map(texel).collect()
}

/// The width and height of planes.
const PLANE: i32 = 1024;

impl Textures {
    /// Creates and binds a texture with these filters.
    fn create(&self, target: u32, filter: i32) {
        let mut texture = 0;
        // SAFETY: the out pointer is to a local.
        unsafe {
            self.glGenTextures(1, &raw mut texture);
            self.glBindTexture(target, texture);
            self.glTexParameteri(target, GL_TEXTURE_MIN_FILTER, filter);
            self.glTexParameteri(target, GL_TEXTURE_MAG_FILTER, if filter == GL_NEAREST { GL_NEAREST } else { GL_LINEAR });
        }
    }

    fn finish(&self, target: u32, filter: i32) {
        if filter == GL_LINEAR_MIPMAP_LINEAR {
            // SAFETY: the function takes no pointers.
            unsafe { self.glGenerateMipmap(target) };
        }
    }

    /// A two-dimensional texture of a format.
    fn plane(&self, format: u32, filter: i32) {
        self.create(GL_TEXTURE_2D, filter);
        let texels = texels(PLANE as usize, PLANE as usize, 7);
        // SAFETY: the memory has all texels.
        unsafe { self.glTexImage2D(GL_TEXTURE_2D, 0, format as i32, PLANE, PLANE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_ptr().cast()) };
        self.finish(GL_TEXTURE_2D, filter);
    }

    fn cube(&self, filter: i32) {
        self.create(GL_TEXTURE_CUBE_MAP, filter);
        for face in 0..6 {
            let texels = texels(256, 256, face);
            let target = GL_TEXTURE_CUBE_MAP_POSITIVE_X + face;
            // SAFETY: the memory has all texels.
            unsafe { self.glTexImage2D(target, 0, GL_RGBA8 as i32, 256, 256, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_ptr().cast()) };
        }
        self.finish(GL_TEXTURE_CUBE_MAP, filter);
    }

    fn volume(&self) {
        self.create(GL_TEXTURE_3D, GL_LINEAR);
        let texels = texels(64, 64 * 64, 3);
        // SAFETY: the memory has all texels.
        unsafe { self.glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8 as i32, 64, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_ptr().cast()) };
    }

    fn shadow(&self) {
        self.create(GL_TEXTURE_2D, GL_LINEAR);
        let depths: Vec<f32> = texels(PLANE as usize, PLANE as usize, 7).iter().map(|texel| f32::from(texel[1]) / 255.0).collect();
        // SAFETY: the memory has all texels.
        unsafe {
            self.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
            self.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
            let format = GL_DEPTH_COMPONENT24 as i32;
            self.glTexImage2D(GL_TEXTURE_2D, 0, format, PLANE, PLANE, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depths.as_ptr().cast());
        }
    }

    /// A texture whose only component is a mask: squares of 4 by 4 texels, half of them 0.
    fn mask(&self) {
        self.create(GL_TEXTURE_2D, GL_NEAREST);
        let square = |index: usize| if ((index % 256 / 4 * 7 + index / 256 / 4 * 13) % 11).is_multiple_of(2) { 255 } else { 0 };
        let texels: Vec<u8> = (0..256 * 256).map(square).collect();
        // SAFETY: the memory has all texels.
        unsafe { self.glTexImage2D(GL_TEXTURE_2D, 0, GL_R8 as i32, 256, 256, 0, GL_RED, GL_UNSIGNED_BYTE, texels.as_ptr().cast()) };
    }
}

/// Draws eight layers, of which a look-up discards about half of the fragments each.
fn discard(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, scene: &Scene, clock: &Clock) -> Option<Duration> {
    Texture(Textures::mask).bind(address);
    prepare(gl, address, &[(GL_VERTEX_SHADER, LAYERS), (GL_FRAGMENT_SHADER, DISCARD)]);
    clear(gl);
    // SAFETY: the program reads no attributes.
    let least = clock.fastest(gl, || unsafe { gl.glDrawArrays(GL_TRIANGLES, 0, 8 * 6) });
    covered(gl, scene);
    Some(least)
}

/// The new programs of one run, of which the fastest counts.
const PROGRAMS: u32 = 12;

/// Links programs that no cache knows.
fn new_program(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, _: &Scene, clock: &Clock) -> Option<Duration> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    Some(programs(gl, address, clock, (now % 8_000_000) as u32))
}

/// Links programs that every round links.
fn known_program(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, _: &Scene, clock: &Clock) -> Option<Duration> {
    Some(programs(gl, address, clock, 9_000_000))
}

/// Returns the shortest time of a program's compilation and first draw; the programs differ in one constant.
fn programs(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, clock: &Clock, first: u32) -> Duration {
    let text = PHONG_WITH_NUMBER.to_string_lossy();
    // A few pixels: the other scenes measure drawing.
    // SAFETY: the function takes no pointers.
    unsafe { gl.glViewport(0, 0, 16, 16) };
    let new = |number: u32| {
        let text = CString::new(text.replace("NUMBER", &format!("{number}.0"))).expect("the text has no zeros");
        let start = clock.now();
        program(address, &[(GL_VERTEX_SHADER, FULL_SCREEN), (GL_FRAGMENT_SHADER, &text)]);
        // SAFETY: the program reads no attributes.
        unsafe {
            gl.glDrawArrays(GL_TRIANGLES, 0, 3);
            gl.glFinish();
        }
        clock.now() - start
    };
    let least = (first..first + PROGRAMS).map(new).min();
    // SAFETY: as above.
    unsafe { gl.glViewport(0, 0, SIZE, SIZE) };
    least.unwrap_or_default()
}

/// A fragment shader with the Mandelbrot set.
const MANDELBROT: &CStr = c"#version 150
in vec3 position;
out vec4 fragment;
void main() {
    vec2 c = position.xy * 1.3 - vec2(0.6, 0.0);
    vec2 z = vec2(0.0);
    int turns = 0;
    while (turns < 200 && dot(z, z) < 4.0) {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        turns++;
    }
    float part = float(turns) / 200.0;
    fragment = vec4(part, part * part, 1.0 - part, 1.0);
}
";

/// A fragment shader with noise by the common hash of a sine.
const NOISE: &CStr = c"#version 150
in vec3 position;
out vec4 fragment;
float hash(vec2 p) {
    return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453);
}
float noise(vec2 p) {
    vec2 i = floor(p);
    vec2 f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1.0, 0.0)), f.x), mix(hash(i + vec2(0.0, 1.0)), hash(i + vec2(1.0, 1.0)), f.x), f.y);
}
void main() {
    vec2 p = position.xy * 4.0 + 4.0;
    float sum = 0.0;
    float weight = 0.5;
    for (int octave = 0; octave < 5; octave++) {
        sum += weight * noise(p);
        p *= 2.0;
        weight *= 0.5;
    }
    fragment = vec4(sum, sum * sum, 1.0 - sum, 1.0);
}
";

/// A fragment shader of integer arithmetic.
const HASH: &CStr = c"#version 150
out vec4 fragment;
uvec3 pcg(uvec3 v) {
    v = v * 1664525u + 1013904223u;
    v.x += v.y * v.z; v.y += v.z * v.x; v.z += v.x * v.y;
    v ^= v >> 16u;
    v.x += v.y * v.z; v.y += v.z * v.x; v.z += v.x * v.y;
    return v;
}
void main() {
    uvec3 v = uvec3(gl_FragCoord.xy, 1u);
    uvec3 sum = uvec3(0u);
    for (int i = 0; i < 8; i++) {
        v = pcg(v);
        sum ^= v;
    }
    fragment = vec4(vec3(sum >> 8u) * (1.0 / 16777215.0), 1.0);
}
";

/// A fragment shader of the integer arithmetic that processors have no vector instructions for.
const DIVISION: &CStr = c"#version 400
out vec4 fragment;
void main() {
    uvec2 place = uvec2(gl_FragCoord.xy);
    uint sum = 0u;
    int bits = 0;
    for (uint i = 1u; i < 9u; i++) {
        uint key = place.x * 2654435761u + place.y * i;
        sum += key / (place.y + i) + key % (place.x + i);
        bits += int(bitfieldExtract(key, int(i), 9)) + bitCount(key) + findMSB(key);
    }
    fragment = vec4(float(sum & 255u) / 255.0, float(bits & 255) / 255.0, float(sum >> 24u) / 255.0, 1.0);
}
";

/// A fragment shader with one look-up, in a picture that is turned and magnified a little.
const ONE: &CStr = c"#version 150
in vec3 position;
uniform sampler2D image;
out vec4 fragment;
void main() {
    vec2 place = position.xy * mat2(0.35, 0.1, -0.1, 0.35);
    fragment = vec4(texture(image, place).rgb, 1.0);
}
";

/// A fragment shader with four look-ups at unrelated places.
const FOUR: &CStr = c"#version 150
in vec3 position;
uniform sampler2D image;
out vec4 fragment;
void main() {
    vec2 place = position.xy * mat2(0.35, 0.1, -0.1, 0.35);
    vec4 base = texture(image, place);
    vec4 detail = texture(image, place * 1.7);
    vec4 light = texture(image, place.yx);
    vec4 stain = texture(image, place.yx * 0.6);
    fragment = vec4((base * detail + light * stain).rgb, 1.0);
}
";

/// A fragment shader with a floor to the horizon.
const FLOOR: &CStr = c"#version 150
in vec3 position;
uniform sampler2D image;
out vec4 fragment;
void main() {
    vec2 place = vec2(position.x, 1.0) / (position.y * 0.5 + 0.7);
    fragment = vec4(texture(image, place).rgb, 1.0);
}
";

/// A fragment shader with one of the two passes of a blur.
const BLUR: &CStr = c"#version 150
in vec3 position;
uniform sampler2D image;
out vec4 fragment;
void main() {
    const float weights[7] = float[](0.1747, 0.1571, 0.1209, 0.0800, 0.0446, 0.0220, 0.0092);
    vec2 place = position.xy * 0.5 + 0.5;
    vec3 sum = texture(image, place).rgb * weights[0];
    for (int i = 1; i < 7; i++) {
        vec2 step = vec2(float(i) / 1024.0, 0.0);
        sum += (texture(image, place + step).rgb + texture(image, place - step).rgb) * weights[i];
    }
    fragment = vec4(sum, 1.0);
}
";

/// A fragment shader that reads texels without filter.
const FETCH: &CStr = c"#version 150
uniform sampler2D image;
out vec4 fragment;
void main() {
    ivec2 place = ivec2(gl_FragCoord.xy);
    vec3 sum = vec3(0.0);
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            sum += texelFetch(image, clamp(place + ivec2(x, y), ivec2(0), ivec2(1023)), 0).rgb;
    fragment = vec4(sum * (1.0 / 9.0), 1.0);
}
";

/// A fragment shader with a reflection.
const CUBE: &CStr = c"#version 150
in vec3 position;
in vec3 normal;
uniform samplerCube image;
out vec4 fragment;
void main() {
    fragment = vec4(texture(image, reflect(position, normalize(normal * vec3(3.0, 3.0, 1.0)))).rgb, 1.0);
}
";

/// A fragment shader with a slice of a volume.
const VOLUME: &CStr = c"#version 150
in vec3 position;
uniform sampler3D image;
out vec4 fragment;
void main() {
    vec2 place = position.xy * 0.5 + 0.5;
    fragment = vec4(texture(image, vec3(place, place.x * 0.3 + place.y * 0.6)).rgb, 1.0);
}
";

/// A fragment shader with soft shadows.
const SHADOW: &CStr = c"#version 150
in vec3 position;
uniform sampler2DShadow image;
out vec4 fragment;
void main() {
    vec3 place = vec3(position.xy * 0.4 + 0.5, position.x * 0.2 + 0.5);
    float sum = 0.0;
    for (int i = 0; i < 4; i++)
        sum += texture(image, place + vec3(float(i & 1) - 0.5, float(i >> 1) - 0.5, 0.0) / vec3(1024.0, 1024.0, 1.0));
    fragment = vec4(vec3(sum * 0.25) * (position * 0.4 + 0.6 + vec3(0.0, 0.0, 1.2)), 1.0);
}
";

/// The vertex shader of layers that cover the picture.
const LAYERS: &CStr = c"#version 150
out vec3 position;
flat out int layer;
void main() {
    int corner = gl_VertexID % 6;
    vec2 place = vec2(corner == 1 || corner == 4 || corner == 5 ? 1.0 : -1.0, corner == 2 || corner == 3 || corner == 5 ? 1.0 : -1.0);
    layer = gl_VertexID / 6;
    position = vec3(place, 1.0);
    gl_Position = vec4(place, 0.0, 1.0);
}
";

/// A fragment shader that discards by a mask, as those of leaves and fences do.
const DISCARD: &CStr = c"#version 150
in vec3 position;
flat in int layer;
uniform sampler2D image;
out vec4 fragment;
void main() {
    vec2 place = position.xy * (0.7 + float(layer) * 0.1);
    if (layer > 0 && texture(image, place).r < 0.5)
        discard;
    fragment = vec4(fract(place * 3.0), float(layer) / 8.0, 1.0);
}
";

/// A fragment shader that smooths stripes by the size of a pixel.
const STRIPES: &CStr = c"#version 150
in vec3 position;
out vec4 fragment;
void main() {
    float place = length(position.xy) * 40.0;
    float width = fwidth(place);
    float stripe = abs(fract(place) - 0.5) * 2.0;
    fragment = vec4(smoothstep(0.5 - width, 0.5 + width, stripe), position.xy * 0.5 + 0.5, 1.0);
}
";

/// The shader of the scene with Phong's light, with a number that makes it another one.
const PHONG_WITH_NUMBER: &CStr = c"#version 150
in vec3 position;
in vec3 normal;
uniform vec3 lamp;
uniform vec3 colour;
out vec4 fragment;
void main() {
    vec3 n = normalize(normal);
    vec3 to_lamp = normalize(lamp - position + vec3(NUMBER * 1e-9));
    vec3 to_eye = normalize(-position);
    float diffuse = max(dot(n, to_lamp), 0.0);
    float specular = max(dot(n, normalize(to_lamp + to_eye)), 0.0);
    specular *= specular;
    specular *= specular;
    fragment = vec4(colour * (0.1 + diffuse) + vec3(0.5 * specular), 1.0);
}
";
