//! PNG files.

use crate::Failure;
use glmeter_report::check::Colours;
use glmeter_report::output;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

/// Opens the file that an option names.
pub(crate) fn create(option: &str, path: &Path) -> Result<File, Failure> {
    output::create(path).map_err(|error| Failure::Failed(format!("{option} {}: {error}", path.display())))
}

/// Removes a file in which there is no picture, but no device.
pub(crate) fn remove(path: &Path, file: &File) {
    if file.metadata().is_ok_and(|about| about.is_file()) {
        let _ = std::fs::remove_file(path);
    }
}

/// Encodes colours.
pub(crate) fn write(file: impl Write, Colours { width, height, bytes }: &Colours) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(BufWriter::new(file), *width, *height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::Adaptive);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(bytes)?;
    writer.finish()
}

/// Reads the colours of a file, of eight bits each; alpha is left out.
pub(crate) fn read(path: &Path) -> Result<Colours, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut decoder = png::Decoder::new(BufReader::new(file));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let size = reader.output_buffer_size().ok_or_else(|| "it is too large".to_owned())?;
    let mut bytes = vec![0; size];
    let about = reader.next_frame(&mut bytes).map_err(|error| error.to_string())?;
    bytes.truncate(about.buffer_size());
    let channels = about.color_type.samples();
    let colours = |pixel: &[u8]| match *pixel {
        [grey] | [grey, _] => [grey; 3],
        [red, green, blue, ..] => [red, green, blue],
        [] => [0; 3],
    };
    let bytes = bytes.chunks_exact(channels).flat_map(colours).collect();
    Ok(Colours { width: about.width, height: about.height, bytes })
}
