//! Answers HTTP requests on a thread of its own, each connection on another. The collector never waits for it.

use std::fs::Metadata;
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The content type of the text.
const TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// The time in which a client must have sent its request, and then have taken the answer. A slower one is dropped.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest request, bytes.
const LONGEST: usize = 8192;
/// The number of clients that are served at once.
const CLIENTS: usize = 8;

/// The text, and who waits for it.
#[derive(Default)]
struct Page {
    text: Arc<str>,
    /// How often the text was replaced.
    number: u64,
    /// A client waits for a new text.
    is_asked: bool,
    /// No new text will come.
    is_over: bool,
}

/// What the collector and the threads share.
#[derive(Default)]
struct Shared {
    page: Mutex<Page>,
    changed: Condvar,
    clients: AtomicUsize,
}

impl Shared {
    /// Locks the page.
    fn page(&self) -> MutexGuard<'_, Page> {
        self.page.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the collector for a new text and waits for it. Returns the last one if none comes.
    fn text(&self) -> Arc<str> {
        let mut page = self.page();
        page.is_asked = true;
        let number = page.number;
        let waited = self.changed.wait_timeout_while(page, PATIENCE, |page| page.number == number && !page.is_over);
        Arc::clone(&waited.unwrap_or_else(PoisonError::into_inner).0.text)
    }
}

/// A listening socket.
enum Listener {
    Unix(UnixListener),
    Tcp(TcpListener),
}

/// A connection.
trait Stream: Read + Write + Send {
    /// Limits the time of the next read or write.
    fn limit(&self, time: Duration) -> Result<()>;
}

impl Stream for UnixStream {
    fn limit(&self, time: Duration) -> Result<()> {
        self.set_read_timeout(Some(time))?;
        self.set_write_timeout(Some(time))
    }
}

impl Stream for TcpStream {
    fn limit(&self, time: Duration) -> Result<()> {
        self.set_read_timeout(Some(time))?;
        self.set_write_timeout(Some(time))
    }
}

impl Listener {
    /// Waits for a connection.
    fn accept(&self) -> Result<Box<dyn Stream>> {
        Ok(match self {
            Self::Unix(listener) => Box::new(listener.accept()?.0),
            Self::Tcp(listener) => Box::new(listener.accept()?.0),
        })
    }
}

impl AsFd for Listener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Unix(listener) => listener.as_fd(),
            Self::Tcp(listener) => listener.as_fd(),
        }
    }
}

/// A server. Ends its thread and removes its socket when dropped.
pub(super) struct Server {
    shared: Arc<Shared>,
    listener: Arc<Listener>,
    thread: Option<JoinHandle<()>>,
    /// The Unix socket, with what tells it from another of its name.
    socket: Option<(PathBuf, u64, u64)>,
}

impl Server {
    /// Listens on a path, `HOST:PORT` or `:PORT`.
    pub(super) fn start(address: &Path) -> Result<Self> {
        let (listener, socket) = match addresses(address)? {
            Some(addresses) => (Listener::Tcp(TcpListener::bind(addresses.as_slice())?), None),
            None => {
                let listener = bind(address)?;
                let about = address.symlink_metadata()?;
                (Listener::Unix(listener), Some((address.to_owned(), about.dev(), about.ino())))
            }
        };
        let (shared, listener) = (Arc::<Shared>::default(), Arc::new(listener));
        let of_thread = (Arc::clone(&shared), Arc::clone(&listener));
        let thread = without_signals(|| {
            std::thread::Builder::new().name("openmetrics".to_owned()).spawn(move || serve(&of_thread.0, &of_thread.1))
        })?;
        Ok(Self { shared, listener, thread: Some(thread), socket })
    }

    /// Returns true if a client waits for a new text.
    pub(super) fn is_asked(&self) -> bool {
        self.shared.page().is_asked
    }

