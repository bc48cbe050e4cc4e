//! Implicit conversions and overload resolution.

use super::{Language, OverloadChoice};
use base::hir::{Scalar, Type};

/// Returns the cost of an implicit conversion: 0 for the same type, `None` if impossible; a larger cost is worse. Assignments and user
/// functions use it too.
pub fn conversion(language: &Language, from: &Type, to: &Type) -> Option<u32> {
    if from == to {
        return Some(0);
    }
    let (from, to) = match (from, to) {
        (Type::Scalar(from), Type::Scalar(to)) => (from, to),
        (Type::Vector(from, a), Type::Vector(to, b)) if a == b => (from, to),
        (Type::Matrix(from, a, b), Type::Matrix(to, c, d)) if (a, b) == (c, d) => (from, to),
        _ => return None,
    };
    let extended = language.has("GL_ARB_gpu_shader5");
    let mesa = language.has("GL_MESA_shader_integer_functions");
    let embedded = language.es && (mesa || language.has("GL_EXT_shader_implicit_conversions"));
    let doubles = language.desktop(400) || language.has("GL_ARB_gpu_shader_fp64");
    match (from, to) {
        (Scalar::Float, Scalar::Double) if doubles => Some(1),
        (Scalar::Int, Scalar::Uint) if language.desktop(400) || (extended && !language.es) || mesa || embedded => Some(2),
        (Scalar::Int | Scalar::Uint, Scalar::Float) if language.desktop(120) || embedded => Some(3),
        (Scalar::Int | Scalar::Uint, Scalar::Double) if doubles => Some(4),
        (Scalar::Int, Scalar::Int64) | (Scalar::Uint, Scalar::Uint64) if language.has_int64() => Some(1),
        (Scalar::Int | Scalar::Int64, Scalar::Uint64) if language.has_int64() => Some(2),
        (Scalar::Int64 | Scalar::Uint64, Scalar::Double) if doubles && language.has_int64() => Some(4),
        _ => None,
    }
}

/// Resolves a call among overloads, which are lists of parameter types. `out` tells which parameters of each overload are out or inout:
/// there the parameter must convert to the argument. (The caller checks that inout arguments also convert to the parameter.)
pub fn choose(language: &Language, overloads: &[Vec<Type>], arguments: &[Type], out: &[Vec<bool>]) -> OverloadChoice {
    let mut viable: Vec<(usize, Vec<u32>)> = Vec::new();
    for (index, parameters) in overloads.iter().enumerate() {
        let none = Vec::new();
        let Some(costs) = costs(language, parameters, out.get(index).unwrap_or(&none), arguments) else { continue };
        if costs.iter().all(|cost| *cost == 0) {
            return OverloadChoice::One(index);
        }
        viable.push((index, costs));
    }
    best(language, &viable)
}

/// Returns the conversion cost of each argument, or `None` if a conversion is impossible.
pub(super) fn costs(language: &Language, parameters: &[Type], out: &[bool], arguments: &[Type]) -> Option<Vec<u32>> {
    if parameters.len() != arguments.len() {
        return None;
    }
    let pairs = parameters.iter().zip(arguments).enumerate();
    pairs
        .map(|(index, (parameter, argument))| {
            if out.get(index).copied().unwrap_or(false) {
                conversion(language, parameter, argument)
            } else {
                conversion(language, argument, parameter)
            }
        })
        .collect()
}

/// Returns the best of several overloads that need conversions. Before GLSL 4.00 only one may match.
pub(super) fn best(language: &Language, viable: &[(usize, Vec<u32>)]) -> OverloadChoice {
    let (first, rest) = match viable {
        [] => return OverloadChoice::None,
        [only] => return OverloadChoice::One(only.0),
        [first, rest @ ..] => (first, rest),
    };
    let ranked = language.desktop(400)
        || language.has("GL_ARB_gpu_shader5")
        || language.has("GL_ARB_gpu_shader_fp64")
        || language.has("GL_EXT_shader_implicit_conversions")
        || language.has("GL_MESA_shader_integer_functions");
    if !ranked {
        return OverloadChoice::Ambiguous;
    }
    // Only the winner of an elimination can be better than all others.
    let winner = rest.iter().fold(first, |winner, candidate| if better(&candidate.1, &winner.1) { candidate } else { winner });
    let wins = viable.iter().all(|other| other.0 == winner.0 || better(&winner.1, &other.1));
    if wins { OverloadChoice::One(winner.0) } else { OverloadChoice::Ambiguous }
}

