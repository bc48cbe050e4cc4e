//! What the command asks of the library.

/// When the library measures the GPU times of passes, groups and programs, and counts the statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// In so many frames that it costs less than a quarter of a percent of their time.
    #[default]
    Sampled,
    /// In every frame.
    EveryFrame,
    /// In no frame.
    Off,
}

/// What the command asks of the library. It does not change while the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// When passes, groups, programs and statistics are measured.
    pub detail: Detail,
    /// Each draw gets a span with its time and counts.
    pub per_draw: bool,
    /// Detailed frames leave spans, for a trace.
    pub spans: bool,
    /// Frames are counted and nothing is measured.
    pub frames_only: bool,
    /// The GPU time of every frame is measured, also where that costs more than a quarter of a percent of the frames' time.
    pub time_every_frame: bool,
    /// The number of the first frame that is recorded, in each context.
    pub first_frame: u64,
    /// The number of the frame before which recording ends.
    pub last_frame: u64,
    /// The number of the frame of whose picture the hash is wanted.
    pub picture_frame: Option<u64>,
    /// The number of the command's descriptor of the [`PictureMemory`](crate::PictureMemory) that gets this picture.
    pub picture_descriptor: Option<u32>,
    /// The number of each context's first frames that its scopes leave out once it has more.
    pub warmup: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            detail: Detail::default(),
            per_draw: false,
            spans: false,
            frames_only: false,
            time_every_frame: false,
            first_frame: 0,
            last_frame: u64::MAX,
            picture_frame: None,
            picture_descriptor: None,
            warmup: 0,
        }
    }
}

impl Options {
    /// The words of options.
    pub(crate) const WORDS: usize = 10;

    /// Returns the words.
    pub(crate) fn words(self) -> [u64; Self::WORDS] {
        let detail = match self.detail {
            Detail::Sampled => 0,
            Detail::EveryFrame => 1,
            Detail::Off => 2,
        };
        let picture_frame = self.picture_frame.map_or(0, |frame| frame.saturating_add(1));
        let picture_descriptor = self.picture_descriptor.map_or(0, |number| u64::from(number) + 1);
        let switches = [self.per_draw, self.spans, self.frames_only, self.time_every_frame].map(u64::from);
        let [per_draw, spans, frames_only, time_every_frame] = switches;
        [
            detail,
            per_draw,
            spans,
            frames_only,
            time_every_frame,
            self.first_frame,
            self.last_frame,
            picture_frame,
            picture_descriptor,
            self.warmup,
        ]
    }

    /// Returns the options of the words.
    pub(crate) fn of_words(words: [u64; Self::WORDS]) -> Self {
        let [detail, per_draw, spans, frames_only, time_every_frame, first_frame, last_frame, picture_frame, picture_descriptor, warmup] =
            words;
        let detail = match detail {
            1 => Detail::EveryFrame,
            2 => Detail::Off,
            _ => Detail::Sampled,
        };
        Self {
            detail,
            per_draw: per_draw != 0,
            spans: spans != 0,
            frames_only: frames_only != 0,
            time_every_frame: time_every_frame != 0,
            first_frame,
            last_frame,
            picture_frame: picture_frame.checked_sub(1),
            picture_descriptor: picture_descriptor.checked_sub(1).and_then(|number| number.try_into().ok()),
            warmup,
        }
    }

    /// Returns true if the GPU time of every frame is measured.
    pub fn times_every_frame(&self) -> bool {
        self.time_every_frame || self.per_draw || self.detail == Detail::EveryFrame
    }

    /// Returns true if the frame of a number is recorded.
    pub fn records(&self, frame: u64) -> bool {
        (self.first_frame..self.last_frame).contains(&frame)
    }
}
