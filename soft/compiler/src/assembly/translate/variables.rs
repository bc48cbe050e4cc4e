//! The variables of the shader that a program becomes.

use super::expressions::{components, construct, float, floats, integer, variable};
use crate::assembly::program::{Input, Output, Parameter, Program, Target, TextureTarget};
use base::hir::{BuiltinVariable, Expr, ExprKind, Qualifiers, SamplerType, Scalar, Storage, Type, VarId, Variable};
use std::collections::HashMap;
use std::sync::Arc;

/// Returns the name of the uniform with the parameters of a program. No shader of GLSL can declare it.
pub fn uniform_name(target: Target) -> &'static str {
    if target == Target::Vertex { "vertex program parameters" } else { "fragment program parameters" }
}

/// The variables of a shader under construction.
pub struct Variables {
    /// All of them.
    pub list: Vec<Variable>,
    /// The parameters that the uniform holds.
    pub parameters: Vec<Parameter>,
    target: Target,
    /// By name: the variables that the program shares with the pipeline.
    named: HashMap<String, VarId>,
    /// The elements of the uniform that hold single parameters.
    singles: HashMap<Parameter, u32>,
    /// The first element of each array that address registers access.
    arrays: Vec<u32>,
    /// The number of texture coordinates that the arrays of the pipeline have.
    coordinates: u32,
    /// The number of colours that the array of the pipeline has, if the program writes several.
    colors: Option<u32>,
    /// The uniform and its type.
    uniform: (VarId, Type),
}

impl Variables {
    /// Declares the uniform and finds the sizes of arrays. `singles` are the parameters that are read by themselves, `outputs` those that the
    /// instructions write.
    pub fn new(program: &Program, singles: &[Parameter], outputs: &[Output]) -> Self {
        let mut parameters = Vec::new();
        let mut arrays = Vec::with_capacity(program.arrays.len());
        for array in &program.arrays {
            arrays.push(parameters.len() as u32);
            if array.relative {
                parameters.extend_from_slice(&array.elements);
            }
        }
        let mut numbers = HashMap::new();
        for single in singles.iter().filter(|single| !matches!(single, Parameter::Constant(_))) {
            numbers.entry(*single).or_insert_with(|| {
                parameters.push(*single);
                parameters.len() as u32 - 1
            });
        }
        let read = program.inputs.iter().filter_map(|input| match input {
            Input::TextureCoordinates(unit) if program.target == Target::Fragment => Some(*unit),
            _ => None,
        });
        let written = outputs.iter().filter_map(|output| if let Output::TextureCoordinates(unit) = output { Some(*unit) } else { None });
        let coordinates = read.chain(written).max().map_or(1, |last| u32::from(last) + 1);
        let colors = outputs.iter().filter_map(|output| if let Output::FragmentColor(color) = output { Some(*color) } else { None });
        let colors = program.options.draw_buffers.then(|| colors.max().map_or(1, |last| u32::from(last) + 1));
        let ty = Type::Array(Arc::new(floats(4)), parameters.len().max(1) as u32);
        let mut variables = Self {
            list: Vec::new(),
            parameters,
            target: program.target,
            named: HashMap::new(),
            singles: numbers,
            arrays,
            coordinates,
            colors,
            uniform: (0, ty.clone()),
        };
        variables.uniform.0 = variables.add(uniform_name(program.target), ty, Storage::Uniform, Qualifiers::default());
        variables
    }

    fn add(&mut self, name: &str, ty: Type, storage: Storage, qualifiers: Qualifiers) -> VarId {
        self.list.push(Variable { name: name.into(), ty, storage, qualifiers, initialiser: None, used: false });
        self.list.len() - 1
    }

    /// Declares a variable of the shader itself.
    pub fn private(&mut self, name: &str, ty: Type) -> VarId {
        self.add(name, ty, Storage::Private, Qualifiers::default())
    }

    /// Returns a variable that the program shares with the pipeline.
    fn shared(&mut self, name: &str, ty: Type, storage: Storage, qualifiers: Qualifiers) -> Expr {
        let known = self.named.get(name).copied();
        let id = known.unwrap_or_else(|| self.add(name, ty.clone(), storage, qualifiers));
        self.named.insert(name.to_string(), id);
        variable(id, ty)
    }

    /// Returns a built-in variable.
    pub fn builtin(&mut self, name: &str, ty: Type, builtin: BuiltinVariable) -> Expr {
        self.shared(name, ty, Storage::Builtin(builtin), Qualifiers::default())
    }

    /// Returns an element of a built-in array of vectors.
    fn builtin_element(&mut self, name: &str, length: u32, builtin: BuiltinVariable, index: u8) -> Expr {
        let array = self.builtin(name, Type::Array(Arc::new(floats(4)), length), builtin);
        Expr { kind: ExprKind::Index(Box::new(array), Box::new(integer(index.into()))), ty: floats(4) }
    }