/// Returns true if a is better for one argument and worse for none.
fn better(a: &[u32], b: &[u32]) -> bool {
    let mut any = false;
    for (&a, &b) in a.iter().zip(b) {
        if conversion_better(b, a) {
            return false;
        }
        any |= conversion_better(a, b);
    }
    any
}

/// Returns true if conversion a is better by one of the three rules: an exact match; to a similar type of more bits; to float rather than to
/// double.
///
/// "A match involving a conversion from a signed integer, unsigned integer, or floating-point type to a similar type having a larger number of
/// bits is better than a match involving any other implicit conversion." [ARB_gpu_shader_int64]
fn conversion_better(a: u32, b: u32) -> bool {
    (a == 0 && b != 0) || (a == 1 && b > 1) || (a == 3 && b == 4)
}

#[cfg(test)]
mod tests {
    use super::super::tests::language;
    use super::*;
    use base::hir::Stage;

    const INT: Type = Type::Scalar(Scalar::Int);
    const UINT: Type = Type::Scalar(Scalar::Uint);
    const FLOAT: Type = Type::Scalar(Scalar::Float);
    const DOUBLE: Type = Type::Scalar(Scalar::Double);

    #[test]
    fn conversions_come_with_versions() {
        assert_eq!(conversion(&language(110, Stage::Vertex), &INT, &FLOAT), None);
        assert!(conversion(&language(120, Stage::Vertex), &INT, &FLOAT).is_some());
        assert_eq!(conversion(&language(330, Stage::Vertex), &INT, &UINT), None);
        assert!(conversion(&language(400, Stage::Vertex), &INT, &UINT).is_some());
        assert!(conversion(&language(400, Stage::Vertex), &FLOAT, &DOUBLE).is_some());
        assert_eq!(conversion(&language(400, Stage::Vertex), &UINT, &INT), None);
        let mut es = language(320, Stage::Vertex);
        es.es = true;
        assert_eq!(conversion(&es, &INT, &FLOAT), None);
    }

    #[test]
    fn vectors_convert_only_to_their_own_size() {
        let language = language(330, Stage::Vertex);
        let (ivec2, vec2, vec3) = (Type::Vector(Scalar::Int, 2), Type::Vector(Scalar::Float, 2), Type::Vector(Scalar::Float, 3));
        assert!(conversion(&language, &ivec2, &vec2).is_some());
        assert_eq!(conversion(&language, &ivec2, &vec3), None);
        assert_eq!(conversion(&language, &INT, &vec2), None);
    }

    #[test]
    fn an_exact_match_wins() {
        let overloads = [vec![FLOAT], vec![INT]];
        assert_eq!(choose(&language(120, Stage::Vertex), &overloads, &[INT], &[]), OverloadChoice::One(1));
    }

    #[test]
    fn two_converted_matches_are_ambiguous_before_4_00() {
        let overloads = [vec![FLOAT, FLOAT, INT], vec![INT, FLOAT, FLOAT]];
        assert_eq!(choose(&language(330, Stage::Vertex), &overloads, &[INT, INT, INT], &[]), OverloadChoice::Ambiguous);
        let overloads = [vec![FLOAT, INT], vec![FLOAT, FLOAT]];
        assert_eq!(choose(&language(330, Stage::Vertex), &overloads, &[INT, INT], &[]), OverloadChoice::Ambiguous);
        assert_eq!(choose(&language(400, Stage::Vertex), &overloads, &[INT, INT], &[]), OverloadChoice::One(0));
    }

    #[test]
    fn float_beats_double_for_an_int() {
        let overloads = [vec![DOUBLE], vec![FLOAT]];
        assert_eq!(choose(&language(400, Stage::Vertex), &overloads, &[INT], &[]), OverloadChoice::One(1));
    }

    #[test]
    fn int_to_uint_is_no_better_than_int_to_float() {
        let overloads = [vec![UINT], vec![FLOAT]];
        assert_eq!(choose(&language(400, Stage::Vertex), &overloads, &[INT], &[]), OverloadChoice::Ambiguous);
    }

    #[test]
    fn out_parameters_convert_the_other_way() {
        let language = language(120, Stage::Vertex);
        assert_eq!(choose(&language, &[vec![INT]], &[FLOAT], &[vec![true]]), OverloadChoice::One(0));
        assert_eq!(choose(&language, &[vec![FLOAT]], &[INT], &[vec![true]]), OverloadChoice::None);
    }

    #[test]
    fn the_number_of_arguments_must_agree() {
        assert_eq!(choose(&language(330, Stage::Vertex), &[vec![INT]], &[INT, INT], &[]), OverloadChoice::None);
    }
}
