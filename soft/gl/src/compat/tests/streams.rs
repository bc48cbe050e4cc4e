//! Primitives of a stream are drawn, counted and refused as those of which each command locks its context.

use super::*;
use crate::context::stream::never;
use crate::dispatch::set_current;

/// Random numbers.
struct Random(u32);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) % end
    }

    fn unit(&mut self) -> f32 {
        self.below(33) as f32 / 32.0
    }

    fn place(&mut self) -> f32 {
        self.unit() * 2.0 - 1.0
    }
}

const MODES: [u32; 6] = [GL_QUADS, GL_TRIANGLES, GL_LINES, GL_POINTS, GL_TRIANGLE_STRIP, GL_POLYGON];

/// Calls a command that changes an attribute.
fn attribute(random: &mut Random) {
    let values: [f32; 4] = std::array::from_fn(|_| random.unit());
    match random.below(12) {
        0 | 1 => glColor3f(values[0], values[1], values[2]),
        2 => glColor4ub(random.below(256) as u8, random.below(256) as u8, 255, 255),
        3 => glColor4fv(values.as_ptr()),
        4 => glNormal3f(values[0], values[1], values[2]),
        5 => glNormal3b(random.below(128) as i8, -3, 127),
        6 => glTexCoord2f(values[0], values[1]),
        7 => glMultiTexCoord4f(GL_TEXTURE0 + random.below(3), values[0], values[1], values[2], values[3]),
        8 => glEdgeFlag(random.below(2) as u8),
        9 => glFogCoordf(values[0]),
        10 => glVertexAttrib4f(1 + random.below(5), values[0], values[1], values[2], values[3]),
        _ => glSecondaryColor3f(values[0], values[1], values[2]),
    }
}

fn vertex(random: &mut Random) {
    match random.below(4) {
        0 => glVertex2f(random.place(), random.place()),
        1 => glVertex4f(random.place(), random.place(), random.place(), 1.0),
        2 => glVertex3dv([0.5, f64::from(random.place()), 0.0].as_ptr()),
        _ => glVertex3f(random.place(), random.place(), random.place()),
    }
}

/// Calls a command that may not stand between glBegin and glEnd, or changes what primitives look like.
fn other(random: &mut Random, list: u32, log: &mut Vec<u32>) {
    match random.below(15) {
        0 => glShadeModel([GL_FLAT, GL_SMOOTH][random.below(2) as usize]),
        1 => glProvokingVertex([GL_FIRST_VERTEX_CONVENTION, GL_LAST_VERTEX_CONVENTION][random.below(2) as usize]),
        2 => glEnable([GL_LIGHTING, GL_LIGHT0, GL_DEPTH_TEST, GL_LINE_STIPPLE, GL_COLOR_MATERIAL, GL_BLEND][random.below(6) as usize]),
        3 | 4 => glDisable([GL_LIGHTING, GL_COLOR_MATERIAL, GL_LINE_STIPPLE, GL_DEPTH_TEST][random.below(4) as usize]),
        5 => glLineStipple(1, 0x5F13),
        6 => glPolygonMode(GL_FRONT_AND_BACK, [GL_LINE, GL_FILL, GL_FILL][random.below(3) as usize]),
        7 => glCallList(list),
        8 => glMaterialfv(GL_FRONT_AND_BACK, GL_DIFFUSE, [random.unit(), 0.5, 1.0, 1.0].as_ptr()),
        9 => glTranslatef(random.place() / 4.0, 0.0, 0.0),
        10 => glBegin(0x77),
        11 => glEnd(),
        12 => glFlush(),
        13 => {
            for name in [GL_CURRENT_COLOR, GL_CURRENT_NORMAL, GL_CURRENT_TEXTURE_COORDS] {
                let mut values = [0.0f32; 4];
                glGetFloatv(name, values.as_mut_ptr());
                log.extend(values.map(f32::to_bits));
            }
        }
        _ => log.push(glGetError()),
    }
}

/// Draws primitives, with other commands between and in them.
fn primitives(random: &mut Random, list: u32, log: &mut Vec<u32>) {
    for _ in 0..4 {
        let mode = MODES[random.below(MODES.len() as u32) as usize];
        for _ in 0..random.below(12) {
            glBegin(mode);
            for _ in 0..random.below(9) {
                for _ in 0..random.below(3) {
                    attribute(random);
                }
                vertex(random);
                if random.below(60) == 0 {
                    other(random, list, log);
                }
            }
            glEnd();
            if random.below(3) == 0 {
                attribute(random);
            }
            if random.below(9) == 0 {
                vertex(random);
            }
        }
        if random.below(2) == 0 {
            other(random, list, log);
        }
    }
}

