//! Translates a parsed program to the representation that the GLSL compiler makes.

mod expressions;
mod operations;
mod variables;

pub use variables::uniform_name;

use super::program::{
    Destination, Fog, Instruction, Lookup, Output, Parameter, Program, Register, Selected, Selection, Source, StateBinding, Target,
    TextureTarget, Written,
};
use base::hir::{
    BinaryOp, Builtin, BuiltinVariable, Expr, ExprKind, Function, Scalar, Shader, Stage, StageLayout, Statement, TextureCall, TextureKind,
    TextureLod, Type, VarId,
};
use expressions::{assign, binary, call, components, constant, construct, float, floats, less, negate, variable};
use variables::Variables;

/// The parameters that the options of fog read.
const FOG: [StateBinding; 3] = [StateBinding::FogColor, StateBinding::FogParameters, StateBinding::ColorRange];

/// Returns the shader of a program, and the parameters that its uniform holds.
pub fn translate(program: &Program) -> (Shader, Vec<Parameter>) {
    let singles = program.instructions.iter().flat_map(Instruction::operands).filter_map(|operand| match operand.register {
        Register::Parameter(parameter) => Some(parameter),
        _ => None,
    });
    let fog = FOG.iter().filter(|_| program.options.fog.is_some()).map(|state| Parameter::State(*state));
    let singles: Vec<Parameter> = singles.chain(fog).collect();
    let outputs = program.instructions.iter().filter_map(Instruction::destination).filter_map(|to| match to.register {
        Written::Output(output) => Some(output),
        Written::Temporary(_) => None,
    });
    let outputs: Vec<Output> = outputs.collect();
    let mut translator = Translator::new(program, Variables::new(program, &singles, &outputs), &outputs);
    if program.options.position_invariant {
        translator.position();
    }
    for instruction in &program.instructions {
        translator.instruction(instruction);
    }
    if let Some(fog) = program.options.fog {
        translator.fog(fog);
    }
    translator.finish(program)
}

/// A shader under construction.
struct Translator {
    variables: Variables,
    temporaries: Vec<VarId>,
    addresses: Vec<VarId>,
    /// The colours before fog, if an option applies it, with their results.
    colors: Vec<(Output, VarId)>,
    /// The significand and the exponent that LOG computes.
    scratch: Option<(VarId, VarId)>,
    body: Vec<Statement>,
}

impl Translator {
    /// Declares the variables of the program.
    fn new(program: &Program, mut variables: Variables, outputs: &[Output]) -> Self {
        let temporaries: Vec<VarId> =
            (0..program.temporaries).map(|number| variables.private(&format!("temporary {number}"), floats(4))).collect();
        let int = Type::Scalar(Scalar::Int);
        let addresses: Vec<VarId> =
            (0..program.addresses).map(|number| variables.private(&format!("address {number}"), int.clone())).collect();
        let mut colors: Vec<(Output, VarId)> = Vec::new();
        if program.options.fog.is_some() {
            for output in outputs.iter().filter(|output| matches!(output, Output::FragmentColor(_))) {
                if colors.iter().all(|color| color.0 != *output) {
                    colors.push((*output, variables.private("color", floats(4))));
                }
            }
        }
        let locals = temporaries.iter().chain(&addresses).copied().chain(colors.iter().map(|color| color.1));
        let body = locals.map(|id| Statement::Declare(id, None)).collect();
        Self { variables, temporaries, addresses, colors, scratch: None, body }
    }

    /// Returns the finished shader.
    fn finish(self, program: &Program) -> (Shader, Vec<Parameter>) {
        let layout = StageLayout {
            origin_upper_left: program.options.upper_left,
            pixel_center_integer: program.options.integer_centers,
            ..StageLayout::default()
        };
        let main = Function { name: "main".into(), result: Type::Void, parameters: Vec::new(), body: Some(self.body.into()) };
        let shader = Shader {
            // The rules of GLSL before 1.30, which demand that what is read is written, are not those of these languages.
            version: 130,
            compatibility: true,
            layout,
            variables: self.variables.list,
            functions: vec![main],
            main: Some(0),
            ..Shader::new(if program.target == Target::Vertex { Stage::Vertex } else { Stage::Fragment })
        };
        (shader, self.variables.parameters)
    }

    fn emit(&mut self, expr: Expr) {
        self.body.push(Statement::Expression(expr));
    }

