//! Compares the pipeline's table of built-in functions with the specifications': the same prototypes, and no others.
//!
//! `specification.txt` has the prototypes of chapter 8 of the OpenGL Shading Language 4.60 and of its ES version 3.20, extracted from
//! the text that Khronos publishes (github.com/KhronosGroup/GLSL, chapters/builtinfunctions.adoc), in the notation of
//! `soft/compiler/src/glsl/builtins/prototypes.rs`. `iIMAGE`, `uIMAGE` and `fIMAGE` are the image types of one component type, each with its
//! coordinates. Four misprints are put right: `gsamler2DRect`, parameters without a type, and a comma that is missing.

use crate::prototypes::PROTOTYPES;
use crate::signatures::{Language, Line, lines};
use crate::texture_prototypes::TEXTURE_PROTOTYPES;
use std::collections::BTreeSet;

const SPECIFICATION: &str = include_str!("specification.txt");

/// The differences by language, with the reason: prototypes that only the pipeline has, and those that it lacks.
type Differences = (Language, &'static str, &'static [&'static str], &'static [&'static str]);

const DIFFERENCES: [Differences; 1] = [(
    Language::Desktop,
    "of GL_ARB_texture_rectangle in the compatibility profile, which the specification refers to and does not list",
    &[
        "vec4 shadow2DRect(sampler2DRectShadow, vec3)",
        "vec4 shadow2DRectProj(sampler2DRectShadow, vec4)",
        "vec4 texture2DRect(sampler2DRect, vec2)",
        "vec4 texture2DRectProj(sampler2DRect, vec3)",
        "vec4 texture2DRectProj(sampler2DRect, vec4)",
    ],
    &[],
)];

/// Each image type's name without the letter of its component type, and its coordinates.
const IMAGES: [(&str, &[&str]); 11] = [
    ("image1D", &["int"]),
    ("image2D", &["ivec2"]),
    ("image3D", &["ivec3"]),
    ("imageCube", &["ivec3"]),
    ("imageBuffer", &["int"]),
    ("image2DRect", &["ivec2"]),
    ("image1DArray", &["ivec2"]),
    ("image2DArray", &["ivec3"]),
    ("imageCubeArray", &["ivec3"]),
    ("image2DMS", &["ivec2", "int"]),
    ("image2DMSArray", &["ivec3", "int"]),
];

/// Returns the types that a placeholder of numbers stands for; those with the same index in a prototype belong together.
fn numbers(word: &str) -> Option<Vec<String>> {
    let sized =
        |scalar: &str, letter: &str| [scalar.to_owned()].into_iter().chain((2..5).map(move |size| format!("{letter}vec{size}"))).collect();
    let vectors = |letter: &str| (2..5).map(|size| format!("{letter}vec{size}")).collect();
    let shapes = |letter: &str, transposed: bool| {
        let shape = |columns: u32, rows: u32| match (transposed, columns == rows) {
            (_, true) => format!("{letter}mat{columns}"),
            (false, _) => format!("{letter}mat{columns}x{rows}"),
            (true, _) => format!("{letter}mat{rows}x{columns}"),
        };
        (2..5).flat_map(|columns| (2..5).map(move |rows| (columns, rows))).map(|(columns, rows)| shape(columns, rows)).collect()
    };
    Some(match word {
        "genType" => sized("float", ""),
        "genIType" => sized("int", "i"),
        "genUType" => sized("uint", "u"),
        "genBType" => sized("bool", "b"),
        "genDType" => sized("double", "d"),
        "vec" => vectors(""),
        "ivec" | "uvec" | "bvec" | "dvec" => vectors(&word[..1]),
        "mat" => shapes("", false),
        "matT" => shapes("", true),
        "dmat" => shapes("d", false),
        "dmatT" => shapes("d", true),
        _ => return None,
    })
}

/// Returns the component types that a placeholder of samplers and images stands for, by their letters.
fn letters(word: &str) -> &'static [&'static str] {
    match word {
        "IMAGEI" => &["i", "u"],
        "iIMAGE" => &["i"],
        "uIMAGE" => &["u"],
        "fIMAGE" | "IMAGEF" => &[""],
        "IMAGE" | "gvec4" | "gscalar" => &["", "i", "u"],
        _ if word.starts_with("gsampler") || word.starts_with("gimage") => &["", "i", "u"],
        _ => &[],
    }
}

/// Returns the words that a word stands for, given the component type and the image.
fn chosen(word: &str, letter: &str, image: (&str, &[&str])) -> Vec<String> {
    match word {
        "gscalar" => vec![["int", "uint", "float"][["i", "u", ""].iter().position(|other| *other == letter).unwrap()].to_owned()],
        _ if word.ends_with("IMAGE") || matches!(word, "IMAGEI" | "IMAGEF") => {
            [format!("{letter}{}", image.0)].into_iter().chain(image.1.iter().map(|word| (*word).to_owned())).collect()
        }
        _ if !letters(word).is_empty() => vec![format!("{letter}{}", &word[1..])],
        _ => vec![word.to_owned()],
    }
}

/// Returns the prototypes that a prototype with placeholders stands for.
fn concrete(name: &str, result: &str, parameters: &[(&str, &str)]) -> Vec<String> {
    let words = || parameters.iter().map(|(_, word)| *word).chain([result]);
    let text = |result: &str, parameters: Vec<String>| format!("{result} {name}({})", parameters.join(", "));
    let qualified = |qualifier: &str, word: String| if qualifier.is_empty() { word } else { format!("{qualifier} {word}") };
    // With two placeholders, use the number of types of the smaller one: `gvec4` goes with `IMAGE`.
    if let Some(letters) = words().map(letters).filter(|letters| !letters.is_empty()).min_by_key(|letters| letters.len()) {
        let images = if words().any(|word| word.contains("IMAGE")) { &IMAGES[..] } else { &IMAGES[..1] };
        let choices = letters.iter().flat_map(|letter| images.iter().map(move |image| (*letter, *image)));
        let one = |(letter, image)| {
            let all = parameters.iter().flat_map(|(qualifier, word)| {
                let words = chosen(word, letter, image).into_iter();
                words.map(|word| qualified(qualifier, word)).collect::<Vec<_>>()
            });
            text(&chosen(result, letter, image)[0], all.collect())
        };
        return choices.map(one).collect();
    }
    let variants = words().filter_map(numbers).map(|all| all.len()).min().unwrap_or(1);
    let variant = |word: &str, at: usize| numbers(word).map_or(word.to_owned(), |all| all[at].clone());
    let one = |at| text(&variant(result, at), parameters.iter().map(|(qualifier, word)| qualified(qualifier, variant(word, at))).collect());
    (0..variants).map(one).collect()
}

/// Returns true if a language can declare the prototype's parameter types, because tables of sampler types have no conditions.
fn declarable(language: Language, prototype: &str) -> bool {
    let foreign = ["sampler1D", "image1D", "2DRect", "image2DMS", "double", "dvec", "dmat"];
    language == Language::Desktop || !foreign.iter().any(|word| prototype.contains(word))
}

/// Returns every prototype of the tables' lines, without placeholders.
fn prototypes(tables: &[&'static str], language: Language) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for Line { result, name, lists, .. } in tables.iter().copied().flat_map(lines).filter(|line| line.exists(language)) {
        for list in lists {
            let parameter = |word: &&'static str| {
                let word = word.trim_matches(['[', ']']).trim_start_matches("const ");
                word.rsplit_once(' ').unwrap_or(("", word))
            };
            let parameters: Vec<(&str, &str)> = list.iter().map(parameter).collect();
            let optional = list.last().is_some_and(|word| word.starts_with('['));
            all.extend(concrete(name, result, &parameters));
            if optional {
                all.extend(concrete(name, result, &parameters[..parameters.len() - 1]));
            }
        }
    }
    all.retain(|prototype| declarable(language, prototype));
    all
}

#[test]
fn the_pipelines_prototypes_are_the_specifications() {
    for (language, least) in [(Language::Desktop, 1600), (Language::Embedded, 900)] {
        let ours = prototypes(&[PROTOTYPES, TEXTURE_PROTOTYPES], language);
        let specified = prototypes(&[SPECIFICATION], language);
        assert!(specified.len() > least, "{} prototypes", specified.len());
        let listed = |of: fn(&Differences) -> &'static [&'static str]| -> BTreeSet<String> {
            let parts = DIFFERENCES.iter().filter(|difference| difference.0 == language);
            parts.flat_map(|difference| of(difference).iter().map(|text| (*text).to_owned())).collect()
        };
        let more: BTreeSet<String> = ours.difference(&specified).cloned().collect();
        let fewer: BTreeSet<String> = specified.difference(&ours).cloned().collect();
        assert_eq!(more, listed(|difference| difference.2), "{language:?}: what the specification does not have");
        assert_eq!(fewer, listed(|difference| difference.3), "{language:?}: what is missing");
        assert!(DIFFERENCES.iter().all(|difference| !difference.1.is_empty()), "each has its reason");
    }
}
