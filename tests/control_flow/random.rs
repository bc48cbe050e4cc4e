//! Draws syntax trees at random: ifs, loops, switches and functions in each other, with declarations and jumps everywhere.

use crate::tree::{Case, Condition, Expr, Function, Statement, Tree};

/// The most statements of a shader.
const STATEMENTS: u32 = 60;
/// The deepest nesting.
const DEPTH: u32 = 5;

/// A generator of numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        value ^ (value >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Returns true in `percent` of 100 cases.
    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A variable in scope.
#[derive(Clone, Copy)]
struct Visible {
    number: usize,
    array: bool,
    /// Loops end because nothing assigns to their counters.
    counter: bool,
}

/// What may jump where.
#[derive(Clone, Copy)]
struct Place {
    depth: u32,
    in_loop: bool,
    in_switch: bool,
    /// `None` in main.
    result: Option<bool>,
}

struct Writer {
    random: Random,
    left: u32,
    variables: usize,
    scope: Vec<Visible>,
    /// For each function so far, whether it changes its argument.
    functions: Vec<bool>,
}

/// Draws the tree of a seed.
pub fn tree(seed: u64) -> Tree {
    let mut writer = Writer { random: Random(seed), left: STATEMENTS, variables: 0, scope: Vec::new(), functions: Vec::new() };
    let count = writer.random.below(3);
    let mut functions = Vec::new();
    for number in 0..=count {
        let main = number == count;
        let changes = writer.random.chance(30);
        writer.scope.clear();
        let parameter = writer.declare(false, false);
        if main {
            writer.scope.clear();
        }
        writer.left = STATEMENTS / if main { 1 } else { 4 };
        let place = Place { depth: 0, in_loop: false, in_switch: false, result: (!main).then_some(!changes) };
        let mut body = Vec::new();
        while writer.left > 0 && body.len() < 8 {
            writer.statement(place, &mut body);
        }
        if !main && !changes {
            body.push(Statement::Return(Some(writer.expr(1))));
        }
        functions.push(Function { parameter, changes, body });
        writer.functions.push(changes);
    }
    Tree { functions, variables: writer.variables }
}

impl Writer {
    fn declare(&mut self, array: bool, counter: bool) -> usize {
        let number = self.variables;
        self.variables += 1;
        self.scope.push(Visible { number, array, counter });
        number
    }

    fn pick(&mut self, accepts: impl Fn(&Visible) -> bool) -> Option<usize> {
        let found: Vec<usize> = self.scope.iter().filter(|it| accepts(it)).map(|it| it.number).collect();
        // The latest variables are those that a case has just declared.
        let recent = &found[found.len().saturating_sub(if self.random.chance(60) { 2 } else { found.len() })..];
        (!recent.is_empty()).then(|| recent[self.random.below(recent.len())])
    }

    /// Draws a list of statements in a scope of its own.
    fn block(&mut self, place: Place) -> Vec<Statement> {
        let visible = self.scope.len();
        let mut body = Vec::new();
        for _ in 0..=self.random.below(3) {
            self.statement(Place { depth: place.depth + 1, ..place }, &mut body);
        }
        self.scope.truncate(visible);
        body
    }

    fn statement(&mut self, place: Place, out: &mut Vec<Statement>) {
        self.left = self.left.saturating_sub(1);
        let simple = place.depth >= DEPTH || self.left == 0;
        let statement = match self.random.below(if simple { 42 } else { 100 }) {
            0..8 => Statement::Mix(self.value()),
            8..16 => {
                let value = self.random.chance(70).then(|| self.value());
                Statement::Declare(self.declare(false, false), value)
            }
            16..18 => Statement::DeclareArray(self.declare(true, false)),
            18..26 => match self.pick(|it| !it.array && !it.counter) {
                Some(variable) => Statement::Assign(variable, self.value()),
                None => Statement::Mix(self.expr(2)),
            },
            26..29 => match self.pick(|it| it.array) {
                Some(array) => Statement::AssignElement(array, self.expr(1), self.expr(1)),
                None => Statement::Mix(self.expr(1)),
            },
            29..31 => {
                let changing: Vec<usize> = (0..self.functions.len()).filter(|&number| self.functions[number]).collect();
                match (self.pick(|it| !it.array && !it.counter), changing.is_empty()) {
                    (Some(variable), false) => Statement::Change(changing[self.random.below(changing.len())], variable),
                    _ => Statement::Mix(self.expr(2)),
                }
            }
            31..42 => self.jump(place),
            42..58 => {
                let test = self.condition(2);
                let then = self.block(place);
                let otherwise = if self.random.chance(40) { self.block(place) } else { Vec::new() };
                Statement::If(test, then, otherwise)
            }
            58..74 => self.repeat(place),
            74..97 => self.switch(place),
            _ => Statement::Block(self.block(place)),
        };
        out.push(statement);
    }

