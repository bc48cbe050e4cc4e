//! Vertices in display lists have the effects that their commands have outside of lists.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::context::recording::Listed;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

/// What can be seen of commands.
#[derive(Debug, PartialEq)]
struct Seen {
    pixels: Vec<u8>,
    current: Vec<[f32; 4]>,
    errors: Vec<u32>,
    counts: Vec<u64>,
    fed_back: Vec<u32>,
}

/// How commands are given.
#[derive(Clone, Copy, Debug)]
enum Way {
    Directly,
    Called,
    CompiledAndExecuted,
    ExecutedThenCalled,
    CalledByLists,
}

const TARGETS: [u32; 6] = [
    GL_VERTICES_SUBMITTED,
    GL_PRIMITIVES_SUBMITTED,
    GL_VERTEX_SHADER_INVOCATIONS,
    GL_CLIPPING_INPUT_PRIMITIVES,
    GL_CLIPPING_OUTPUT_PRIMITIVES,
    GL_SAMPLES_PASSED,
];

/// Gives commands in one way between others, and returns what is seen then.
fn seen(way: Way, before: &dyn Fn(), work: &dyn Fn(), after: &dyn Fn()) -> Seen {
    let gl = Gl::new(compatibility());
    let mut fed_back = vec![0_u32; 4096];
    glFeedbackBuffer(2048, GL_3D_COLOR, fed_back.as_mut_ptr().cast());
    glSelectBuffer(2048, fed_back[2048..].as_mut_ptr());
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glColor4f(0.25, 0.5, 0.75, 1.0);
    let list = |name: u32, mode: u32, work: &dyn Fn()| {
        glNewList(name, mode);
        work();
        glEndList();
    };
    match way {
        Way::Called | Way::CalledByLists => list(1, GL_COMPILE, work),
        // Nothing but errors is left of the first time.
        Way::ExecutedThenCalled => {
            glPushAttrib(GL_ALL_ATTRIB_BITS);
            glPushMatrix();
            list(1, GL_COMPILE_AND_EXECUTE, work);
            while gl.0.lock().unwrap().compat.immediate.is_open() {
                glEnd();
            }
            glPopMatrix();
            glPopAttrib();
            glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
            while glGetError() != 0 {}
        }
        Way::Directly | Way::CompiledAndExecuted => {}
    }
    if matches!(way, Way::CalledByLists) {
        list(2, GL_COMPILE, &|| glCallList(1));
    }
    let mut errors = Vec::new();
    let counts = gl.count(&TARGETS, || {
        before();
        match way {
            Way::Directly => work(),
            Way::CompiledAndExecuted => list(1, GL_COMPILE_AND_EXECUTE, work),
            Way::Called | Way::ExecutedThenCalled => glCallList(1),
            Way::CalledByLists => glCallList(2),
        }
        after();
        errors.push(glGetError());
    });
    glRenderMode(GL_RENDER);
    let current = [GL_CURRENT_COLOR, GL_CURRENT_NORMAL, GL_CURRENT_TEXTURE_COORDS, GL_CURRENT_SECONDARY_COLOR];
    let current = current.map(|name| {
        let mut values = [0.0_f32; 4];
        glGetFloatv(name, values.as_mut_ptr());
        values
    });
    let mut pixels = vec![0_u8; 1024];
    glReadPixels(0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, pixels.as_mut_ptr().cast());
    Seen { pixels, current: current.to_vec(), errors, counts, fed_back }
}

/// Asserts that commands have the same effects in each way, and returns what is seen of them.
fn same(before: &dyn Fn(), work: &dyn Fn(), after: &dyn Fn()) -> Seen {
    let directly = seen(Way::Directly, before, work, after);
    for way in [Way::Called, Way::CompiledAndExecuted, Way::ExecutedThenCalled, Way::CalledByLists] {
        assert_eq!(seen(way, before, work, after), directly, "{way:?}");
    }
    directly
}

fn nothing() {}

/// A value from -1 to 1 that depends on a number.
fn value(number: u32, salt: u32) -> f32 {
    (number.wrapping_mul(2_654_435_761).rotate_left(salt) & 1023) as f32 / 512.0 - 1.0
}

