//! Tests the choice of sources.

use crate::model::{Counting, Model};
use crate::rig::{STATISTICS, description};
use glmeter::config::Emulate;
use glmeter::driver::Queries;
use glmeter::driver::capabilities::{Capabilities, Offer};
use glmeter::gl::*;
use glmeter::source::quirks::Quirks;
use glmeter::source::{Emulator, Source, SourceChoice, Sources};
use glmeter::target::{Target, TargetSet};
use std::cell::RefCell;
use std::rc::Rc;

pub type Rig = (Emulator<Counting>, Rc<RefCell<Model>>);

pub fn rig_of(version: &str, extensions: &[&str], emulate: Emulate) -> Rig {
    let model = Rc::new(RefCell::new(Model::default()));
    let capabilities = Capabilities::of(&description(version, extensions));
    let means = SourceChoice { native: capabilities.targets, fences: false, emulate };
    (Emulator::new(Counting { model: Rc::clone(&model), capabilities }, Quirks::default(), means, None), model)
}

pub fn rig() -> Rig {
    rig_of("4.5 (Core Profile) Recording", &[STATISTICS], Emulate::Auto)
}

pub fn generate(gl: &mut Emulator<Counting>) -> GLuint {
    let mut id = [0];
    gl.gen_queries(&mut id);
    id[0]
}

fn choose(version: &str, extensions: &[&str], without: &[Target], fences: bool, emulate: Emulate) -> (Sources, Capabilities) {
    let driver = Capabilities::of(&description(version, extensions));
    let mut native = driver.targets;
    without.iter().for_each(|target| native.remove(*target));
    let means = SourceChoice { native, fences, emulate };
    let sources = Sources::choose(&driver, Quirks::default(), means);
    (sources, sources.extend(&driver, means))
}

#[test]
fn the_drivers_own_query_comes_first() {
    let (sources, _) = choose("4.6 (Core Profile) Recording", &[], &[], true, Emulate::Auto);
    for target in Target::all() {
        assert_eq!(sources.of(target), Source::Native, "{}", target.name());
    }
}

#[test]
fn a_span_is_derived_from_stamps_and_both_come_from_fences_where_there_are_none() {
    let (sources, _) = choose("4.5 (Core Profile) Recording", &[], &[Target::TIME_ELAPSED], true, Emulate::Auto);
    assert_eq!(sources.of(Target::TIME_ELAPSED), Source::Timestamps);
    let (sources, _) = choose("4.5 (Core Profile) Recording", &[], &[Target::TIMESTAMP], true, Emulate::Auto);
    assert_eq!((sources.of(Target::TIME_ELAPSED), sources.of(Target::TIMESTAMP)), (Source::Native, Source::Fenced));
    let (sources, all) = choose("3.2 (Core Profile) Recording", &[], &[], true, Emulate::Auto);
    assert_eq!((sources.of(Target::TIME_ELAPSED), sources.of(Target::TIMESTAMP)), (Source::Fenced, Source::Fenced));
    assert_eq!(all.arb_timer_query, Offer::Emulated);
}

#[test]
fn timers_are_offered_on_every_version_that_can_have_them() {
    for (version, desktop) in [
        ("2.1 Recording", true),
        ("3.0 Recording", true),
        ("3.2 (Core Profile) Recording", true),
        ("OpenGL ES 2.0 Recording", false),
        ("OpenGL ES 3.0 Recording", false),
        ("OpenGL ES 3.1 Recording", false),
        ("OpenGL ES 3.2 Recording", false),
    ] {
        let (_, all) = choose(version, &[], &[], true, Emulate::Auto);
        assert_eq!(all.arb_timer_query.is_offered(), desktop, "{version}");
        assert_eq!(all.ext_disjoint_timer_query.is_offered(), !desktop, "{version}");
        assert_eq!(all.angle_timer_query.is_offered(), !desktop, "{version}");
        assert!(all.targets.contains(Target::TIMESTAMP) && all.targets.contains(Target::TIME_ELAPSED), "{version}");
        let (_, without_fences) = choose(version, &[], &[], false, Emulate::Auto);
        assert!(!without_fences.targets.contains(Target::TIMESTAMP), "{version}: there is nothing to tell the time by");
    }
    let (_, old) = choose("1.5 Recording", &[], &[], true, Emulate::Auto);
    assert_eq!(old.arb_timer_query, Offer::Absent, "OpenGL 2.1 is the first");
    let (_, es1) = choose("OpenGL ES-CM 1.1 Recording", &[], &[], true, Emulate::Always);
    assert!(es1.offers().iter().all(|(_, offer)| !offer.is_offered()), "OpenGL ES 1 is left alone");
}

