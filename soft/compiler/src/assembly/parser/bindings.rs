//! Bindings of program parameters: constants, parameters of the program and its environment, the GL's state.

use super::{Parsed, Parser};
use crate::assembly::lexer::Kind;
use crate::assembly::limits;
use crate::assembly::program::{Color, Parameter, StateBinding, Target};

impl Parser<'_> {
    /// Parses a single parameter. A declaration may have a negative scalar constant.
    pub fn single_parameter(&mut self, declared: bool) -> Parsed<Parameter> {
        let mut list = Vec::new();
        match self.ahead.kind {
            Kind::Identifier("state") => self.state_binding(false, &mut list)?,
            Kind::Identifier("program") => self.program_binding(false, &mut list)?,
            _ => list.push(self.constant(declared)?),
        }
        list.first().copied().ok_or_else(|| self.unexpected("a parameter"))
    }

    /// Parses an item of the initialiser of an array, which may bind several parameters.
    pub fn several_parameters(&mut self, list: &mut Vec<Parameter>) -> Parsed<()> {
        match self.ahead.kind {
            Kind::Identifier("state") => self.state_binding(true, list)?,
            Kind::Identifier("program") => self.program_binding(true, list)?,
            _ => list.push(self.constant(true)?),
        }
        Ok(())
    }

    /// Parses a constant scalar or vector.
    fn constant(&mut self, signed: bool) -> Parsed<Parameter> {
        if !self.accept(b'{') {
            let value = self.float(signed)?;
            return Ok(Parameter::Constant([value.to_bits(); 4]));
        }
        // "If fewer than four constants are specified, Y, Z, and W assume the values 0.0, 0.0, and 1.0, if their respective constants are not
        // specified." [ARB_vertex_program, 2.14.3.2]
        let mut vector = [0.0, 0.0, 0.0, 1.0];
        for (index, place) in vector.iter_mut().enumerate() {
            if index > 0 && !self.accept(b',') {
                break;
            }
            *place = self.float(true)?;
        }
        self.expect(b'}')?;
        Ok(Parameter::Constant(vector.map(f32::to_bits)))
    }

    /// Parses a number.
    fn float(&mut self, signed: bool) -> Parsed<f32> {
        let negative = signed && self.accept(b'-');
        if signed && !negative {
            self.accept(b'+');
        }
        let (Kind::Integer(text) | Kind::Float(text)) = self.ahead.kind else { return Err(self.unexpected("a parameter")) };
        let Ok(value) = text.parse::<f32>() else { return Err(self.unexpected("a number")) };
        self.advance();
        Ok(if negative { -value } else { value })
    }

    /// Parses `program.env[…]` and `program.local[…]`.
    fn program_binding(&mut self, several: bool, list: &mut Vec<Parameter>) -> Parsed<()> {
        self.advance();
        let (token, word) = self.member("\"env\" or \"local\"")?;
        let (limit, parameter): (usize, fn(u16) -> Parameter) = match word {
            "env" => (limits::ENVIRONMENT_PARAMETERS, Parameter::Environment),
            "local" => (limits::LOCAL_PARAMETERS, Parameter::Local),
            _ => return Err(Self::wrong(token, "programs have parameters \"env\" and \"local\"")),
        };
        self.expect(b'[')?;
        let (first, last) = self.range(limit as u32, "number of the parameter", several)?;
        self.expect(b']')?;
        list.extend((first..=last).map(|number| parameter(number as u16)));
        Ok(())
    }

    /// Parses `a` or, if several are allowed, `a..b`.
    pub fn range(&mut self, limit: u32, what: &str, several: bool) -> Parsed<(u32, u32)> {
        let first = self.integer(limit, what)?;
        if !several || self.ahead.kind != Kind::Range {
            return Ok((first, first));
        }
        self.advance();
        let token = self.ahead;
        let last = self.integer(limit, what)?;
        // "In either case, a program will fail to load if <a> is greater than <b>." [ARB_vertex_program, 2.14.3.2]
        if first > last { Err(Self::wrong(token, "the end of the range is before its start")) } else { Ok((first, last)) }
    }

    /// Parses `state.…`.
    fn state_binding(&mut self, several: bool, list: &mut Vec<Parameter>) -> Parsed<()> {
        self.advance();
        let (token, word) = self.member("a part of the state")?;
        let vertex = self.program.target == Target::Vertex;
        let state = match word {
            "matrix" => return self.matrix_binding(several, list),
            "material" => self.material()?,
            "light" => self.light()?,
            "lightmodel" => self.light_model()?,
            "lightprod" => {
                let light = self.index(limits::LIGHTS, "number of the light")? as u8;
                let back = self.face();
                StateBinding::LightProduct { light, back, color: self.color(false)? }
            }
            "texgen" if vertex => self.texture_generation()?,
            "texenv" if !vertex => {
                let unit = self.optional_index(limits::COORDINATES, "number of the texture unit")? as u8;
                self.exactly("color")?;
                StateBinding::TextureEnvironment { unit }
            }
            "fog" => match self.member("\"color\" or \"params\"")? {
                (_, "color") => StateBinding::FogColor,
                (_, "params") => StateBinding::FogParameters,
                (token, _) => return Err(Self::wrong(token, "fog has a \"color\" and \"params\"")),
            },
            "clip" if vertex => {
                let plane = self.index(limits::LIGHTS, "number of the clip plane")? as u8;
                self.exactly("plane")?;
                StateBinding::ClipPlane { plane }
            }
            "point" if vertex => match self.member("\"size\" or \"attenuation\"")? {
                (_, "size") => StateBinding::PointSize,
                (_, "attenuation") => StateBinding::PointAttenuation,
                (token, _) => return Err(Self::wrong(token, "points have a \"size\" and an \"attenuation\"")),
            },
            "depth" if !vertex => {
                self.exactly("range")?;
                StateBinding::DepthRange
            }
            _ => return Err(Self::wrong(token, "programs of this target have no such state")),
        };
        list.push(Parameter::State(state));
        Ok(())
    }

    /// Consumes `.word`.
    pub fn exactly(&mut self, word: &str) -> Parsed<()> {
        if self.accept_member(word) { Ok(()) } else { Err(self.unexpected(&format!("\".{word}\""))) }
    }

    /// Consumes `.front` or `.back` if it is next; returns true for the back.
    pub fn face(&mut self) -> bool {
        self.accept_member("back") || {
            self.accept_member("front");
            false
        }
    }

    /// Parses `.ambient`, `.diffuse` or `.specular`, or `.emission` of a material.
    fn color(&mut self, emission: bool) -> Parsed<Color> {
        match self.member("a colour")? {
            (_, "ambient") => Ok(Color::Ambient),
            (_, "diffuse") => Ok(Color::Diffuse),
            (_, "specular") => Ok(Color::Specular),
            (_, "emission") if emission => Ok(Color::Emission),
            (token, _) => Err(Self::wrong(token, "the colour is unknown")),
        }
    }

    /// Parses the rest of `state.material…`.
    fn material(&mut self) -> Parsed<StateBinding> {
        let back = self.face();
        if self.accept_member("shininess") {
            return Ok(StateBinding::Shininess { back });
        }
        Ok(StateBinding::Material { back, color: self.color(true)? })
    }

    /// Parses the rest of `state.light…`.
    fn light(&mut self) -> Parsed<StateBinding> {
        let light = self.index(limits::LIGHTS, "number of the light")? as u8;
        if self.accept_member("position") {
            return Ok(StateBinding::LightPosition { light });
        }
        if self.accept_member("attenuation") {
            return Ok(StateBinding::LightAttenuation { light });
        }
        if self.accept_member("half") {
            return Ok(StateBinding::HalfVector { light });
        }
        if self.accept_member("spot") {
            self.exactly("direction")?;
            return Ok(StateBinding::SpotDirection { light });
        }
        Ok(StateBinding::LightColor { light, color: self.color(false)? })
    }

    /// Parses the rest of `state.lightmodel…`.
    fn light_model(&mut self) -> Parsed<StateBinding> {
        if self.accept_member("ambient") {
            return Ok(StateBinding::ModelAmbient);
        }
        let back = self.face();
        self.exactly("scenecolor")?;
        Ok(StateBinding::SceneColor { back })
    }

    /// Parses the rest of `state.texgen…`.
    fn texture_generation(&mut self) -> Parsed<StateBinding> {
        let unit = self.optional_index(limits::COORDINATES, "number of the texture unit")? as u8;
        let eye = self.accept_member("eye");
        if !eye {
            self.exactly("object")?;
        }
        let (token, word) = self.member("a texture coordinate")?;
        match ["s", "t", "r", "q"].iter().position(|name| *name == word) {
            Some(coordinate) => Ok(StateBinding::TextureGeneration { unit, eye, coordinate: coordinate as u8 }),
            None => Err(Self::wrong(token, "the texture coordinates are s, t, r and q")),
        }
    }
}