fn vertex(number: u32) {
    glVertex3f(value(number, 3), value(number, 13), value(number, 23) * 0.5);
}

/// Primitives of all modes, with attributes for each vertex.
fn mixed(count: u32) {
    let modes =
        [GL_QUADS, GL_QUADS, GL_TRIANGLES, GL_TRIANGLES, GL_LINES, GL_POINTS, GL_TRIANGLE_FAN, GL_POLYGON, GL_LINE_LOOP, GL_QUAD_STRIP];
    for number in 0..count {
        glBegin(modes[number as usize % modes.len()]);
        for corner in 0..4 + number % 6 {
            let vertex_number = number * 16 + corner;
            glColor3f(value(vertex_number, 1), value(vertex_number, 7), 0.5);
            if corner % 2 == 0 {
                glNormal3fv([value(vertex_number, 2), 0.5, 0.5].as_ptr());
            }
            vertex(vertex_number);
        }
        glEnd();
        glTexCoord2f(value(number, 5), 0.5);
    }
}

fn lit() {
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
}

#[test]
fn primitives_of_all_modes() {
    let seen = same(&nothing, &|| mixed(60), &nothing);
    assert!(seen.errors == [0] && seen.counts.iter().all(|&count| count > 0));
    same(&lit, &|| mixed(60), &|| mixed(3));
    // Colours are materials.
    let material = || {
        lit();
        glEnable(GL_COLOR_MATERIAL);
    };
    same(&material, &|| mixed(20), &|| mixed(3));
}

#[test]
fn primitives_that_cannot_be_drawn_together() {
    let outlined = || glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    let edges = || {
        for number in 0..20 {
            glBegin(GL_TRIANGLES);
            for corner in 0..3 {
                glEdgeFlag(u8::from((number + corner) % 3 != 0));
                vertex(number * 3 + corner);
            }
            glEnd();
        }
    };
    same(&outlined, &edges, &nothing);
    same(&outlined, &|| mixed(20), &nothing);
    let stippled = || {
        glEnable(GL_LINE_STIPPLE);
        glLineStipple(1, 0x3333);
    };
    same(&stippled, &|| mixed(20), &nothing);
    let fed_back = || _ = glRenderMode(GL_FEEDBACK);
    assert!(same(&fed_back, &|| mixed(20), &nothing).fed_back[0] != 0);
    let selected = || {
        glRenderMode(GL_SELECT);
        glInitNames();
        glPushName(7);
    };
    assert!(same(&selected, &|| mixed(20), &nothing).fed_back[2051] == 7);
}

#[test]
fn attributes_that_a_list_does_not_set_are_those_of_its_call() {
    let square = || [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].into_iter().for_each(|(x, y)| glVertex2f(x, y));
    let red = || glColor3f(1.0, 0.0, 0.0);
    let plain = || {
        glBegin(GL_QUADS);
        square();
        glEnd();
    };
    assert_eq!(same(&red, &plain, &nothing).pixels[..4], [255, 0, 0, 255]);
    // The first colour of the list follows a vertex, in the first primitive and in a later one.
    let late = || {
        glBegin(GL_TRIANGLES);
        glVertex2f(-1.0, -1.0);
        glColor3f(0.0, 1.0, 0.0);
        glVertex2f(1.0, -1.0);
        glVertex2f(1.0, 1.0);
        glEnd();
    };
    same(&red, &late, &nothing);
    let second = || {
        plain();
        late();
        plain();
        glColor3f(0.0, 0.0, 1.0);
        late();
    };
    same(&red, &second, &plain);
    let between = || {
        plain();
        glNormal3f(1.0, 0.0, 0.0);
        glColor4ub(1, 2, 3, 4);
        late();
    };
    assert_eq!(same(&red, &between, &nothing).current[1][..3], [1.0, 0.0, 0.0]);
    // Values that stay within the list alone.
    same(&lit, &between, &|| glNormal3f(0.0, 1.0, 0.0));
}

