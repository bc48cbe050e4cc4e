//! The JSON file: a [`Run`].

use crate::output::{Output, STANDARD_OUTPUT, create};
use crate::run::Run;
use glmeter_recording::{Frame, Recording};
use std::ffi::CString;
use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Result, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The JSON file of a run. It is replaced as a whole, every second and at the end, so that it has the last state if this process is killed, and
/// keeps the state before if the disk is full.
pub struct Json(Place);

/// Where the run is written.
enum Place {
    /// A plain file, and the new file that takes its name.
    Replaced { target: PathBuf, new: PathBuf },
    /// Standard output, or a device: written once, at the end.
    Opened(File),
    /// A named pipe, which is opened and written at the end, because opening it waits for its reader.
    Pipe(PathBuf),
}

impl Json {
    /// Creates the file. Fails if it cannot be written.
    pub fn create(target: &Path) -> Result<Self> {
        if target.as_os_str() == STANDARD_OUTPUT {
            return Ok(Self(Place::Opened(create(target)?)));
        }
        let is_link = target.is_symlink();
        let kind = match target.metadata() {
            Ok(about) => Some(about.file_type()),
            Err(error) if error.kind() == ErrorKind::NotFound && !is_link => None,
            Err(error) => return Err(error),
        };
        let is_open_file = target.starts_with("/proc") || target.starts_with("/dev");
        match kind {
            Some(kind) if kind.is_dir() => Err(ErrorKind::IsADirectory.into()),
            Some(kind) if kind.is_fifo() => may_write(target).map(|()| Self(Place::Pipe(target.to_owned()))),
            // Another open file, by the number of its descriptor, has its own contents before.
            Some(kind) if !kind.is_file() || is_open_file => Ok(Self(Place::Opened(OpenOptions::new().append(true).open(target)?))),
            // The link stays, and its target is replaced.
            Some(_) if is_link => Self::replaced(target.canonicalize()?),
            _ => Self::replaced(target.to_owned()),
        }
    }

    /// Returns the file that is replaced. Fails if no file can be created beside it.
    fn replaced(target: PathBuf) -> Result<Self> {
        let name = target.file_name().ok_or_else(|| Error::new(ErrorKind::InvalidInput, "no file is named"))?;
        let mut new = std::ffi::OsString::from(".");
        new.push(name);
        new.push(format!(".{}", std::process::id()));
        let new = target.with_file_name(new);
        File::create(&new)?;
        std::fs::remove_file(&new)?;
        Ok(Self(Place::Replaced { target, new }))
    }
}

/// Fails if this process may not write to a file.
fn may_write(file: &Path) -> Result<()> {
    let path = CString::new(file.as_os_str().as_bytes())?;
    // SAFETY: the path is a C string.
    if unsafe { libc::access(path.as_ptr(), libc::W_OK) } == 0 { Ok(()) } else { Err(Error::last_os_error()) }
}

/// Replaces a file by a new one with a run.
fn replace(target: &Path, new: &Path, run: &Run) -> Result<()> {
    let replaced = write(&mut File::create(new)?, run).and_then(|()| std::fs::rename(new, target));
    if replaced.is_err() {
        let _ = std::fs::remove_file(new);
    }
    replaced
}

/// Writes a run as one line of JSON.
fn write(file: &mut File, run: &Run) -> Result<()> {
    let mut text = serde_json::to_vec(run)?;
    text.push(b'\n');
    file.write_all(&text)
}

