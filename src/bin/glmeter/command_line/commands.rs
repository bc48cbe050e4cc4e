//! The commands.

use super::Command;
use Command::{Check, Compare, Demo, Help, Info, Install, Run, Shader, Top, Uninstall};

/// A command: a row of the definition.
pub(crate) struct About {
    /// The command.
    pub(crate) command: Command,
    /// Its name.
    pub(crate) name: &'static str,
    /// What it accepts besides options.
    pub(crate) operands: Operands,
    /// How it is called.
    pub(crate) forms: &'static [Form],
    /// How it ends, if not as the others do.
    pub(crate) status: &'static str,
}

/// What a command accepts besides options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operands {
    /// Nothing.
    None,
    /// The name of a command.
    Command,
    /// A folder.
    Folder,
    /// A file.
    File,
    /// Two files.
    TwoFiles,
    /// The number of a process.
    Process,
    /// A program and its arguments, which may look like options.
    Program,
}

/// A way to call a command.
pub(crate) struct Form {
    /// The command line, without `glmeter`.
    pub(crate) line: &'static str,
    /// What the command then does, in a few words: the description in completions.
    pub(crate) brief: &'static str,
    /// The rest of the description in the help text.
    pub(crate) more: &'static str,
}

/// The commands, in the order of the help text.
pub(crate) static COMMANDS: [About; 10] = [
    About {
        command: Demo,
        name: "demo",
        operands: Operands::None,
        forms: &[Form { line: "[demo [OPTIONS]]", brief: "draw a scene and print the results of each extension", more: "" }],
        status: "",
    },
    About {
        command: Info,
        name: "info",
        operands: Operands::None,
        forms: &[Form {
            line: "info [OPTIONS]",
            brief: "print the extensions and targets of each kind of context",
            more: " and their sources",
        }],
        status: "",
    },
    About {
        command: Run,
        name: "run",
        operands: Operands::Program,
        forms: &[Form {
            line: "run [OPTIONS] [--] PROGRAM [ARG...]",
            brief: "run a program with glmeter",
            more: ", and print its frames, times and counts",
        }],
        status: "glmeter prints its own messages and reports about a program on standard error. run ends as the program ends: with its \
                 exit status, or by the signal that ended it; with 127 if there is no such program, and with 126 if it cannot be run; with 1 if \
                 you ask for --provider software and the software pipeline cannot serve the program.",
    },
    About {
        command: Check,
        name: "check",
        operands: Operands::Program,
        forms: &[Form {
            line: "check BUDGETS [OPTIONS] [--] PROGRAM [ARG...]",
            brief: "run a program with glmeter and check its budgets",
            more: "; end with status 1 if it exceeds one",
        }],
        status: "check ends with 0 if every budget holds, with 1 if one is broken, with 2 if nothing could be checked because of the command \
                 line or a file that it names, with 3 if the machine was too busy to judge a time, and as the program ends if the program \
                 fails.",
    },
    About {
        command: Compare,
        name: "compare",
        operands: Operands::TwoFiles,
        forms: &[Form {
            line: "compare A.json B.json",
            brief: "print how the metrics of two runs differ",
            more: ", and whether by more than noise; write the files with run --report json=FILE",
        }],
        status: "",
    },
    About {
        command: Top,
        name: "top",
        operands: Operands::Process,
        forms: &[Form {
            line: "top [OPTIONS] [PID]",
            brief: "show your programs that are running under glmeter",
            more: ", or only that of PID",
        }],
        status: "",
    },
    About {
        command: Install,
        name: "install",
        operands: Operands::Folder,
        forms: &[
            Form {
                line: "install [FOLDER]",
                brief: "create the links and the JSON files that the loader and libglvnd need",
                more: ", beside the libraries, or in FOLDER with copies of libraries and command",
            },
            Form {
                line: "install --prefix PREFIX [OPTIONS]",
                brief: "install the libraries, command, header, manual and build files below PREFIX",
                more: "",
            },
        ],
        status: "",
    },
    About {
        command: Uninstall,
        name: "uninstall",
        operands: Operands::Folder,
        forms: &[
            Form { line: "uninstall [FOLDER]", brief: "remove what install has created", more: " beside the libraries, or in FOLDER" },
            Form { line: "uninstall --prefix PREFIX [OPTIONS]", brief: "remove the installation below PREFIX", more: "" },
        ],
        status: "",
    },
    About {
        command: Shader,
        name: "shader",
        operands: Operands::File,
        forms: &[Form {
            line: "shader FILE [OPTIONS]",
            brief: "print what the software pipeline's compiler makes of a shader",
            more: ", for its developers; the extension of the file names the stage: vert, tesc, tese, geom, frag or comp",
        }],
        status: "",
    },
    About {
        command: Help,
        name: "help",
        operands: Operands::Command,
        forms: &[
            Form {
                line: "help [COMMAND] | --help | -h",
                brief: "print the help text",
                more: ", or only that of COMMAND, as glmeter COMMAND --help does",
            },
            Form { line: "--version | -V", brief: "print the version", more: "" },
        ],
        status: "",
    },
];
