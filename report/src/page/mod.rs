//! A page with the numbers of a run and charts of them: one file, which loads nothing.

use crate::Output;
use crate::output::create;
use crate::run::{Image, Run};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use glmeter_recording::{Frame, Recording};
use serde::Serialize;
use std::fs::File;
use std::io::{Result, Write};
use std::path::Path;
use std::time::Duration;

/// The page without its style, its scripts and its data.
const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = concat!(include_str!("parts.js"), "\n", include_str!("chart.js"), "\n", include_str!("report.js"));

/// A page that is written at the end.
pub struct Page<W: Write> {
    file: W,
}

impl Page<File> {
    /// Creates the file of a page.
    pub fn create(path: &Path) -> Result<Self> {
        Ok(Self::new(create(path)?))
    }
}

impl<W: Write> Page<W> {
    /// Makes a page of a file.
    pub fn new(file: W) -> Self {
        Self { file }
    }
}

impl<W: Write + Send> Output for Page<W> {
    fn frame(&mut self, _recording: &Recording, _frame: &Frame) -> Result<()> {
        Ok(())
    }

    fn period(&self) -> Option<Duration> {
        None
    }

    fn finish(&mut self, run: &Run) -> Result<()> {
        let page = PAGE.replace("@STYLE@", STYLE.trim_end()).replace("@SCRIPT@", SCRIPT.trim_end());
        let (before, after) = page.split_once("@DATA@").unwrap_or((&page, ""));
        for part in [before, &data(run)?, after] {
            self.file.write_all(part.as_bytes())?;
        }
        self.file.flush()
    }
}

/// The data of a page: those of the JSON file, and the pictures.
#[derive(Serialize)]
struct Data<'run> {
    #[serde(flatten)]
    run: &'run Run,
    images: Vec<Shown>,
}

/// A picture of a page.
#[derive(Serialize)]
struct Shown {
    title: &'static str,
    /// The address by which the page shows it, which contains the file.
    source: String,
}

impl From<&Image> for Shown {
    fn from(Image { title, png }: &Image) -> Self {
        Self { title, source: format!("data:image/png;base64,{}", BASE64_STANDARD.encode(png)) }
    }
}

/// Returns a run as JSON that cannot end the element `script`, whatever the names in it are.
fn data(run: &Run) -> Result<String> {
    let data = Data { run, images: run.images.iter().map(Shown::from).collect() };
    Ok(serde_json::to_string(&data)?.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Context, Scope};

    fn page(run: &Run) -> String {
        let mut page = Page::new(Vec::new());
        page.finish(run).unwrap();
        String::from_utf8(page.file).unwrap()
    }

    #[test]
    fn no_name_ends_the_script() {
        let evil = "</script><script>alert(1)</script><!--<script>@STYLE@ & é";
        let program = Scope { path: evil.to_owned(), ..Scope::default() };
        let context = Context { programs: vec![program], ..Context::default() };
        let run = Run { command: vec![evil.to_owned()], contexts: vec![context], ..Run::default() };
        let (page, empty) = (page(&run), page(&Run::default()));
        for end in ["</script", "<script", "<!--"] {
            assert_eq!(page.matches(end).count(), empty.matches(end).count(), "{end}");
        }
        let data = page.split_once(r#"id="data">"#).and_then(|(_, rest)| rest.split_once("</script>")).map(|(data, _)| data).unwrap();
        assert_eq!(serde_json::from_str::<Run>(data).unwrap(), run);
    }

    #[test]
    fn pictures_are_in_the_page() {
        let run = Run { images: vec![Image { title: "Picture", png: b"\x89PNG".to_vec() }], ..Run::default() };
        assert!(page(&run).contains(r#""images":[{"title":"Picture","source":"data:image/png;base64,iVBORw=="}]"#));
    }

    #[test]
    fn a_page_loads_nothing() {
        let page = page(&Run::default());
        for loads in ["http://", "https://", "src=", "@import", "url(", "fetch(", "XMLHttpRequest"] {
            let count = page.matches(loads).count();
            // The name space of SVG, and clips inside of the page.
            let allowed = usize::from(loads == "http://" && page.contains("http://www.w3.org/2000/svg"))
                + page.matches("url(#").count() * usize::from(loads == "url(");
            assert_eq!(count, allowed, "{loads}");
        }
        assert!(!page.contains("@DATA@") && !page.contains("@STYLE@") && !page.contains("@SCRIPT@"));
    }
}