#[test]
fn errors_are_those_of_the_commands() {
    let seen = same(&nothing, &glEnd, &nothing);
    assert_eq!(seen.errors, [GL_INVALID_OPERATION]);
    let inside = || {
        glBegin(GL_TRIANGLES);
        vertex(1);
        glBegin(GL_QUADS);
        vertex(2);
        vertex(3);
        glEnd();
    };
    assert_eq!(same(&nothing, &inside, &nothing).errors, [GL_INVALID_OPERATION]);
    let mode = || {
        mixed(2);
        glBegin(0xFFFF);
        vertex(1);
        glEnd();
        mixed(2);
    };
    assert_eq!(same(&nothing, &mode, &nothing).errors, [GL_INVALID_ENUM]);
    let patches = || {
        glBegin(GL_PATCHES);
        vertex(1);
        glEnd();
    };
    assert_eq!(same(&nothing, &patches, &nothing).errors, [GL_INVALID_OPERATION]);
    let unit = || {
        glBegin(GL_TRIANGLES);
        glMultiTexCoord2f(0, 0.5, 0.5);
        (0..3).for_each(vertex);
        glEnd();
    };
    assert_eq!(same(&nothing, &unit, &nothing).errors, [GL_INVALID_ENUM]);
    // A vertex outside of primitives has no effect.
    assert_eq!(same(&nothing, &|| vertex(1), &nothing).errors, [0]);
}

#[test]
fn lists_may_begin_and_end_primitives_of_others() {
    let vertices = || {
        (0..6).for_each(|number| {
            glColor3f(value(number, 3), 0.5, 0.25);
            vertex(number);
        });
    };
    let begin = || glBegin(GL_TRIANGLES);
    let directly = seen(Way::Directly, &begin, &vertices, &glEnd);
    assert!(directly.errors[0] == 0 && directly.counts[0] == 6);
    for way in [Way::Called, Way::CalledByLists, Way::ExecutedThenCalled] {
        assert_eq!(seen(way, &begin, &vertices, &glEnd), directly, "{way:?}");
    }
    // glBegin and glEnd in a list that is called between them.
    let whole = || {
        begin();
        vertices();
        glEnd();
    };
    for way in [Way::Directly, Way::Called, Way::CalledByLists] {
        let outcome = seen(way, &begin, &whole, &nothing);
        assert_eq!((outcome.errors[0], outcome.counts[0]), (GL_INVALID_OPERATION, 6), "{way:?}");
    }
    for way in [Way::Called, Way::CalledByLists] {
        let half = || {
            mixed(3);
            begin();
            vertices();
        };
        assert_eq!(seen(way, &nothing, &half, &glEnd), seen(Way::Directly, &nothing, &half, &glEnd), "{way:?}");
    }
}

#[test]
fn other_commands_between_vertices_keep_their_place() {
    let materials = || {
        glBegin(GL_TRIANGLES);
        for number in 0..9 {
            if number % 2 == 0 {
                glMaterialfv(GL_FRONT_AND_BACK, GL_EMISSION, [value(number, 1), 0.5, 0.25, 1.0].as_ptr());
            }
            vertex(number);
        }
        glEnd();
        mixed(2);
        glTranslatef(0.25, 0.0, 0.0);
        mixed(2);
        glColorMask(1, 0, 1, 1);
        mixed(2);
    };
    same(&lit, &materials, &nothing);
    same(&nothing, &materials, &|| mixed(4));
}

#[test]
fn primitives_of_a_list_are_a_batch() {
    let gl = Gl::new(compatibility());
    glNewList(1, GL_COMPILE);
    mixed(5000);
    glTranslatef(0.0, 0.0, 0.0);
    mixed(3);
    glEndList();
    {
        let context = gl.0.lock().unwrap();
        let lists = context.compat.lists.lists.lock().unwrap();
        let list = &lists.by_name[&1];
        let is_batch = |listed: &Listed| matches!(listed, Listed::Vertices(vertices) if vertices.batch.is_some());
        assert!(list.len() < 8 && list.iter().filter(|listed| is_batch(listed)).count() >= 2, "{} parts", list.len());
    }
    gl.no_error();
    // More vertices than wait, with draws of another kind before and after.
    same(&|| mixed(2), &|| mixed(5000), &|| mixed(2));
}
