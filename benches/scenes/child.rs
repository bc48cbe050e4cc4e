//! The child process for one driver: draws every scene, times each draw with its glFinish, and checks the pictures.

use crate::context::WindowSystem;
use crate::draws;
use crate::program::program;
use crate::scenes::{self, COMPUTE, FULL_SCREEN, Kind, MESH, PHONG, SIZE, Scene};
use crate::schedule::{Schedule, Scissor, THREADS};
use glmeter_abi::functions;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::null;
use std::sync::Mutex;
use std::time::{Duration, Instant};

const GL_TRIANGLES: u32 = 0x0004;
const GL_LEQUAL: u32 = 0x0203;
const GL_DEPTH_TEST: u32 = 0x0B71;
const GL_UNSIGNED_BYTE: u32 = 0x1401;
const GL_UNSIGNED_INT: u32 = 0x1405;
const GL_FLOAT: u32 = 0x1406;
const GL_RGBA: u32 = 0x1908;
const GL_RENDERER: u32 = 0x1F01;
const GL_VERSION: u32 = 0x1F02;
const GL_DEPTH_BUFFER_BIT: u32 = 0x0100;
const GL_COLOR_BUFFER_BIT: u32 = 0x4000;
const GL_RGBA8: u32 = 0x8058;
const GL_DEPTH_COMPONENT24: u32 = 0x81A6;
const GL_ARRAY_BUFFER: u32 = 0x8892;
const GL_ELEMENT_ARRAY_BUFFER: u32 = 0x8893;
const GL_STATIC_DRAW: u32 = 0x88E4;
const GL_FRAGMENT_SHADER: u32 = 0x8B30;
const GL_VERTEX_SHADER: u32 = 0x8B31;
const GL_FRAMEBUFFER_COMPLETE: u32 = 0x8CD5;
const GL_COLOR_ATTACHMENT0: u32 = 0x8CE0;
const GL_DEPTH_ATTACHMENT: u32 = 0x8D00;
const GL_FRAMEBUFFER: u32 = 0x8D40;
const GL_RENDERBUFFER: u32 = 0x8D41;
const GL_SHADER_STORAGE_BUFFER: u32 = 0x90D2;
const GL_COMPUTE_SHADER: u32 = 0x91B9;
const GL_BUFFER_UPDATE_BARRIER_BIT: u32 = 0x0200;

functions! {
    pub(crate) struct Gl("") {
        fn glBindBuffer(target: u32, buffer: u32);
        fn glBindBufferBase(target: u32, index: u32, buffer: u32);
        fn glBindFramebuffer(target: u32, framebuffer: u32);
        fn glBindRenderbuffer(target: u32, renderbuffer: u32);
        fn glBindVertexArray(array: u32);
        fn glBufferData(target: u32, size: isize, data: *const c_void, usage: u32);
        fn glCheckFramebufferStatus(target: u32) -> u32;
        fn glClear(mask: u32);
        fn glDepthFunc(func: u32);
        fn glDisable(cap: u32);
        fn glDrawArrays(mode: u32, first: i32, count: i32);
        fn glDrawElements(mode: u32, count: i32, ty: u32, indices: *const c_void);
        fn glEnable(cap: u32);
        fn glEnableVertexAttribArray(index: u32);
        fn glFinish();
        fn glFramebufferRenderbuffer(target: u32, attachment: u32, renderbuffertarget: u32, renderbuffer: u32);
        fn glGenBuffers(n: i32, buffers: *mut u32);
        fn glGenFramebuffers(n: i32, framebuffers: *mut u32);
        fn glGenRenderbuffers(n: i32, renderbuffers: *mut u32);
        fn glGenVertexArrays(n: i32, arrays: *mut u32);
        fn glGetBufferSubData(target: u32, offset: isize, size: isize, data: *mut c_void);
        fn glGetError() -> u32;
        fn glGetString(name: u32) -> *const c_char;
        fn glGetUniformLocation(program: u32, name: *const c_char) -> i32;
        fn glReadPixels(x: i32, y: i32, width: i32, height: i32, format: u32, ty: u32, pixels: *mut c_void);
        fn glRenderbufferStorage(target: u32, internalformat: u32, width: i32, height: i32);
        fn glUniform3f(location: i32, v0: f32, v1: f32, v2: f32);
        fn glUniformMatrix4fv(location: i32, count: i32, transpose: u8, value: *const f32);
        fn glVertexAttribPointer(index: u32, size: i32, ty: u32, normalized: u8, stride: i32, pointer: *const c_void);
        fn glViewport(x: i32, y: i32, width: i32, height: i32);
    }
}