    /// Computes the position as the fixed function does, and the position that clip planes apply to.
    fn position(&mut self) {
        let matrix = Type::Matrix(Scalar::Float, 4, 4);
        let names = [
            ("gl_Position", BuiltinVariable::Position, "gl_ModelViewProjectionMatrix"),
            ("gl_ClipVertex", BuiltinVariable::ClipVertex, "gl_ModelViewMatrix"),
        ];
        for (name, builtin, by) in names {
            let vertex = self.variables.builtin("gl_Vertex", floats(4), BuiltinVariable::Vertex);
            let by = self.variables.builtin(by, matrix.clone(), BuiltinVariable::State);
            let product = Expr { kind: ExprKind::Binary(BinaryOp::Mul, Box::new(by), Box::new(vertex)), ty: floats(4) };
            let to = self.variables.builtin(name, floats(4), builtin);
            self.emit(assign(to, product));
        }
    }

    /// Returns components of an operand. `lanes` are those of the operand after its swizzle.
    fn load(&mut self, source: &Source, lanes: &[u8]) -> Expr {
        let register = match source.register {
            Register::Temporary(number) => variable(self.temporaries.get(number).copied().unwrap_or(0), floats(4)),
            Register::Input(input) => self.variables.input(input),
            Register::Parameter(parameter) => self.variables.parameter(parameter),
            Register::Relative { array, address, offset } => {
                let address = variable(self.addresses.get(address).copied().unwrap_or(0), Type::Scalar(Scalar::Int));
                self.variables.relative(array, address, offset)
            }
        };
        let chosen: Vec<u8> = lanes.iter().map(|lane| source.swizzle.get(usize::from(*lane)).copied().unwrap_or(0)).collect();
        let value = components(register, &chosen);
        if source.negated { negate(value) } else { value }
    }

    /// Returns one component of an operand.
    fn scalar(&mut self, source: &Source, lane: u8) -> Expr {
        self.load(source, &[lane])
    }

    /// Stores the result of an instruction. `value` returns the components of the result that it is asked for.
    fn store(&mut self, to: &Destination, value: impl FnOnce(&mut Self, &[u8]) -> Expr) {
        let (register, only) = match to.register {
            Written::Temporary(number) => (variable(self.temporaries.get(number).copied().unwrap_or(0), floats(4)), None),
            Written::Output(output) => match self.colors.iter().find(|color| color.0 == output) {
                Some(&(_, id)) => (variable(id, floats(4)), None),
                None => self.variables.output(output),
            },
        };
        let lanes: Vec<u8> = (0..4).filter(|lane| to.mask >> lane & 1 != 0 && only.is_none_or(|only| only == *lane)).collect();
        if lanes.is_empty() {
            return;
        }
        let value = value(self, &lanes);
        let value = if to.saturated { call(Builtin::Clamp, vec![value, float(0.0), float(1.0)]) } else { value };
        let place = if only.is_some() { register } else { components(register, &lanes) };
        self.emit(assign(place, value));
    }