    fn jump(&mut self, place: Place) -> Statement {
        let jump = match self.random.below(8) {
            0..3 if place.in_loop || place.in_switch => Statement::Break,
            3..5 if place.in_loop => Statement::Continue,
            5..7 => Statement::Return(match place.result {
                Some(true) => Some(self.expr(1)),
                _ => None,
            }),
            7 => Statement::Discard,
            _ => return Statement::Mix(self.expr(1)),
        };
        // At the top and in most other places some pixels go on.
        if place.depth > 0 && self.random.chance(35) { jump } else { Statement::If(self.condition(2), vec![jump], Vec::new()) }
    }

    fn repeat(&mut self, place: Place) -> Statement {
        let visible = self.scope.len();
        let kind = self.random.below(3);
        let counter = self.declare(false, true);
        let limit = 1 + self.random.below(4) as u32;
        let also = if self.random.chance(50) { Condition::Constant(true) } else { self.condition(1) };
        let body = self.block(Place { in_loop: true, in_switch: false, ..place });
        self.scope.truncate(visible);
        match kind {
            0 => Statement::For { counter, limit, also, body },
            1 => Statement::While { counter, limit, also, body },
            _ => Statement::DoWhile { counter, limit, also, body },
        }
    }

    fn switch(&mut self, place: Place) -> Statement {
        let selector = match self.random.below(4) {
            0 => Expr::Uniform,
            1 => Expr::Binary("&", Box::new(Expr::Lane), Box::new(Expr::Number(3))),
            2 => Expr::Number(self.random.below(3) as u32),
            _ => Expr::Binary("&", Box::new(self.expr(2)), Box::new(Expr::Number(3))),
        };
        let visible = self.scope.len();
        let mut labels: Vec<Option<u32>> = vec![Some(0), Some(1), Some(2), Some(3), None];
        let mut cases: Vec<Case> = Vec::new();
        for _ in 0..=self.random.below(4) {
            let mut of_case = vec![labels.remove(self.random.below(labels.len()))];
            if labels.len() > 1 && self.random.chance(20) {
                of_case.push(labels.remove(self.random.below(labels.len())));
            }
            let mut body = Vec::new();
            for _ in 0..=self.random.below(3) {
                self.statement(Place { in_switch: true, depth: place.depth + 1, ..place }, &mut body);
            }
            if self.random.chance(40) {
                body.push(Statement::Break);
            }
            cases.push((of_case, body));
            if labels.is_empty() {
                break;
            }
        }
        self.scope.truncate(visible);
        Statement::Switch(selector, cases)
    }

    fn condition(&mut self, depth: u32) -> Condition {
        match self.random.below(10) {
            0 if depth > 0 => Condition::And(Box::new(self.condition(depth - 1)), Box::new(self.condition(depth - 1))),
            1 if depth > 0 => Condition::Or(Box::new(self.condition(depth - 1)), Box::new(self.condition(depth - 1))),
            2 => Condition::Constant(self.random.chance(50)),
            _ => Condition::Of(self.expr(depth)),
        }
    }

    /// Draws the value of a statement. Only here are calls: operands may be evaluated in any order.
    fn value(&mut self) -> Expr {
        let pure: Vec<usize> = (0..self.functions.len()).filter(|&number| !self.functions[number]).collect();
        match pure.is_empty() || self.random.chance(80) {
            true => self.expr(2),
            false => Expr::Call(pure[self.random.below(pure.len())], Box::new(self.expr(1))),
        }
    }

    fn expr(&mut self, depth: u32) -> Expr {
        let boxed = |writer: &mut Self| Box::new(writer.expr(depth.saturating_sub(1)));
        match self.random.below(if depth == 0 { 11 } else { 20 }) {
            0..2 => Expr::Number(self.random.below(5) as u32),
            2..4 => Expr::Lane,
            4 => Expr::Uniform,
            5 => Expr::Hash,
            6..11 => match self.pick(|it| !it.array) {
                Some(variable) => Expr::Variable(variable),
                None => Expr::Lane,
            },
            11..13 => match self.pick(|it| it.array) {
                Some(array) => Expr::Element(array, boxed(self)),
                None => Expr::Hash,
            },
            13 => Expr::Select(boxed(self), boxed(self), boxed(self)),
            _ => {
                let operator = ["+", "-", "*", "^", "&", "<", "==", "!="][self.random.below(8)];
                Expr::Binary(operator, boxed(self), boxed(self))
            }
        }
    }
}