functions! {
    pub(crate) struct Compute("") {
        fn glDispatchCompute(num_groups_x: u32, num_groups_y: u32, num_groups_z: u32);
        fn glMemoryBarrier(barriers: u32);
    }
}

/// The number of invocations of the compute scene.
const INVOCATIONS: u32 = 1 << 20;

/// Runs the child with its command line.
pub(crate) fn main(arguments: &[String]) {
    let [length, clock, threads, only] = arguments else { panic!("unknown child {arguments:?}") };
    if threads == "one" {
        stay_on_one_processor();
    }
    let address = WindowSystem::Egl.make_current();
    // SAFETY: the address of a name is that of the function of this name, or null.
    let gl = unsafe { Gl::load(&address) }.expect("the driver has the function");
    // SAFETY: the string lives as long as the context.
    let renderer = unsafe { CStr::from_ptr(gl.glGetString(GL_RENDERER)) }.to_string_lossy().into_owned();
    println!("renderer\t{renderer}");
    picture(&gl);
    // SAFETY: as above.
    let scissor = (clock == "tiles").then(|| unsafe { Scissor::load(&address) }.expect("the driver has the function"));
    let clock = if clock == "cpu" { libc::CLOCK_PROCESS_CPUTIME_ID } else { libc::CLOCK_MONOTONIC };
    let long = Duration::from_millis(if length == "quick" { 40 } else { 700 });
    for scene in scenes::all().filter(|scene| only.is_empty() || scene.key == only) {
        let clock = Clock { clock, long, scissor: scissor.as_ref(), schedule: Mutex::default() };
        let Some(least) = measure(&gl, &address, scene, &clock) else { continue };
        // SAFETY: the function takes no arguments.
        let error = unsafe { gl.glGetError() };
        assert!(error == 0, "{}: GL error {error:#06x}", scene.key);
        println!("{}\t{}", scene.key, least.as_nanos());
        if let Some(schedule) = clock.schedule.into_inner().expect("no thread has panicked") {
            THREADS.iter().for_each(|threads| println!("{}@{threads}\t{}", scene.key, schedule.time(*threads).as_nanos()));
        }
    }
}

/// Keeps this process on the first of its processors. Drivers then have one thread, or several that run in turn.
fn stay_on_one_processor() {
    // SAFETY: the set is plain data, valid when zeroed, and the size is its own.
    let kept = unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        let known = libc::sched_getaffinity(0, size_of_val(&set), &raw mut set);
        let first = (0..libc::CPU_SETSIZE as usize).find(|&processor| libc::CPU_ISSET(processor, &set));
        libc::CPU_ZERO(&mut set);
        libc::CPU_SET(first.unwrap_or(0), &mut set);
        known | libc::sched_setaffinity(0, size_of_val(&set), &raw const set)
    };
    assert!(kept == 0, "sched_setaffinity");
}

/// Creates and binds the framebuffer of the picture.
pub(crate) fn picture(gl: &Gl) {
    let (mut buffers, mut frame, mut array) = ([0; 2], 0, 0);
    // SAFETY: out pointers are to locals of the lengths given.
    unsafe {
        gl.glGenRenderbuffers(2, buffers.as_mut_ptr());
        gl.glGenFramebuffers(1, &raw mut frame);
        gl.glBindFramebuffer(GL_FRAMEBUFFER, frame);
        for (buffer, format, point) in
            [(buffers[0], GL_RGBA8, GL_COLOR_ATTACHMENT0), (buffers[1], GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT)]
        {
            gl.glBindRenderbuffer(GL_RENDERBUFFER, buffer);
            gl.glRenderbufferStorage(GL_RENDERBUFFER, format, SIZE, SIZE);
            gl.glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, buffer);
        }
        assert!(gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "the framebuffer is not complete");
        gl.glViewport(0, 0, SIZE, SIZE);
        gl.glGenVertexArrays(1, &raw mut array);
        gl.glBindVertexArray(array);
    }
}

