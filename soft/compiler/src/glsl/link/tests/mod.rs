#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod attributes;
mod blocks;
mod feedback;
mod interface;
mod locations;
mod per_vertex;
mod programs;
mod stages;
mod subroutines;
mod uniforms;
mod versions;

use super::log::Log;
use super::{LinkedStages, link_stages};
use crate::glsl::{CompileOptions, LinkOptions, compile};
use base::hir::{Location, Shader, Stage, VarId};
use shader::pipeline::limits::Limits;
use std::sync::Arc;

/// Compiles a shader; the text begins with its version.
fn shader(stage: Stage, text: &str) -> Arc<Shader> {
    let es = text.starts_with("#version 100") || text.lines().next().is_some_and(|line| line.contains("es"));
    let options = CompileOptions { es, core: false, max_version: CompileOptions::newest(es), limits: Limits::default() };
    let compiled = compile(text, stage, &options);
    compiled.shader.unwrap_or_else(|| panic!("{text}\n{}", compiled.log))
}

type Texts<'a> = &'a [(Stage, &'a str)];

fn attempt(texts: Texts, options: &LinkOptions) -> Result<LinkedStages, String> {
    let shaders: Vec<Arc<Shader>> = texts.iter().map(|(stage, text)| shader(*stage, text)).collect();
    let mut log = Log::default();
    link_stages(&shaders, options, &mut log).ok_or(log.text)
}

fn linked(texts: Texts) -> LinkedStages {
    attempt(texts, &LinkOptions::default()).unwrap_or_else(|log| panic!("{log}"))
}

/// Returns the log of a program that must not link.
fn refused(texts: Texts) -> String {
    attempt(texts, &LinkOptions::default()).expect_err("an error")
}

fn stage(result: &LinkedStages, stage: Stage) -> &Shader {
    result.stages.iter().find(|shader| shader.stage == stage).expect("the stage")
}

fn variable(shader: &Shader, name: &str) -> VarId {
    shader.variables.iter().position(|variable| variable.name == name || variable.qualifiers.block_name == name).expect("the variable")
}

fn location_of(result: &LinkedStages, of: Stage, name: &str) -> Option<Location> {
    let shader = stage(result, of);
    shader.locations[variable(shader, name)].clone()
}

/// Returns the slot and component of a variable.
fn slot_of(result: &LinkedStages, of: Stage, name: &str) -> (u32, u32) {
    match location_of(result, of, name) {
        Some(Location::Varying { slot, component }) => (slot, component),
        other => panic!("{name} is at {other:?}"),
    }
}

const V: Stage = Stage::Vertex;
const F: Stage = Stage::Fragment;
const G: Stage = Stage::Geometry;
const TC: Stage = Stage::TessControl;
const TE: Stage = Stage::TessEvaluation;
const C: Stage = Stage::Compute;

const PLAIN_VERTEX: &str = "#version 330\nvoid main() { gl_Position = vec4(0.0); }";
const PLAIN_FRAGMENT: &str = "#version 330\nout vec4 color; void main() { color = vec4(1.0); }";