    /// Gives the waiting clients a new text.
    pub(super) fn answer(&self, text: String) {
        let mut page = self.shared.page();
        page.text = text.into();
        page.number += 1;
        page.is_asked = false;
        drop(page);
        self.shared.changed.notify_all();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some((path, device, number)) = &self.socket
            && path.symlink_metadata().is_ok_and(|about| (about.dev(), about.ino()) == (*device, *number))
        {
            let _ = std::fs::remove_file(path);
        }
        self.shared.page().is_over = true;
        self.shared.changed.notify_all();
        // Wakes the thread in accept.
        // SAFETY: the socket is open.
        unsafe { libc::shutdown(self.listener.as_fd().as_raw_fd(), libc::SHUT_RDWR) };
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Returns the host and the port of `HOST:PORT`; without a host, it is that of this machine alone.
fn host_and_port(address: &str) -> Option<(&str, u16)> {
    let (host, port) = address.rsplit_once(':').filter(|_| !address.contains('/'))?;
    let port = port.parse().ok().filter(|port| *port > 0 && address.is_ascii())?;
    Some((if host.is_empty() { "127.0.0.1" } else { host.trim_start_matches('[').trim_end_matches(']') }, port))
}

/// Returns true for the path of a Unix socket, which has a `/`, for `HOST:PORT` and for `:PORT`.
pub(super) fn is_address(address: &Path) -> bool {
    let text = address.to_string_lossy();
    if text.contains('/') { !text.contains("://") } else { host_and_port(&text).is_some() }
}

/// Returns the addresses of `HOST:PORT`; `None` for a path. Fails for anything else.
fn addresses(address: &Path) -> Result<Option<Vec<SocketAddr>>> {
    if !is_address(address) {
        return Err(Error::new(ErrorKind::InvalidInput, "an address is :PORT, HOST:PORT, or the path of a Unix socket with a /"));
    }
    let text = address.to_str().unwrap_or_default();
    host_and_port(text).map(|host_and_port| Ok(host_and_port.to_socket_addrs()?.collect())).transpose()
}

/// Creates a Unix socket. Replaces one that a killed process left behind.
fn bind(path: &Path) -> Result<UnixListener> {
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let bound = UnixListener::bind(path);
    let is_socket = |about: &Metadata| about.file_type().is_socket();
    match &bound {
        Err(error) if error.kind() == ErrorKind::AddrInUse && path.symlink_metadata().is_ok_and(|about| is_socket(&about)) => {}
        _ => return bound,
    }
    if UnixStream::connect(path).is_err_and(|error| error.kind() == ErrorKind::ConnectionRefused) {
        std::fs::remove_file(path)?;
        return UnixListener::bind(path);
    }
    bound
}

/// Calls a function that creates a thread, which then receives none of the signals that the process awaits.
fn without_signals<T>(create: impl FnOnce() -> T) -> T {
    // SAFETY: a signal set is plain data, valid when zeroed.
    let (mut all, mut before): (libc::sigset_t, libc::sigset_t) = unsafe { (core::mem::zeroed(), core::mem::zeroed()) };
    // SAFETY: both sets are local variables.
    unsafe {
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
    }
    let created = create();
    // SAFETY: the set is that of before.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &before, core::ptr::null_mut()) };
    created
}

/// Accepts connections until the server ends.
fn serve(shared: &Arc<Shared>, listener: &Listener) {
    loop {
        let accepted = listener.accept();
        if shared.page().is_over {
            return;
        }
        let Ok(stream) = accepted else {
            // Out of descriptors, for example.
            std::thread::sleep(Duration::from_millis(100));
            continue;
        };
        if shared.clients.fetch_add(1, Ordering::Relaxed) >= CLIENTS {
            shared.clients.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let of_client = Arc::clone(shared);
        let client = move || {
            // A client that went away or was too slow gets no answer.
            let _ = converse(&of_client, stream);
            of_client.clients.fetch_sub(1, Ordering::Relaxed);
        };
        if std::thread::Builder::new().spawn(client).is_err() {
            shared.clients.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// Reads a request and answers it.
fn converse(shared: &Shared, mut stream: Box<dyn Stream>) -> Result<()> {
    let request = read(stream.as_mut())?;
    let (status, kind, text) = match &request {
        Some((method, _)) if method != "GET" && method != "HEAD" => ("405 Method Not Allowed", "text/plain", "only GET\n".into()),
        Some((_, path)) if path == "/metrics" => ("200 OK", TYPE, shared.text()),
        Some(_) => ("404 Not Found", "text/plain", "the metrics are at /metrics\n".into()),
        None => ("400 Bad Request", "text/plain", "no HTTP request\n".into()),
    };
    let allow = if status.starts_with("405") { "Allow: GET, HEAD\r\n" } else { "" };
    let length = text.len();
    let mut answer = format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{allow}Connection: close\r\n\r\n");
    if request.is_none_or(|(method, _)| method != "HEAD") {
        answer += &text;
    }
    write(stream.as_mut(), answer.as_bytes())
}

/// Returns the time that is left until a moment. Fails if it is over.
fn left(until: Instant) -> Result<Duration> {
    until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()).ok_or_else(|| Error::from(ErrorKind::TimedOut))
}

/// Returns the method and the path of a request; `None` if it is none.
fn read(stream: &mut dyn Stream) -> Result<Option<(String, String)>> {
    let until = Instant::now() + PATIENCE;
    let (mut bytes, mut part) = (Vec::new(), [0; 1024]);
    loop {
        stream.limit(left(until)?)?;
        let count = stream.read(&mut part)?;
        bytes.extend(part.iter().take(count));
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(&bytes) {
            Ok(httparse::Status::Complete(_)) => {
                let path = request.path.and_then(|path| path.split('?').next()).unwrap_or_default();
                return Ok(Some((request.method.unwrap_or_default().to_owned(), path.to_owned())));
            }
            Ok(httparse::Status::Partial) if count > 0 && bytes.len() < LONGEST => {}
            _ => return Ok(None),
        }
    }
}

/// Writes an answer.
fn write(stream: &mut dyn Stream, mut bytes: &[u8]) -> Result<()> {
    let until = Instant::now() + PATIENCE;
    while !bytes.is_empty() {
        stream.limit(left(until)?)?;
        let count = stream.write(bytes)?;
        bytes = bytes.get(count..).filter(|_| count > 0).ok_or_else(|| Error::from(ErrorKind::WriteZero))?;
    }
    stream.flush()
}
