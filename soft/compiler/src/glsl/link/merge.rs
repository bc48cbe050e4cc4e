//! Merges the shader objects of one stage into one shader.

use super::log::{Log, stage_name};
use super::walk::{Part, renumber, walk};
use crate::glsl::builtins::type_name;
use crate::glsl::constant::evaluate;
use crate::glsl::semantics::finalize::finalize_statements;
use base::hir::{
    BlockLayout, BuiltinVariable, Direction, ExprKind, Function, FunctionId, Interpolation, MemberQualifiers, Precision, Sampling, Shader,
    StageLayout, Statement, Storage, StructType, Subroutine, SubroutineType, Type, VarId, Variable,
};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Merges shader objects of one stage: functions by signature, globals by name.
pub fn merge(objects: &[&Shader], log: &mut Log) -> Option<Shader> {
    let (first, rest) = objects.split_first()?;
    let mut merged = Shader { locations: Vec::new(), ..(*first).clone() };
    let mut globals: HashMap<(u8, String), VarId> = HashMap::new();
    let locals = locals(first);
    for (id, variable) in first.variables.iter().enumerate() {
        if let Some(key) = global_key(variable, id, &locals) {
            globals.entry(key).or_insert(id);
        }
    }
    for object in rest {
        add(&mut merged, &mut globals, object, log);
    }
    if !rest.is_empty() {
        finalize(&mut merged);
        check_redeclarations(objects, log);
    }
    let stage = stage_name(merged.stage);
    if objects.iter().filter(|object| object.main.is_some()).count() > 1 {
        log.error(format!("the {stage} stage has more than one main"));
    }
    if merged.main.is_none() {
        log.error(format!("the {stage} stage has no main"));
    }
    Some(merged)
}

/// Checks redeclarations of gl_FragCoord: if one shader redeclares it, all shaders that use it must do so with the same qualifiers. The
/// same for gl_FragDepth: "it must be redeclared in all fragment shaders in that program that have static assignments to gl_FragDepth. All
/// redeclarations … must have the same set of qualifiers."
fn check_redeclarations(objects: &[&Shader], log: &mut Log) {
    check_redeclaration(objects, log, "gl_FragCoord", BuiltinVariable::FragCoord, |layout| layout.fragment_coordinate);
    check_redeclaration(objects, log, "gl_FragDepth", BuiltinVariable::FragDepth, |layout| layout.fragment_depth);
}

fn check_redeclaration<L: PartialEq>(
    objects: &[&Shader],
    log: &mut Log,
    variable: &str,
    builtin: BuiltinVariable,
    redeclared: impl Fn(&StageLayout) -> Option<L>,
) {
    let Some(first) = objects.iter().find_map(|object| redeclared(&object.layout)) else { return };
    let names = |object: &Shader| {
        let is = |id: VarId| object.variables.get(id).is_some_and(|it| it.storage == Storage::Builtin(builtin));
        let mut found = false;
        for function in &object.functions {
            walk(function.body.as_deref().unwrap_or_default(), &mut |part| {
                found |= matches!(part, Part::Expr(expr) if matches!(expr.kind, ExprKind::Variable(id) if is(id)));
            });
        }
        found
    };
    for object in objects {
        match redeclared(&object.layout) {
            Some(layouts) if layouts != first => {
                log.error(format!("{variable} is redeclared with different layouts in two fragment shaders"));
            }
            None if names(object) => {
                log.error(format!("{variable} is redeclared in one fragment shader and not in another that names it"));
            }
            _ => {}
        }
    }
}

/// Updates the types of expressions to those of the merged declarations of their variables.
pub fn finalize(shader: &mut Shader) {
    finalize_statements(&mut shader.initialise, &shader.variables);
    for function in &mut shader.functions {
        finalize_statements(function.body.as_deref_mut().unwrap_or_default(), &shader.variables);
    }
}

