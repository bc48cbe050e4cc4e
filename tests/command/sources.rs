//! Checks the sources that `glmeter info` prints, without some extensions and with each setting.

use super::glmeter;
use super::support::run;
use std::collections::BTreeMap;

const EGL_FENCES: &str = "fenced (EGL_KHR_fence_sync)";
const DESKTOP: [&str; 2] = ["OpenGL, core profile", "OpenGL, compatibility profile"];
const EMBEDDED: [&str; 2] = ["OpenGL ES 3", "OpenGL ES 2"];
const TIMERS: (&str, &str) = ("MESA_EXTENSION_OVERRIDE", "-GL_ARB_timer_query -GL_EXT_timer_query -GL_EXT_disjoint_timer_query");
const STATISTICS: (&str, &str) = ("MESA_EXTENSION_OVERRIDE", "-GL_ARB_pipeline_statistics_query");

/// The source of each extension or target, by kind of context and name.
struct Sources(BTreeMap<(String, String), String>);

impl Sources {
    fn of(settings: &[(&str, &str)]) -> Self {
        let ended = run(glmeter(&["info"]).envs(settings.iter().copied()));
        assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{settings:?}\n{}", ended.all());
        let mut sources = BTreeMap::new();
        let mut context = "";
        for line in ended.stdout.lines() {
            if line.starts_with("OpenGL") {
                context = line;
            } else if let Some((name, rest)) = line.strip_prefix("    ").and_then(|row| row.split_once(' ')) {
                let source = rest.trim().trim_start_matches("64  bits").trim().trim_start_matches("≈ ");
                sources.insert((context.to_owned(), name.to_owned()), source.to_owned());
            }
        }
        Self(sources)
    }

    /// Asserts that these contexts have these sources.
    #[track_caller]
    fn expect(&self, contexts: &[&str], wanted: &[(&str, &str)]) {
        for context in contexts {
            for (name, source) in wanted {
                let told = self.0.get(&((*context).to_owned(), (*name).to_owned())).map(String::as_str);
                assert_eq!(told, Some(*source), "{name} of {context}");
            }
        }
    }
}

#[test]
fn without_timers_time_is_fenced_and_the_extensions_are_emulated() {
    let sources = Sources::of(&[TIMERS]);
    sources.expect(&DESKTOP, &[("GL_ARB_timer_query", "emulated"), ("TIME_ELAPSED", EGL_FENCES), ("TIMESTAMP", EGL_FENCES)]);
    sources.expect(
        &EMBEDDED,
        &[
            ("GL_EXT_disjoint_timer_query", "emulated"),
            ("GL_ANGLE_timer_query", "emulated"),
            ("TIME_ELAPSED", EGL_FENCES),
            ("TIMESTAMP", EGL_FENCES),
        ],
    );
    sources.expect(&DESKTOP, &[("GL_ARB_pipeline_statistics_query", "native"), ("VERTICES_SUBMITTED", "native")]);
}

#[test]
fn the_fences_are_those_that_the_setting_names() {
    for (word, name) in
        [("auto", EGL_FENCES), ("egl", EGL_FENCES), ("gl", "fenced (sync objects, looked at in passing)"), ("finish", "fenced (glFinish)")]
    {
        let sources = Sources::of(&[TIMERS, ("GLMETER_FENCE", word)]);
        for contexts in [&DESKTOP, &EMBEDDED] {
            sources.expect(contexts, &[("TIME_ELAPSED", name), ("TIMESTAMP", name)]);
        }
    }
}

/// The sources of statistics on llvmpipe if the driver's own are not used.
const WITHOUT_STATISTICS: [(&str, &str); 11] = [
    ("VERTICES_SUBMITTED", "counted"),
    ("PRIMITIVES_SUBMITTED", "counted"),
    ("VERTEX_SHADER_INVOCATIONS", "counted"),
    ("TESS_CONTROL_SHADER_PATCHES", "counted"),
    ("GEOMETRY_SHADER_INVOCATIONS", "counted"),
    ("GEOMETRY_SHADER_PRIMITIVES_EMITTED", "derived from PRIMITIVES_GENERATED"),
    ("FRAGMENT_SHADER_INVOCATIONS", "derived from SAMPLES_PASSED"),
    ("COMPUTE_SHADER_INVOCATIONS", "counted"),
    ("CLIPPING_INPUT_PRIMITIVES", "derived from PRIMITIVES_GENERATED"),
    ("CLIPPING_OUTPUT_PRIMITIVES", "derived from PRIMITIVES_GENERATED"),
    ("GL_INTEL_performance_query", "emulated"),
];
/// The statistics that have no source except the driver.
const UNDERIVED: [&str; 1] = ["TESS_EVALUATION_SHADER_INVOCATIONS"];

#[test]
fn without_statistics_they_are_counted_and_derived_and_the_rest_is_absent() {
    let sources = Sources::of(&[STATISTICS]);
    sources.expect(&DESKTOP, &WITHOUT_STATISTICS);
    sources.expect(&DESKTOP, &UNDERIVED.map(|name| (name, "absent")));
    sources.expect(&DESKTOP, &[("GL_ARB_pipeline_statistics_query", "emulated"), ("TIMESTAMP", EGL_FENCES)]);
}