#[test]
fn statistics_are_offered_from_opengl_3_up_and_absent_ones_have_no_source() {
    let (sources, all) = choose("4.5 (Core Profile) Recording", &[], &[], true, Emulate::Auto);
    assert_eq!(all.arb_pipeline_statistics_query, Offer::Emulated);
    let expected = [
        (Target::VERTICES_SUBMITTED, Source::Counted),
        (Target::PRIMITIVES_SUBMITTED, Source::Counted),
        (Target::VERTEX_SHADER_INVOCATIONS, Source::Counted),
        (Target::COMPUTE_SHADER_INVOCATIONS, Source::Counted),
        (Target::CLIPPING_INPUT_PRIMITIVES, Source::PrimitivesGenerated),
        (Target::FRAGMENT_SHADER_INVOCATIONS, Source::SamplesPassed),
        (Target::CLIPPING_OUTPUT_PRIMITIVES, Source::PrimitivesGenerated),
        (Target::TESS_EVALUATION_SHADER_INVOCATIONS, Source::Absent),
        (Target::TESS_CONTROL_SHADER_PATCHES, Source::Counted),
    ];
    for (target, source) in expected {
        assert_eq!(sources.of(target), source, "{}", target.name());
        assert!(all.targets.contains(target), "{}: an absent counter is one of 0 bits, not an error", target.name());
    }
    let (sources, _) = choose("3.3 (Core Profile) Recording", &[], &[], true, Emulate::Auto);
    assert_eq!(sources.of(Target::TESS_CONTROL_SHADER_PATCHES), Source::Absent, "there is no tessellation");
    for (version, offered) in [("2.1 Recording", false), ("3.0 Recording", true), ("OpenGL ES 3.2 Recording", false)] {
        let (_, all) = choose(version, &[], &[], true, Emulate::Auto);
        assert_eq!(all.arb_pipeline_statistics_query.is_offered(), offered, "{version}");
    }
    let (mut gl, _) = rig_of("4.5 (Core Profile) Recording", &[], Emulate::Auto);
    let id = generate(&mut gl);
    gl.begin_query(TESS_EVALUATION_SHADER_INVOCATIONS, 0, id);
    gl.end_query(TESS_EVALUATION_SHADER_INVOCATIONS, 0);
    assert!(gl.result_available(id));
    assert_eq!((gl.result(id), gl.query_counter_bits(TESS_EVALUATION_SHADER_INVOCATIONS)), (0, 0));
}

#[test]
fn never_leaves_the_driver_as_it_is_and_always_uses_what_else_there_is() {
    let (sources, all) = choose("3.2 (Core Profile) Recording", &[], &[], true, Emulate::Never);
    assert_eq!(sources.of(Target::TIMESTAMP), Source::Absent);
    assert!(all.offers().iter().all(|(_, offer)| !offer.is_offered()));
    let (sources, all) = choose("4.6 (Core Profile) Recording", &[], &[], true, Emulate::Always);
    for (target, source) in [
        (Target::TIMESTAMP, Source::Fenced),
        (Target::TIME_ELAPSED, Source::Fenced),
        (Target::VERTICES_SUBMITTED, Source::Counted),
        (Target::CLIPPING_INPUT_PRIMITIVES, Source::PrimitivesGenerated),
        (Target::TESS_EVALUATION_SHADER_INVOCATIONS, Source::Native),
    ] {
        assert_eq!(sources.of(target), source, "{}", target.name());
    }
    assert_eq!(all.arb_timer_query, Offer::Native);
}

#[test]
fn an_unknown_set_of_targets_is_empty() {
    let sources = Sources::native(TargetSet::default());
    assert!(Target::all().all(|target| sources.of(target) == Source::Absent));
}