/// Returns the variables that belong to a function.
fn locals(shader: &Shader) -> HashSet<VarId> {
    let mut locals: HashSet<VarId> = HashSet::new();
    for function in &shader.functions {
        locals.extend(function.parameters.iter().map(|(id, _)| *id));
        walk(function.body.as_deref().unwrap_or_default(), &mut |part| {
            if let Part::Declare(id) = part {
                locals.insert(id);
            }
        });
    }
    locals
}

/// Returns the key by which globals of two objects are the same, or `None` for locals, constants and temporaries.
fn global_key(variable: &Variable, id: VarId, locals: &HashSet<VarId>) -> Option<(u8, String)> {
    let block = || variable.qualifiers.block_name.clone();
    let (kind, name) = match variable.storage {
        Storage::Private if variable.qualifiers.constant || locals.contains(&id) => return None,
        Storage::Private | Storage::Shared | Storage::In | Storage::Out | Storage::Uniform | Storage::Builtin(_) => {
            (0, variable.name.clone())
        }
        Storage::UniformBlock => (1, block()),
        Storage::StorageBlock => (2, block()),
        Storage::InBlock => (3, block()),
        Storage::OutBlock => (4, block()),
    };
    (!name.is_empty()).then_some((kind, name))
}

/// Adds a shader object to the merged shader.
fn add(merged: &mut Shader, globals: &mut HashMap<(u8, String), VarId>, object: &Shader, log: &mut Log) {
    let stage = merged.stage;
    let locals = locals(object);
    let mut variables: Vec<VarId> = Vec::with_capacity(object.variables.len());
    for (id, variable) in object.variables.iter().enumerate() {
        let key = global_key(variable, id, &locals);
        match key.as_ref().and_then(|key| globals.get(key)).copied() {
            Some(known) => {
                if let Some(target) = merged.variables.get_mut(known) {
                    join(target, variable, stage_name(stage), log);
                }
                variables.push(known);
            }
            None => {
                let new = merged.variables.len();
                merged.variables.push(variable.clone());
                variables.push(new);
                globals.extend(key.map(|key| (key, new)));
            }
        }
    }
    let mut functions = Vec::with_capacity(object.functions.len());
    let mut added: Vec<usize> = Vec::new();
    let mut by_signature: HashMap<(String, Signature), usize> = HashMap::new();
    for (number, function) in merged.functions.iter().enumerate() {
        by_signature.entry((function.name.clone(), signature(merged, function))).or_insert(number);
    }
    for function in &object.functions {
        let known = by_signature.get(&(function.name.clone(), signature(object, function))).copied();
        match known.and_then(|known| Some((known, merged.functions.get_mut(known)?))) {
            Some((known, target)) => {
                if target.result != function.result {
                    log.error(format!(
                        "function {} returns {} in one {} shader and {} in another",
                        function.name,
                        type_name(&target.result),
                        stage_name(stage),
                        type_name(&function.result)
                    ));
                }
                if function.body.is_some() {
                    if target.body.is_some() {
                        if function.name != "main" {
                            log.error(format!("function {} has more than one body in the {} stage", function.name, stage_name(stage)));
                        }
                    } else {
                        *target = function.clone();
                        added.push(known);
                    }
                }
                functions.push(known);
            }
            None => {
                added.push(merged.functions.len());
                functions.push(merged.functions.len());
                merged.functions.push(function.clone());
            }
        }
    }
    for index in added {
        if let Some(function) = merged.functions.get_mut(index) {
            for (parameter, _) in &mut function.parameters {
                *parameter = variables.get(*parameter).copied().unwrap_or(*parameter);
            }
            renumber(function.body.as_deref_mut().unwrap_or_default(), &variables, &functions);
        }
    }
    let mut initialise = object.initialise.clone();
    renumber(&mut initialise, &variables, &functions);
    check_initialisers(merged, &initialise, log);
    merged.initialise.append(&mut initialise);
    join_subroutines(merged, object, &functions, log);
    if merged.main.is_none() {
        merged.main = object.main.and_then(|main| functions.get(main).copied());
    }
    merged.version = merged.version.max(object.version);
    merged.compatibility |= object.compatibility;
    join_layouts(&mut merged.layout, &object.layout, stage_name(stage), log);
}