#[test]
fn on_softpipe_nothing_is_derived_from_its_wrong_counts() {
    let driver = ("GALLIUM_DRIVER", "softpipe");
    let wrong = [("PRIMITIVES_SUBMITTED", "counted"), ("COMPUTE_SHADER_INVOCATIONS", "counted")];
    Sources::of(&[driver]).expect(&DESKTOP, &[wrong[0], wrong[1], ("VERTICES_SUBMITTED", "native"), ("TIME_ELAPSED", EGL_FENCES)]);
    let sources = Sources::of(&[driver, STATISTICS]);
    sources.expect(&DESKTOP, &[wrong[0], wrong[1], ("VERTICES_SUBMITTED", "counted"), ("GEOMETRY_SHADER_INVOCATIONS", "counted")]);
    sources.expect(&DESKTOP, &[("GEOMETRY_SHADER_PRIMITIVES_EMITTED", "absent"), ("CLIPPING_INPUT_PRIMITIVES", "absent")]);
}

#[test]
fn what_is_known_to_count_otherwise_is_marked_with_the_reason() {
    for (emulate, source, reason) in [
        ("auto", "≈ derived from SAMPLES_PASSED", "counts the samples that pass"),
        ("never", "≈ native", "counts every pixel of each block of 4 x 4"),
    ] {
        let ended = run(glmeter(&["info"]).env("GLMETER_EMULATE", emulate));
        let is_marked = |line: &&str| line.contains("FRAGMENT_SHADER_INVOCATIONS") && line.contains('≈');
        let lines: Vec<_> = ended.stdout.lines().map(str::trim).filter(is_marked).collect();
        assert!(!lines.is_empty(), "{}", ended.all());
        for pair in lines.chunks(2) {
            assert!(pair[0].ends_with(source) && pair[1].starts_with(&format!("≈ FRAGMENT_SHADER_INVOCATIONS: {reason}")), "{pair:?}");
        }
        assert!(ended.stdout.lines().any(|line| line.contains("VERTICES_SUBMITTED") && !line.contains('≈')), "{}", ended.all());
    }
}

#[test]
fn always_makes_up_for_what_the_driver_has_too() {
    let sources = Sources::of(&[("GLMETER_EMULATE", "always")]);
    sources.expect(&DESKTOP, &WITHOUT_STATISTICS);
    sources.expect(&DESKTOP, &UNDERIVED.map(|name| (name, "native")));
    for contexts in [&DESKTOP, &EMBEDDED] {
        sources.expect(contexts, &[("TIME_ELAPSED", EGL_FENCES), ("TIMESTAMP", EGL_FENCES)]);
    }
}

#[test]
fn never_leaves_everything_to_the_driver() {
    let never = ("GLMETER_EMULATE", "never");
    let sources = Sources::of(&[never]);
    sources.expect(&DESKTOP, &[("TIME_ELAPSED", "native"), ("TIMESTAMP", "native"), ("GL_INTEL_performance_query", "absent")]);
    sources.expect(&DESKTOP, &WITHOUT_STATISTICS.map(|(name, _)| (name, if name.starts_with("GL_") { "absent" } else { "native" })));
    let sources = Sources::of(&[never, TIMERS]);
    sources.expect(&DESKTOP, &[("GL_ARB_timer_query", "absent"), ("TIME_ELAPSED", "absent"), ("TIMESTAMP", "absent")]);
    sources.expect(&EMBEDDED, &[("GL_EXT_disjoint_timer_query", "absent"), ("GL_ANGLE_timer_query", "absent"), ("TIMESTAMP", "absent")]);
    let sources = Sources::of(&[never, STATISTICS]);
    sources.expect(&DESKTOP, &[("GL_ARB_pipeline_statistics_query", "absent"), ("VERTICES_SUBMITTED", "absent")]);
}

#[test]
fn the_options_of_run_are_the_same_settings() {
    let info = super::support::glmeter().get_program().to_str().unwrap().to_owned();
    let ended = run(&mut glmeter(&["run", "--emulate=always", "--fence", "finish", "--report", "off", &info, "info"]));
    assert_eq!(ended.code, 0, "{}", ended.all());
    assert!(ended.stdout.contains("fenced (glFinish)") && ended.stdout.contains("counted"), "{}", ended.all());
}

#[test]
fn a_wrong_word_is_answered_with_one_line() {
    for (variable, option, word, accepted) in [
        ("GLMETER_EMULATE", "--emulate", "sometimes", "auto, always or never"),
        ("GLMETER_FENCE", "--fence", "picket", "auto, egl, gl or finish"),
    ] {
        let line = |name: &str| format!("glmeter: {name} wants {accepted}, got {word:?}\n");
        super::ends_with(&["run", option, word, "true"], 2, &line(option));
        for arguments in [["info"].as_slice(), &["demo"], &["run", "true"]] {
            let ended = run(glmeter(arguments).env(variable, word));
            assert_eq!((ended.code, ended.stderr.as_str(), ended.stdout.as_str()), (2, line(variable).as_str(), ""), "{arguments:?}");
        }
    }
}