/// Reads the JSON file of a run. The error says what is wrong with it.
pub fn read(file: &Path) -> core::result::Result<Run, String> {
    let wrong = |reason: String| format!("{}: {reason}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let run: Run =
        serde_json::from_str(&text).map_err(|error| wrong(format!("this is not a report of glmeter run --report json: {error}")))?;
    if run.schema != crate::run::SCHEMA {
        return Err(wrong(format!("its layout has version {}; this glmeter reads version {}", run.schema, crate::run::SCHEMA)));
    }
    Ok(run)
}

impl Output for Json {
    fn frame(&mut self, _: &Recording, _: &Frame) -> Result<()> {
        Ok(())
    }

    fn period(&self) -> Option<Duration> {
        matches!(self.0, Place::Replaced { .. }).then_some(Duration::from_secs(1))
    }

    fn tick(&mut self, run: &Run) -> Result<()> {
        match &self.0 {
            Place::Replaced { target, new } => replace(target, new, run),
            Place::Opened(_) | Place::Pipe(_) => Ok(()),
        }
    }

    fn finish(&mut self, run: &Run) -> Result<()> {
        match &mut self.0 {
            Place::Replaced { target, new } => replace(target, new, run),
            Place::Opened(file) => write(file, run),
            Place::Pipe(pipe) => write(&mut OpenOptions::new().write(true).open(pipe)?, run),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Apart, Context, Difference, Distribution, Draw, Error, FramePicture, Overhead, Point, Scope, Sum};
    use serde_json::Value;
    use std::collections::BTreeMap;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("glmeter-json-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn named<T>(value: T) -> BTreeMap<String, T> {
        BTreeMap::from([("name".to_owned(), value)])
    }

    /// Returns a run in which each list has a member.
    fn whole() -> Run {
        let apart = Apart { counts: named(1), statistics: named(1), ..Apart::default() };
        let context = Context {
            sources: named("native".to_owned()),
            warmup: apart.clone(),
            rest: apart,
            wall_time: Distribution { histogram: vec![(1, 2)], ..Distribution::default() },
            bound_frames: named(1),
            counts: named(Sum::default()),
            statistics: named(Sum::default()),
            ratios: named(0.5),
            passes: vec![Scope::default()],
            groups: vec![Scope::default()],
            programs: vec![Scope::default()],
            draws: vec![Draw { number: 1, statistics: named(1), ..Draw::default() }],
            errors: vec![Error::default()],
            series: vec![Point::default()],
            ..Context::default()
        };
        Run {
            schema: crate::run::SCHEMA,
            processes: vec![context.clone()],
            contexts: vec![context],
            sections: vec![Scope::default()],
            picture: Some(FramePicture { difference: Some(Difference::default()), ..FramePicture::default() }),
            overhead: Some(Overhead::default()),
            repeats: vec![named(0.5)],
            ..Run::default()
        }
    }

    /// Checks that the schema describes exactly the members of a value.
    fn check(value: &Value, schema: &Value, root: &Value, path: &str) {
        let schema = match schema.get("$ref").and_then(Value::as_str) {
            Some(reference) => root.pointer(reference.trim_start_matches('#')).unwrap_or_else(|| panic!("{path}: {reference}")),
            None => schema,
        };
        match value {
            Value::Object(members) => match schema.get("properties").and_then(Value::as_object) {
                Some(known) => {
                    assert_eq!(members.keys().collect::<Vec<_>>(), known.keys().collect::<Vec<_>>(), "{path}");
                    members.iter().for_each(|(name, member)| check(member, &known[name], root, &format!("{path}.{name}")));
                }
                None => members.values().for_each(|member| check(member, &schema["additionalProperties"], root, path)),
            },
            Value::Array(items) => items.iter().for_each(|item| check(item, schema.get("items").unwrap_or(schema), root, path)),
            _ => assert!(!schema.is_null(), "{path}"),
        }
    }

    #[test]
    fn the_schema_describes_each_member() {
        let schema: Value = serde_json::from_str(include_str!("../../docs/report-schema.json")).unwrap();
        check(&serde_json::to_value(whole()).unwrap(), &schema, &schema, "run");
        assert_eq!(schema["properties"]["schema"]["const"], crate::run::SCHEMA);
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_and_can_be_read() {
        let folder = folder("replace");
        let file = folder.join("report.json");
        let mut json = Json::create(&file).unwrap();
        assert!(!file.exists(), "it has nothing to say yet");
        json.tick(&Run { ended: "running".to_owned(), ..whole() }).unwrap();
        assert_eq!(read(&file).unwrap().ended, "running");
        json.finish(&whole()).unwrap();
        assert_eq!(read(&file).unwrap(), whole());
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_no_report_is_refused_in_one_line() {
        let folder = folder("refuse");
        let file = folder.join("other.json");
        assert!(read(&file).unwrap_err().contains("No such file"));
        std::fs::write(&file, "{}").unwrap();
        assert!(read(&file).unwrap_err().contains("this is not a report"));
        std::fs::write(&file, serde_json::to_string(&Run { schema: 99, ..whole() }).unwrap()).unwrap();
        assert!(read(&file).unwrap_err().contains("version 99"));
        assert!(Json::create(&folder.join("no/such/folder")).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_or_a_dead_link_is_refused_and_a_link_stays() {
        let folder = folder("kinds");
        let kind = |target: &Path| Json::create(target).err().map(|error| error.kind());
        assert_eq!(kind(&folder), Some(ErrorKind::IsADirectory));
        let (link, file) = (folder.join("link"), folder.join("file"));
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert_eq!(kind(&link), Some(ErrorKind::NotFound));
        std::fs::write(&file, "before").unwrap();
        Json::create(&link).unwrap().finish(&whole()).unwrap();
        assert!(link.is_symlink());
        assert_eq!(read(&file).unwrap(), whole());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_full_disk_is_an_error() {
        let mut json = Json::create(Path::new("/dev/full")).unwrap();
        assert_eq!(json.period(), None);
        assert!(json.finish(&whole()).is_err());
    }
}