    fn instruction(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Arithmetic { opcode, to, operands } => self.arithmetic(*opcode, to, operands),
            Instruction::Swizzle { to, from, selections } => self.store(to, |this, lanes| this.selected(from, selections, lanes)),
            Instruction::LoadAddress { address, from } => {
                let whole = call(Builtin::Floor, vec![self.scalar(from, 0)]);
                let int = Type::Scalar(Scalar::Int);
                let whole = Expr { kind: ExprKind::Convert(Box::new(whole)), ty: int.clone() };
                let id = self.addresses.get(*address).copied().unwrap_or(0);
                self.emit(assign(variable(id, int), whole));
            }
            Instruction::Sample { lookup, to, coordinates, unit, target } => {
                self.store(to, |this, lanes| components(this.sample(*lookup, coordinates, *unit, *target), lanes));
            }
            Instruction::Kill { from } => {
                let mut lanes: Vec<u8> = Vec::new();
                for lane in 0..4 {
                    if lanes.iter().all(|known| from.swizzle[usize::from(*known)] != from.swizzle[usize::from(lane)]) {
                        lanes.push(lane);
                    }
                }
                let value = self.load(from, &lanes);
                let negative = less(value, constant(0.0, lanes.len()));
                let condition = match lanes.len() {
                    1 => negative,
                    _ => Expr { kind: ExprKind::Builtin(Builtin::Any, vec![negative]), ty: Type::Scalar(Scalar::Bool) },
                };
                self.body.push(Statement::If { condition, then: vec![Statement::Discard], otherwise: Vec::new() });
            }
        }
    }

    /// Returns components of the result of SWZ.
    fn selected(&mut self, from: &Source, selections: &[Selection; 4], lanes: &[u8]) -> Expr {
        let chosen: Vec<Selection> = lanes.iter().filter_map(|lane| selections.get(usize::from(*lane)).copied()).collect();
        let plain: Option<Vec<u8>> = chosen
            .iter()
            .map(|selection| match selection.value {
                Selected::Component(component) if selection.negated == chosen[0].negated => Some(component),
                _ => None,
            })
            .collect();
        if let Some(components) = plain {
            let value = self.load(from, &components);
            return if chosen[0].negated { negate(value) } else { value };
        }
        let parts = chosen.iter().map(|selection| {
            let value = match selection.value {
                Selected::Zero => float(0.0),
                Selected::One => float(1.0),
                Selected::Component(component) => self.scalar(from, component),
            };
            if selection.negated { negate(value) } else { value }
        });
        construct(parts.collect(), lanes.len())
    }

    /// Returns the four components that a texture instruction reads.
    fn sample(&mut self, lookup: Lookup, coordinates: &Source, unit: u8, target: TextureTarget) -> Expr {
        let sampler = self.variables.sampler(unit, target);
        let projected = lookup == Lookup::Projected && target.kind != TextureKind::Cube;
        let used: &[u8] = match (target.kind, target.shadow) {
            _ if projected => &[0, 1, 2, 3],
            (TextureKind::D1, false) => &[0],
            (TextureKind::D2 | TextureKind::Rect, false) => &[0, 1],
            _ => &[0, 1, 2],
        };
        let mut place = self.load(coordinates, used);
        if lookup == Lookup::Projected && !projected {
            place = binary(BinaryOp::Div, place, self.scalar(coordinates, 3));
        }
        let mut arguments = vec![sampler, place];
        // Rectangle textures have one level.
        let lod = match lookup {
            _ if target.kind == TextureKind::Rect => TextureLod::None,
            Lookup::Biased => {
                arguments.push(self.scalar(coordinates, 3));
                TextureLod::Bias
            }
            _ => TextureLod::Implicit,
        };
        let call = TextureCall {
            lod,
            project: projected,
            offset: false,
            fetch: false,
            gather: false,
            separate_reference: false,
            component: false,
            single: false,
        };
        Expr { kind: ExprKind::Builtin(Builtin::Texture(call), arguments), ty: floats(4) }
    }

    /// Applies fog to the colours: "the program will apply fog to the program's final clamped color using a fog mode of EXP, EXP2, or LINEAR".
    /// [ARB_fragment_program, 3.11.4.5.1]
    fn fog(&mut self, fog: Fog) {
        let parameter =
            |this: &Self, state: StateBinding, component| this.variables.parameter_component(Parameter::State(state), component);
        let coordinate = self.variables.builtin("gl_FogFragCoord", floats(1), BuiltinVariable::FogFragCoord);
        let factor = match fog {
            Fog::Linear => {
                let [end, scale] = [2, 3].map(|component| parameter(self, StateBinding::FogParameters, component));
                binary(BinaryOp::Mul, binary(BinaryOp::Sub, end, coordinate), scale)
            }
            Fog::Exponential | Fog::ExponentialSquared => {
                let product = binary(BinaryOp::Mul, parameter(self, StateBinding::FogParameters, 0), coordinate);
                let exponent = if fog == Fog::Exponential { product } else { binary(BinaryOp::Mul, product.clone(), product) };
                call(Builtin::Exp, vec![negate(exponent)])
            }
        };
        let factor = call(Builtin::Clamp, vec![factor, float(0.0), float(1.0)]);
        let [least, most] = [0, 1].map(|component| parameter(self, StateBinding::ColorRange, component));
        let clamped = |value: Expr| call(Builtin::Clamp, vec![value, least.clone(), most.clone()]);
        let fog_color = clamped(components(self.variables.parameter(Parameter::State(StateBinding::FogColor)), &[0, 1, 2]));
        for (output, id) in self.colors.clone() {
            let color = clamped(components(variable(id, floats(4)), &[0, 1, 2]));
            let mixed = call(Builtin::Mix, vec![fog_color.clone(), color, factor.clone()]);
            let alpha = components(variable(id, floats(4)), &[3]);
            let (to, _) = self.variables.output(output);
            self.emit(assign(to, construct(vec![mixed, alpha], 4)));
        }
    }
}