/// The types and directions of a function's parameters.
type Signature = Vec<(Option<Type>, Direction)>;

fn signature(shader: &Shader, function: &Function) -> Signature {
    let ty = |id: VarId| shader.variables.get(id).map(|variable| variable.ty.clone());
    function.parameters.iter().map(|(id, direction)| (ty(*id), *direction)).collect()
}

/// Returns the common type of two declarations: an array without a size takes the other's. Returns `None` if they differ.
pub fn join_types(a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        _ if a == b => Some(a.clone()),
        (Type::Array(a, 0), Type::Array(b, length)) | (Type::Array(a, length), Type::Array(b, 0)) => {
            Some(Type::Array(Arc::new(join_types(a, b)?), *length))
        }
        (Type::Array(a, m), Type::Array(b, n)) if m == n => Some(Type::Array(Arc::new(join_types(a, b)?), *m)),
        (Type::Struct(a), Type::Struct(b)) if a.name == b.name && a.members.len() == b.members.len() => {
            let mut members = a.members.clone();
            for (a, b) in members.iter_mut().zip(&b.members) {
                if a.name != b.name || layout_qualifiers(&a.qualifiers) != layout_qualifiers(&b.qualifiers) {
                    return None;
                }
                a.ty = join_types(&a.ty, &b.ty)?;
            }
            Some(Type::Struct(Arc::new(StructType::new(a.name.clone(), members))))
        }
        _ => None,
    }
}

/// Returns the layout qualifiers of a member, which both declarations must share.
fn layout_qualifiers(qualifiers: &MemberQualifiers) -> MemberQualifiers {
    MemberQualifiers {
        read_only: false,
        write_only: false,
        implicitly_sized: false,
        sampling: Sampling::Center,
        precision: Precision::None,
        ..*qualifiers
    }
}

/// Merges the subroutines of another shader object of the stage; `functions` maps its functions to the merged ones.
fn join_subroutines(merged: &mut Shader, object: &Shader, functions: &[FunctionId], log: &mut Log) {
    let stage = stage_name(merged.stage);
    let of = |id: FunctionId| functions.get(id).copied().unwrap_or(id);
    for ty in &object.subroutines.types {
        let dispatcher = of(ty.dispatcher);
        match merged.subroutines.types.iter().find(|known| known.name == ty.name) {
            None => merged.subroutines.types.push(SubroutineType { name: ty.name.clone(), dispatcher }),
            Some(known) if known.dispatcher == dispatcher => {}
            Some(_) => log.error(format!("subroutine type {} has different parameters in two {stage} shaders", ty.name)),
        }
    }
    for subroutine in &object.subroutines.functions {
        let function = of(subroutine.function);
        merged.subroutines.functions.push(Subroutine { function, ..subroutine.clone() });
    }
}

/// Joins types as [`join_types`] does, for variables whose outermost array may have been sized by its use.
pub fn join_variable_types(a: &Variable, b: &Variable) -> Option<Type> {
    if let (Type::Array(element, m), Type::Array(other, n)) = (&a.ty, &b.ty)
        && m != n
    {
        let (implicit_a, implicit_b) = (a.qualifiers.implicitly_sized, b.qualifiers.implicitly_sized);
        let fits = (implicit_a && (implicit_b || m <= n)) || (implicit_b && n <= m);
        return fits.then(|| join_types(element, other)).flatten().map(|element| Type::Array(Arc::new(element), *m.max(n)));
    }
    join_types(&a.ty, &b.ty)
}