/// Calls random commands. Returns what a program sees of them.
fn seen(seed: u32, with_streams: bool) -> Vec<u32> {
    never(!with_streams);
    let gl = Gl::new(compatibility());
    let (mut random, mut log) = (Random(seed), Vec::new());
    let list = glGenLists(1);
    glNewList(list, GL_COMPILE);
    glColor3f(0.5, 1.0, 0.25);
    glVertex2f(0.25, 0.75);
    glEndList();
    let mut names = [0; 3];
    glGenQueries(3, names.as_mut_ptr());
    let mut feedback = vec![0.0f32; 4096];
    glFeedbackBuffer(4096, GL_4D_COLOR_TEXTURE, feedback.as_mut_ptr());
    let mut selection = vec![0; 256];
    glSelectBuffer(256, selection.as_mut_ptr());
    for part in 0..6 {
        let render = [GL_RENDER, GL_RENDER, GL_RENDER, GL_FEEDBACK, GL_RENDER, GL_SELECT][part];
        let targets = [GL_PRIMITIVES_GENERATED, GL_SAMPLES_PASSED, GL_VERTEX_SHADER_INVOCATIONS];
        let count = random.below(3) == 0;
        if count {
            targets.iter().zip(names).for_each(|(&target, name)| glBeginQuery(target, name));
        }
        glRenderMode(render);
        primitives(&mut random, list, &mut log);
        log.push(glRenderMode(GL_RENDER) as u32);
        if count {
            for (&target, name) in targets.iter().zip(names) {
                glEndQuery(target);
                let mut result = 0;
                glGetQueryObjectuiv(name, GL_QUERY_RESULT, &raw mut result);
                log.push(result);
            }
        }
        let mut pixels = [0_u32; 256];
        glReadPixels(0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, pixels.as_mut_ptr().cast());
        log.extend(pixels);
    }
    for name in [GL_CURRENT_COLOR, GL_CURRENT_NORMAL, GL_CURRENT_TEXTURE_COORDS, GL_EDGE_FLAG, GL_CURRENT_FOG_COORD] {
        let mut values = [0.0f32; 4];
        glGetFloatv(name, values.as_mut_ptr());
        log.extend(values.map(f32::to_bits));
    }
    let counted = {
        let context = gl.0.lock().unwrap();
        let counted = context.statistics;
        [counted.vertices_submitted, counted.primitives_submitted, counted.clipping_input_primitives, counted.fragment_shader_invocations]
    };
    log.extend(counted.map(|count| count as u32));
    log.extend(feedback.into_iter().map(f32::to_bits));
    log.extend(selection);
    log.push(glGetError());
    never(false);
    log
}

#[test]
fn a_stream_changes_nothing() {
    for seed in 0..150 {
        assert!(seen(seed, true) == seen(seed, false), "seed {seed}");
    }
}

#[test]
fn a_primitive_of_many_vertices_is_drawn_at_once() {
    let gl = Gl::new(compatibility());
    let strip = |color: f32| {
        glColor3f(1.0, color, 0.0);
        glBegin(GL_TRIANGLE_STRIP);
        (0..3000).for_each(|vertex: i32| glVertex2f(if vertex % 2 == 0 { -1.0 } else { 1.0 }, vertex as f32 / 1499.5 - 1.0));
        glEnd();
    };
    for color in [0.0, 1.0, 0.0, 1.0] {
        strip(color);
        assert!(gl.0.lock().unwrap().statistics.vertices_submitted >= 3000, "it does not wait");
        assert_eq!(gl.pixel(8, 8), [255, if color > 0.0 { 255 } else { 0 }, 0, 255]);
    }
    assert_eq!(gl.0.lock().unwrap().statistics.vertices_submitted, 12_000);
    gl.no_error();
}

fn square(left: f32) {
    glBegin(GL_QUADS);
    glVertex2f(left, -1.0);
    glVertex2f(left + 1.0, -1.0);
    glVertex2f(left + 1.0, 1.0);
    glVertex2f(left, 1.0);
    glEnd();
}

/// Returns true if the thread has what the context's primitives need.
fn is_open(gl: &Gl) -> bool {
    gl.0.lock().unwrap().prepared.is_none()
}

#[test]
fn streams_open_at_the_second_primitive_and_close_for_other_commands() {
    let gl = Gl::new(compatibility());
    square(-1.0);
    assert!(!is_open(&gl));
    square(0.0);
    assert!(is_open(&gl));
    // The vertices get a new attribute.
    glColor3f(1.0, 0.0, 0.0);
    square(-1.0);
    assert!(is_open(&gl));
    glBegin(GL_TRIANGLES);
    assert!(!is_open(&gl), "the mode is another one");
    glEnd();
    for close in [glFlush as fn(), glLoadIdentity, glFinish] {
        square(-1.0);
        square(-1.0);
        assert!(is_open(&gl));
        close();
        assert!(!is_open(&gl));
    }
    assert_eq!((gl.pixel(3, 3), gl.pixel(12, 3)), ([255, 0, 0, 255], [255; 4]));
    // Those that end in an error between glBegin and glEnd rest.
    square(-1.0);
    glBegin(GL_QUADS);
    glFlush();
    glEnd();
    assert_eq!(glGetError(), GL_INVALID_OPERATION);
    for number in 0..40 {
        square(0.0);
        assert_eq!(is_open(&gl), number >= 32, "{number}");
    }
    glFlush();
    square(0.0);
    square(0.0);
    assert_eq!(gl.0.lock().unwrap().prepared.as_ref().map(|_| ()), None);
    set_current(None);
    assert!(!is_open(&gl) || gl.0.lock().unwrap().compat.immediate.vertices.count() == 0);
    set_current(Some(gl.0.clone()));
    assert_eq!((gl.pixel(12, 3), glGetError()), ([255, 0, 0, 255], GL_NO_ERROR));
}

#[test]
fn another_thread_finds_the_context_of_a_stream_whole() {
    let gl = Gl::new(compatibility());
    glColor3f(0.0, 0.0, 1.0);
    square(-1.0);
    square(-1.0);
    glBegin(GL_QUADS);
    glVertex2f(0.0, -1.0);
    assert!(is_open(&gl));
    let context = gl.0.clone();
    let other = std::thread::spawn(move || {
        let mut context = context.lock().unwrap();
        // What a fork does.
        context.complete();
        (context.compat.immediate.is_open(), context.compat.immediate.vertices.count(), context.statistics.vertices_submitted)
    });
    assert_eq!(other.join().unwrap(), (false, 0, 0));
    glVertex2f(1.0, -1.0);
    glVertex2f(1.0, 1.0);
    glVertex2f(0.0, 1.0);
    glEnd();
    glFinish();
    assert_eq!((gl.pixel(3, 3), gl.pixel(12, 3)), ([0, 0, 255, 255], [0, 0, 255, 255]));
}