    /// Returns the value of an attribute: a vector of four.
    pub fn input(&mut self, input: Input) -> Expr {
        use BuiltinVariable as B;
        if self.target == Target::Fragment {
            return match input {
                Input::Color => self.builtin("gl_Color", floats(4), B::FragmentColor),
                Input::SecondaryColor => self.builtin("gl_SecondaryColor", floats(4), B::FragmentSecondaryColor),
                Input::FogCoordinate => {
                    let fog = self.builtin("gl_FogFragCoord", floats(1), B::FogFragCoord);
                    construct(vec![fog, float(0.0), float(0.0), float(1.0)], 4)
                }
                Input::TextureCoordinates(unit) => self.builtin_element("gl_TexCoord", self.coordinates, B::TexCoord, unit),
                Input::Position | Input::Normal | Input::Generic(_) => self.builtin("gl_FragCoord", floats(4), B::FragCoord),
            };
        }
        match input {
            // "Note that "vertex.attrib[0]" and "vertex.position" are equivalent." [ARB_vertex_program, 2.14.3.1]
            Input::Position | Input::Generic(0) => self.builtin("gl_Vertex", floats(4), B::Vertex),
            Input::Normal => {
                let normal = self.builtin("gl_Normal", floats(3), B::Normal);
                construct(vec![normal, float(1.0)], 4)
            }
            Input::Color => self.builtin("gl_Color", floats(4), B::Color),
            Input::SecondaryColor => self.builtin("gl_SecondaryColor", floats(4), B::SecondaryColor),
            Input::FogCoordinate => {
                let fog = self.builtin("gl_FogCoord", floats(1), B::FogCoord);
                construct(vec![fog, float(0.0), float(0.0), float(1.0)], 4)
            }
            Input::TextureCoordinates(unit) => self.builtin(&format!("gl_MultiTexCoord{unit}"), floats(4), B::MultiTexCoord(unit)),
            Input::Generic(number) => {
                let qualifiers = Qualifiers { location: Some(number.into()), ..Qualifiers::default() };
                self.shared(&format!("vertex.attrib[{number}]"), floats(4), Storage::In, qualifiers)
            }
        }
    }

    /// Returns the variable of a result and, if it is a scalar, the component of the result that it takes.
    pub fn output(&mut self, output: Output) -> (Expr, Option<u8>) {
        use BuiltinVariable as B;
        let vector = |expr| (expr, None);
        match output {
            Output::Position => vector(self.builtin("gl_Position", floats(4), B::Position)),
            Output::Color { back: false, secondary: false } => vector(self.builtin("gl_FrontColor", floats(4), B::FrontColor)),
            Output::Color { back: false, secondary: true } => {
                vector(self.builtin("gl_FrontSecondaryColor", floats(4), B::FrontSecondaryColor))
            }
            Output::Color { back: true, secondary: false } => vector(self.builtin("gl_BackColor", floats(4), B::BackColor)),
            Output::Color { back: true, secondary: true } => {
                vector(self.builtin("gl_BackSecondaryColor", floats(4), B::BackSecondaryColor))
            }
            Output::FogCoordinate => (self.builtin("gl_FogFragCoord", floats(1), B::FogFragCoord), Some(0)),
            Output::PointSize => (self.builtin("gl_PointSize", floats(1), B::PointSize), Some(0)),
            Output::TextureCoordinates(unit) => vector(self.builtin_element("gl_TexCoord", self.coordinates, B::TexCoord, unit)),
            Output::FragmentColor(color) => vector(match self.colors {
                Some(colors) => self.builtin_element("gl_FragData", colors, B::FragData, color),
                None => self.builtin("gl_FragColor", floats(4), B::FragColor),
            }),
            // "… the fragment's depth is replaced by the value of the "z" component of result.depth." [ARB_fragment_program, 3.11.4.4]
            Output::Depth => (self.builtin("gl_FragDepth", floats(1), B::FragDepth), Some(2)),
        }
    }

    /// Returns a parameter: a vector of four.
    pub fn parameter(&self, parameter: Parameter) -> Expr {
        if let Parameter::Constant(words) = parameter {
            return Expr { kind: ExprKind::Constant(words.to_vec()), ty: floats(4) };
        }
        let index = self.singles.get(&parameter).copied().unwrap_or(0);
        self.element(integer(index.cast_signed()))
    }

    /// Returns an element of an array of parameters.
    pub fn relative(&self, array: usize, address: Expr, offset: i32) -> Expr {
        let first = self.arrays.get(array).copied().unwrap_or(0).cast_signed();
        let offset = integer(first + offset);
        let ty = Type::Scalar(Scalar::Int);
        self.element(Expr { kind: ExprKind::Binary(base::hir::BinaryOp::Add, Box::new(address), Box::new(offset)), ty })
    }

    fn element(&self, index: Expr) -> Expr {
        let array = variable(self.uniform.0, self.uniform.1.clone());
        Expr { kind: ExprKind::Index(Box::new(array), Box::new(index)), ty: floats(4) }
    }

    /// Returns the sampler of a texture image unit.
    pub fn sampler(&mut self, unit: u8, target: TextureTarget) -> Expr {
        let sampler = SamplerType { kind: target.kind, result: Scalar::Float, shadow: target.shadow };
        let qualifiers = Qualifiers { binding: Some(unit.into()), ..Qualifiers::default() };
        self.shared(&format!("texture[{unit}]"), Type::Sampler(sampler), Storage::Uniform, qualifiers)
    }

    /// Returns one component of a parameter.
    pub fn parameter_component(&self, parameter: Parameter, component: u8) -> Expr {
        components(self.parameter(parameter), &[component])
    }
}