/// Returns the shortest time of a draw of the scene; `None` if the driver lacks what it needs.
fn measure(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, scene: &Scene, clock: &Clock) -> Option<Duration> {
    let least = match scene.kind {
        Kind::Fragments(source) | Kind::Textured(_, source) => {
            if let Kind::Textured(texture, _) = &scene.kind {
                texture.bind(address);
            }
            prepare(gl, address, &[(GL_VERTEX_SHADER, FULL_SCREEN), (GL_FRAGMENT_SHADER, source)]);
            clear(gl);
            // SAFETY: the program reads no attributes.
            let least = clock.fastest(gl, || unsafe { gl.glDrawArrays(GL_TRIANGLES, 0, 6) });
            covered(gl, scene);
            least
        }
        Kind::Mesh(squares) => {
            prepare(gl, address, &[(GL_VERTEX_SHADER, MESH), (GL_FRAGMENT_SHADER, PHONG)]);
            let count = mesh(gl, squares);
            clear(gl);
            // SAFETY: the function takes no pointers.
            unsafe {
                gl.glEnable(GL_DEPTH_TEST);
                // With LEQUAL each later draw passes the test against its own depths.
                gl.glDepthFunc(GL_LEQUAL);
            }
            // SAFETY: the index buffer has `count` indices of existing vertices.
            let least = clock.fastest(gl, || unsafe { gl.glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, null()) });
            // SAFETY: the function takes no pointers.
            unsafe { gl.glDisable(GL_DEPTH_TEST) };
            covered(gl, scene);
            least
        }
        Kind::Compute => compute(gl, address, clock),
        Kind::Draws(kind) => draws::measure(gl, address, kind, clock),
        Kind::Fill(fill) => fill.measure(gl, address, clock),
        Kind::Own(measure) => return measure(gl, address, scene, clock),
    };
    Some(least)
}

/// Returns true if the context has this version of OpenGL or a later one.
pub(crate) fn has_version(gl: &Gl, version: &str) -> bool {
    // SAFETY: the string lives as long as the context.
    let string = unsafe { CStr::from_ptr(gl.glGetString(GL_VERSION)) };
    string.to_bytes().get(..version.len()).is_some_and(|own| own >= version.as_bytes())
}

/// The clock of the measurements, and the least time to measure.
pub(crate) struct Clock<'a> {
    clock: libc::clockid_t,
    long: Duration,
    /// The commands by which the tiles of draws are measured too.
    scissor: Option<&'a Scissor>,
    /// The tiles of the last draw.
    schedule: Mutex<Option<Schedule>>,
}

impl Clock<'_> {
    /// Returns the time.
    pub(crate) fn now(&self) -> Duration {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the out pointer is to a local.
        assert!(unsafe { libc::clock_gettime(self.clock, &raw mut time) } == 0, "clock_gettime");
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }

    /// Draws for the least time, and at least three times. Returns the shortest time of a draw.
    pub(crate) fn fastest(&self, gl: &Gl, draw: impl Fn()) -> Duration {
        // SAFETY: the function takes no arguments.
        let finish = || unsafe { gl.glFinish() };
        // Warm up: drivers may compile shaders at the first draw.
        let time = || {
            let start = self.now();
            draw();
            finish();
            self.now() - start
        };
        time();
        let (begun, mut least, mut draws) = (Instant::now(), Duration::MAX, 0);
        while draws < 3 || begun.elapsed() < self.long {
            least = least.min(time());
            draws += 1;
        }
        if let Some(scissor) = self.scissor {
            *self.schedule.lock().expect("no thread has panicked") = Schedule::new(scissor, least, time);
        }
        least
    }
}

/// Clears colour and depth.
pub(crate) fn clear(gl: &Gl) {
    // SAFETY: the function takes no pointers.
    unsafe { gl.glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT) };
}

/// Links and uses a program of these stages, and sets its uniforms. GL ignores those that the program lacks.
pub(crate) fn prepare(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, stages: &[(u32, &CStr)]) {
    let program = program(address, stages);
    // SAFETY: the names are C strings, and each matrix has sixteen values.
    unsafe {
        for (name, matrix) in [(c"model_view", MODEL_VIEW), (c"projection", PROJECTION)] {
            gl.glUniformMatrix4fv(gl.glGetUniformLocation(program, name.as_ptr()), 1, 0, matrix.as_ptr());
        }
        gl.glUniform3f(gl.glGetUniformLocation(program, c"lamp".as_ptr()), 1.0, 2.0, 1.0);
        gl.glUniform3f(gl.glGetUniformLocation(program, c"colour".as_ptr()), 0.6, 0.3, 0.2);
    }
}

/// The matrix that moves the scene 3 units away.
const MODEL_VIEW: [f32; 16] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -3.0, 1.0];

/// The perspective matrix for depths of 1 to 10, in which the square from -1 to 1 at depth 3 fills the picture.
const PROJECTION: [f32; 16] = [3.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, -11.0 / 9.0, -1.0, 0.0, 0.0, -20.0 / 9.0, 0.0];