/// Returns the common type of a block in two shaders of a stage: "If no shader in a stage has an explicit size for the array, the largest
/// implicit size (one more than the largest index used) in that stage is used." [GLSL 4.60, 4.2]
fn join_blocks(a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        (Type::Array(a, m), Type::Array(b, n)) if m == n || *m == 0 || *n == 0 => {
            Some(Type::Array(Arc::new(join_blocks(a, b)?), *m.max(n)))
        }
        (Type::Struct(a), Type::Struct(b)) if a.name == b.name && a.members.len() == b.members.len() => {
            let mut members = a.members.clone();
            for (a, b) in members.iter_mut().zip(&b.members) {
                if a.name != b.name || layout_qualifiers(&a.qualifiers) != layout_qualifiers(&b.qualifiers) {
                    return None;
                }
                let (implicit_a, implicit_b) = (a.qualifiers.implicitly_sized, b.qualifiers.implicitly_sized);
                a.ty = match (&a.ty, &b.ty) {
                    (Type::Array(element, m), Type::Array(other, n))
                        if (implicit_a && (implicit_b || m <= n)) || (implicit_b && n <= m) =>
                    {
                        Type::Array(Arc::new(join_types(element, other)?), *m.max(n))
                    }
                    (a, b) => join_types(a, b)?,
                };
                a.qualifiers.implicitly_sized &= implicit_b;
            }
            Some(Type::Struct(Arc::new(StructType::new(a.name.clone(), members))))
        }
        _ => None,
    }
}

/// Merges a second declaration of a global into the first.
fn join(target: &mut Variable, other: &Variable, stage: &str, log: &mut Log) {
    let name = if target.name.is_empty() { &target.qualifiers.block_name } else { &target.name }.clone();
    if std::mem::discriminant(&target.storage) != std::mem::discriminant(&other.storage) {
        log.error(format!("{name} is declared with different storage in two {stage} shaders"));
        return;
    }
    let block = matches!(target.storage, Storage::UniformBlock | Storage::StorageBlock | Storage::InBlock | Storage::OutBlock);
    let joined = if block { join_blocks(&target.ty, &other.ty) } else { None };
    match joined.or_else(|| join_variable_types(target, other)) {
        Some(ty) => target.ty = ty,
        None => log.error(format!("{name} is {} in one {stage} shader and {} in another", type_name(&target.ty), type_name(&other.ty))),
    }
    let mut differ = |what: &str| log.error(format!("{name} has different {what} in two {stage} shaders"));
    let (a, b) = (&mut target.qualifiers, &other.qualifiers);
    let mut number = |a: &mut Option<u32>, b: Option<u32>, what: &str| match (*a, b) {
        (Some(x), Some(y)) if x != y => differ(what),
        (None, Some(_)) => *a = b,
        _ => {}
    };
    number(&mut a.location, b.location, "locations");
    number(&mut a.component, b.component, "components");
    number(&mut a.index, b.index, "indices");
    number(&mut a.binding, b.binding, "bindings");
    number(&mut a.offset, b.offset, "offsets");
    if a.interpolation != b.interpolation || a.centroid != b.centroid || a.sample != b.sample || a.patch != b.patch {
        differ("interpolation qualifiers");
    }
    if matches!(target.storage, Storage::In | Storage::Out) && a.invariant_given != b.invariant_given {
        differ("invariance");
    }
    if a.image_format != b.image_format {
        differ("image formats");
    }
    if !blocks_agree(a.block_layout, b.block_layout) {
        differ("block layouts");
    }
    if a.subroutine != b.subroutine {
        differ("subroutine types");
    }
    if a.unnamed_block != b.unnamed_block && matches!(target.storage, Storage::UniformBlock | Storage::StorageBlock) {
        differ("instance names");
    }
    a.implicitly_sized &= b.implicitly_sized;
    a.invariant |= b.invariant;
    a.invariant_given |= b.invariant_given;
    a.xfb = a.xfb.or(b.xfb);
    match (&target.initialiser, &other.initialiser) {
        (Some(a), Some(b)) if a != b => log.error(format!("{name} has two different initialisers in the {stage} stage")),
        (None, Some(_)) => target.initialiser.clone_from(&other.initialiser),
        _ => {}
    }
}

/// Returns true if two layouts of a block are the same.
pub fn blocks_agree(a: BlockLayout, b: BlockLayout) -> bool {
    a == b
}

