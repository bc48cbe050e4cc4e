//! A picture that the picture of a frame must be like.

use super::Verdict;
use crate::run::Difference;
use glmeter_recording::Picture;

/// The colours of pixels: red, green and blue, the upper row first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Colours {
    /// The width, pixels.
    pub width: u32,
    /// The height, pixels.
    pub height: u32,
    /// Three bytes a pixel, without gaps.
    pub bytes: Vec<u8>,
}

impl From<&Picture> for Colours {
    /// Leaves out the alpha: what that of a window means is not known.
    fn from(picture: &Picture) -> Self {
        let row = (picture.width as usize * 4).max(1);
        let colours = picture.pixels.chunks_exact(row).rev().flat_map(|row| row.as_chunks::<4>().0);
        let bytes = colours.flat_map(|&[red, green, blue, _]| [red, green, blue]).collect();
        Self { width: picture.width, height: picture.height, bytes }
    }
}

impl Colours {
    fn has_size_of(&self, other: &Self) -> bool {
        (self.width, self.height) == (other.width, other.height)
    }
}

/// A picture that the one of a run must be like.
#[derive(Clone, Debug, Default)]
pub struct Reference {
    /// Its colours.
    pub colours: Colours,
    /// The percentage of pixels that may differ.
    pub tolerance: f64,
}

impl Reference {
    /// Returns whether a picture is like the reference.
    pub(super) fn check(&self, picture: Option<&Colours>) -> Verdict {
        let name = "reference".to_owned();
        let Some(picture) = picture else { return Verdict::broken(name, "no picture: the program did not reach this frame".to_owned()) };
        let Some(Difference { pixels, most }) = self.difference(picture) else {
            let Colours { width, height, .. } = self.colours;
            let text = format!("the picture has {} x {} pixels; the reference has {width} x {height}", picture.width, picture.height);
            return Verdict::broken(name, text);
        };
        let all = (picture.bytes.len() / 3).max(1);
        let text = match pixels {
            0 => "no pixel differs".to_owned(),
            _ => format!("{pixels} of {all} pixels differ, by at most {most} of 255"),
        };
        if pixels as f64 <= all as f64 * self.tolerance / 100.0 {
            return Verdict::kept(name, text);
        }
        let may = if self.tolerance > 0.0 { format!("{} % may", self.tolerance) } else { "none may".to_owned() };
        Verdict::broken(name, format!("{text}; {may}"))
    }

    /// Returns what differs in a picture. Returns `None` if it has another size.
    pub fn difference(&self, picture: &Colours) -> Option<Difference> {
        if !self.colours.has_size_of(picture) {
            return None;
        }
        let pairs = picture.bytes.as_chunks::<3>().0.iter().zip(self.colours.bytes.as_chunks::<3>().0);
        let mut difference = Difference { pixels: 0, most: 0 };
        for (one, other) in pairs.filter(|(one, other)| one != other) {
            difference.pixels += 1;
            let most = one.iter().zip(other).map(|(one, other)| one.abs_diff(*other)).max();
            difference.most = difference.most.max(most.unwrap_or(0));
        }
        Some(difference)
    }

    /// Returns a picture that shows where another one differs: there in red, elsewhere dark. Returns `None` if it has another size.
    pub fn shown(&self, picture: &Colours) -> Option<Colours> {
        let Colours { width, height, bytes } = &self.colours;
        let pair = |(one, other): (&[u8; 3], &[u8; 3])| if one == other { one.map(|colour| colour / 4) } else { [255, 0, 0] };
        let pixels = || picture.bytes.as_chunks().0.iter().zip(bytes.as_chunks().0).flat_map(pair).collect();
        self.colours.has_size_of(picture).then(|| Colours { width: *width, height: *height, bytes: pixels() })
    }
}