/// Creates the mesh of `squares` by `squares`. Returns the number of its indices.
pub(crate) fn mesh(gl: &Gl, squares: u32) -> i32 {
    let row = squares + 1;
    let mut vertices: Vec<[f32; 6]> = Vec::new();
    for (y, x) in (0..row).flat_map(|y| (0..row).map(move |x| (y, x))) {
        let [x, y] = [x, y].map(|step| step as f32 / squares as f32 * 2.0 - 1.0);
        // A hill with its foot at the border, so that it covers the picture exactly.
        let (bend_x, bend_y) = (1.0 - x * x, 1.0 - y * y);
        vertices.push([x, y, 0.3 * bend_x * bend_y, 0.6 * x * bend_y, 0.6 * y * bend_x, 1.0]);
    }
    let mut indices: Vec<u32> = Vec::new();
    for (y, x) in (0..squares).flat_map(|y| (0..squares).map(move |x| (y, x))) {
        let corner = y * row + x;
        indices.extend([corner, corner + 1, corner + row, corner + row, corner + 1, corner + row + 1]);
    }
    let mut buffers = [0; 2];
    // SAFETY: the sizes are those of the memory given, and offsets are within a vertex.
    unsafe {
        gl.glGenBuffers(2, buffers.as_mut_ptr());
        gl.glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
        gl.glBufferData(GL_ARRAY_BUFFER, size_of_val(&vertices[..]) as isize, vertices.as_ptr().cast(), GL_STATIC_DRAW);
        gl.glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
        gl.glBufferData(GL_ELEMENT_ARRAY_BUFFER, size_of_val(&indices[..]) as isize, indices.as_ptr().cast(), GL_STATIC_DRAW);
        for attribute in 0..2 {
            gl.glVertexAttribPointer(attribute, 3, GL_FLOAT, 0, 24, (12 * attribute as usize) as *const c_void);
            gl.glEnableVertexAttribArray(attribute);
        }
    }
    indices.len() as i32
}

/// Asserts that every pixel was drawn: the clear leaves an alpha of 0, and all scenes write 1.
pub(crate) fn covered(gl: &Gl, scene: &Scene) {
    let mut pixels = vec![[0_u8; 4]; (SIZE * SIZE) as usize];
    // SAFETY: the memory has room for the pixels.
    unsafe { gl.glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels.as_mut_ptr().cast()) };
    let missing = pixels.iter().filter(|pixel| pixel[3] != 255).count();
    assert!(missing == 0, "{}: {missing} pixels were not drawn", scene.key);
    let colours: std::collections::HashSet<[u8; 4]> = pixels.into_iter().collect();
    assert!(colours.len() > 20, "{}: only {} colours", scene.key, colours.len());
}

/// Measures the dispatch and checks its sums. Returns its shortest time.
fn compute(gl: &Gl, address: &dyn Fn(&str) -> *mut c_void, clock: &Clock) -> Duration {
    // SAFETY: the address of a name is that of the function of this name, or null.
    let compute = unsafe { Compute::load(address) }.expect("the driver has the function");
    prepare(gl, address, &[(GL_COMPUTE_SHADER, COMPUTE)]);
    let values: Vec<f32> = (0..INVOCATIONS).map(|index| (index % 7) as f32).collect();
    let groups = INVOCATIONS / 64;
    let mut sums = vec![0_f32; groups as usize];
    let mut buffers = [0; 2];
    // SAFETY: the sizes are those of the memory given.
    let least = unsafe {
        gl.glGenBuffers(2, buffers.as_mut_ptr());
        gl.glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffers[0]);
        gl.glBufferData(GL_SHADER_STORAGE_BUFFER, size_of_val(&values[..]) as isize, values.as_ptr().cast(), GL_STATIC_DRAW);
        gl.glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, buffers[1]);
        gl.glBufferData(GL_SHADER_STORAGE_BUFFER, size_of_val(&sums[..]) as isize, null(), GL_STATIC_DRAW);
        let least = clock.fastest(gl, || compute.glDispatchCompute(groups, 1, 1));
        compute.glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
        gl.glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, size_of_val(&sums[..]) as isize, sums.as_mut_ptr().cast());
        least
    };
    let turned = |value: f32| (0..16).fold(value, |x, _| x * 0.75 + 0.5);
    for (group, sum) in sums.iter().enumerate() {
        let wanted: f32 = values[group * 64..][..64].iter().map(|value| turned(*value)).sum();
        assert!((sum - wanted).abs() < 0.01, "compute: the sum of group {group} is {sum}, not {wanted}");
    }
    least
}