/// Checks the initialisers of globals that two shaders of the stage initialise: "If a shared global has multiple initializers, the initializers
/// must all be constant expressions, and they must all have the same value. Otherwise, a link-time error will result." [GLSL 4.60, 4.2]
fn check_initialisers(merged: &Shader, new: &[Statement], log: &mut Log) {
    /// The variable, or the name of a constant, which each shader has for itself.
    #[derive(PartialEq, Eq, Hash)]
    enum Key<'a> {
        Variable(VarId),
        Constant(&'a str),
    }
    let initialiser = |statement| -> Option<(VarId, Option<Vec<u32>>)> {
        match statement {
            &Statement::Declare(id, Some(ref value)) => Some((id, evaluate(value))),
            _ => None,
        }
    };
    let key = |id: VarId| match merged.variables.get(id) {
        Some(variable) if variable.qualifiers.constant => Key::Constant(&variable.name),
        _ => Key::Variable(id),
    };
    let known: HashMap<Key, Option<Vec<u32>>> =
        merged.initialise.iter().filter_map(initialiser).map(|(id, words)| (key(id), words)).collect();
    for (id, words) in new.iter().filter_map(initialiser) {
        let Some(first) = known.get(&key(id)) else { continue };
        let (name, stage) = (merged.variables.get(id).map_or("", |variable| &variable.name), stage_name(merged.stage));
        let constant = merged.variables.get(id).is_some_and(|variable| variable.qualifiers.constant);
        if first.is_none() || words.is_none() {
            // The initialiser of a constant is a constant expression, whether it is computed here or not.
            if constant {
                continue;
            }
            log.error(format!("{name} has two initialisers in the {stage} stage that are not both constant"));
        } else if *first != words {
            log.error(format!("{name} has two different initialisers in the {stage} stage"));
        }
    }
}

fn join_layouts(a: &mut StageLayout, b: &StageLayout, stage: &str, log: &mut Log) {
    fn one<T: PartialEq + Copy>(a: &mut Option<T>, b: Option<T>, what: &str, stage: &str, log: &mut Log) {
        match (*a, b) {
            (Some(x), Some(y)) if x != y => log.error(format!("two {stage} shaders declare different {what}")),
            (None, Some(_)) => *a = b,
            _ => {}
        }
    }
    one(&mut a.geometry_input, b.geometry_input, "input primitives", stage, log);
    one(&mut a.geometry_output, b.geometry_output, "output primitives", stage, log);
    one(&mut a.max_vertices, b.max_vertices, "max_vertices", stage, log);
    one(&mut a.invocations, b.invocations, "invocations", stage, log);
    one(&mut a.output_vertices, b.output_vertices, "output vertices", stage, log);
    one(&mut a.tess_mode, b.tess_mode, "primitive modes", stage, log);
    one(&mut a.tess_spacing, b.tess_spacing, "spacings", stage, log);
    one(&mut a.tess_clockwise, b.tess_clockwise, "vertex orders", stage, log);
    one(&mut a.local_size, b.local_size, "local sizes", stage, log);
    for (a, b) in a.xfb_stride.iter_mut().zip(b.xfb_stride) {
        one(a, b, "xfb_stride", stage, log);
    }
    a.vertex_inputs = a.vertex_inputs.take().or_else(|| b.vertex_inputs.clone());
    a.vertex_outputs = a.vertex_outputs.take().or_else(|| b.vertex_outputs.clone());
    a.point_mode |= b.point_mode;
    a.early_fragment_tests |= b.early_fragment_tests;
    a.post_depth_coverage |= b.post_depth_coverage;
    a.blend_support |= b.blend_support;
    a.origin_upper_left |= b.origin_upper_left;
    a.pixel_center_integer |= b.pixel_center_integer;
}

/// Returns true if a value of this type can only be passed flat.
pub fn always_flat(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => always_flat(element),
        Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix(scalar, ..) => *scalar != base::hir::Scalar::Float,
        _ => false,
    }
}

/// Returns the interpolation of a variable, from its declaration and its type.
pub fn effective_interpolation(declared: Interpolation, ty: &Type) -> Interpolation {
    if always_flat(ty) { Interpolation::Flat } else { declared }
}
