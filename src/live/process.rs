//! A Chromium of our own: launched with a fresh profile, closed and reaped however the program ends.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::endpoint::broken;
use crate::error::{Error, LimitError, Setting};
use crate::geometry::Size;
use crate::safe_text::{PageText, SafeText, safe};

/// The time limit for a browser to listen.
const START: Duration = Duration::from_secs(30);

/// The time limit for a browser to end when it was asked to.
const END: Duration = Duration::from_secs(3);

/// Names that Chromium goes by.
const NAMES: &[&str] =
    &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless_shell", "msedge"];

/// Places outside of `PATH`.
const PLACES: &[&str] = &["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/usr/lib/chromium/chromium"];

/// Options for launching a browser.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Launch {
    /// The program; `None`: the first of the usual names.
    pub program: Option<PathBuf>,
    /// The window; `None`: 1280x720.
    pub window: Option<Size>,
    /// More arguments for the program.
    pub arguments: Vec<String>,
    /// A fontconfig file for the browser; `None`: the fonts of the machine.
    pub fonts: Option<String>,
    /// The reaper that ends the browser if the program is interrupted.
    pub reaper: Reaper,
}

impl Launch {
    /// Launches this program instead of the first of the usual names.
    #[must_use]
    pub fn program(mut self, program: impl Into<PathBuf>) -> Self {
        self.program = Some(program.into());
        self
    }

    /// Opens a window of this size in CSS px.
    #[must_use]
    pub fn window(mut self, size: Size) -> Self {
        self.window = Some(size);
        self
    }

    /// Passes one more argument to the program.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<String>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Runs the browser with this fontconfig file.
    #[must_use]
    pub fn fonts(mut self, file: impl Into<String>) -> Self {
        self.fonts = Some(file.into());
        self
    }

    /// Registers the browser with a reaper, for programs that handle interruptions.
    #[must_use]
    pub fn reaper(mut self, reaper: Reaper) -> Self {
        self.reaper = reaper;
        self
    }
}

/// Ends the browsers that were launched, from wherever an interruption is noticed.
#[derive(Debug, Clone, Default)]
pub struct Reaper {
    state: Arc<Mutex<Launched>>,
}

#[derive(Debug, Default)]
struct Launched {
    running: Vec<Running>,
    reaped: bool,
}

/// A browser that runs, and its profile.
#[derive(Debug)]
struct Running {
    child: Child,
    profile: PathBuf,
    /// Held as long as the profile is in use, see [`sweep`].
    _lock: File,
}

impl Reaper {
    /// Kills what is running and removes its profile. Nothing is launched with this reaper afterwards.
    pub fn reap(&self) {
        let mut launched = self.lock();
        launched.reaped = true;
        launched.running.drain(..).for_each(end);
    }

    /// True once [`Self::reap`] was called; waits for the end of it.
    pub fn has_reaped(&self) -> bool {
        self.lock().reaped
    }

    fn lock(&self) -> MutexGuard<'_, Launched> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn end(mut running: Running) {
    kill(&mut running.child);
    // It was killed: that it cannot be waited for changes nothing.
    let _ = running.child.wait();
    remove(&running.profile);
}

/// The program with a lifeline: a pipe that ends the browser when its other end closes, also when this program is killed.
/// The browser reads commands from file 3 and ends at the end of it; the shell only puts the pipes where it looks for them.
#[cfg(unix)]
fn lifeline(program: &Path) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null", "sh"])
        .arg(program)
        .arg("--remote-debugging-pipe")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    command
}

#[cfg(not(unix))]
fn lifeline(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// Kills a browser with the processes that it started: those would outlive it for a moment and write to the profile.
#[cfg(unix)]
fn kill(child: &mut Child) {
    // Fails where all of them are gone, which is as well.
    let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(child), rustix::process::Signal::KILL);
}

#[cfg(not(unix))]
fn kill(child: &mut Child) {
    let _ = child.kill();
}

/// A group of its own, to be ended as one. It also keeps Ctrl-C away from the browser: the program hears of it and ends it.
#[cfg(unix)]
fn group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn group(_: &mut Command) {}

/// A browser that was launched.
#[derive(Debug)]
pub(super) struct Process {
    reaper: Reaper,
    profile: PathBuf,
}

impl Process {
    /// Starts a browser and waits until it listens; the address it listens at.
    pub(super) fn start(launch: &Launch) -> Result<(Self, url::Url), Error> {
        let program = match &launch.program {
            Some(program) => program.clone(),
            None => find_chromium().ok_or_else(|| {
                broken("no Chromium is installed", "install one (apt-get install chromium), or pass its path", false)
                    .about(Setting::Program)
            })?,
        };
        sweep();
        let (profile, lock) = fresh_folder()?;
        let window = launch.window.unwrap_or(Size::new(1280.0, 720.0));
        let mut command = lifeline(&program);
        if let Some(fonts) = &launch.fonts {
            let file = profile.join("fonts.conf");
            fs::write(&file, fonts).map_err(|error| Error::unwritable(&file, &error))?;
            command.env("FONTCONFIG_FILE", file);
        }
        command
            .arg("--headless=new")
            .arg("--remote-debugging-port=0")
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg(format!("--window-size={},{}", window.width, window.height))
            .args(FLAGS)
            .args(&launch.arguments)
            .arg("about:blank")
            .stderr(Stdio::null());
        if is_root() {
            // Chromium does not start as root inside its sandbox.
            command.arg("--no-sandbox");
        }
        group(&mut command);
        // Held from before the start: a browser that an interruption does not see would outlive the program.
        let mut launched = launch.reaper.lock();
        if launched.reaped {
            remove(&profile);
            return Err(broken("interrupted before Chromium was started", "run the command again", true));
        }
        let child = command.spawn().map_err(|error| {
            remove(&profile);
            let reason = safe!("cannot start {}: {}", SafeText::path(&program), PageText::of(&error.to_string()));
            broken(reason, "pass another one", false).about(Setting::Program)
        })?;
        let process = Self { reaper: launch.reaper.clone(), profile: profile.clone() };
        launched.running.push(Running { child, profile, _lock: lock });
        drop(launched);
        let address = process.address(&program)?;
        Ok((process, address))
    }

    /// Waits for the file to which the browser writes its port.
    fn address(&self, program: &Path) -> Result<url::Url, Error> {
        let deadline = Instant::now() + START;
        let file = self.profile.join("DevToolsActivePort");
        while Instant::now() < deadline {
            if let Ok(text) = fs::read_to_string(&file)
                && let Some((port, path)) = text.trim().split_once('\n')
                && let Ok(url) = url::Url::parse(&format!("ws://127.0.0.1:{port}{path}"))
            {
                return Ok(url);
            }
            if let Some(status) = self.status() {
                // The shell's message for a program that it cannot start.
                if matches!(status.code(), Some(126 | 127)) {
                    return Err(broken(safe!("cannot start {}", SafeText::path(program)), "pass another one", false)
                        .about(Setting::Program));
                }
                return Err(broken(
                    safe!("{} ended at once: {}", SafeText::path(program), PageText::of(&status.to_string())),
                    "start it by hand to see why, or pass another one",
                    false,
                )
                .about(Setting::Program));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Err(Error::Limit(LimitError::Timeout {
            what: safe!("{} does not accept connections", SafeText::path(program)),
            limit: START,
            hint: "try again when the machine is less busy".into(),
            setting: None,
        }))
    }

    /// Returns the exit status of the browser, if it has ended.
    fn status(&self) -> Option<ExitStatus> {
        let mut launched = self.reaper.lock();
        let running = launched.running.iter_mut().find(|running| running.profile == self.profile)?;
        running.child.try_wait().ok().flatten()
    }

    /// Its process id.
    pub(super) fn id(&self) -> Option<u32> {
        let launched = self.reaper.lock();
        launched.running.iter().find(|running| running.profile == self.profile).map(|running| running.child.id())
    }
}

impl Drop for Process {
    /// Waits a moment for a browser that was asked to close, then kills it.
    fn drop(&mut self) {
        let deadline = Instant::now() + END;
        while self.status().is_none() && Instant::now() < deadline && self.id().is_some() {
            std::thread::sleep(Duration::from_millis(10));
        }
        // Held until the profile is gone: an interruption ends the program as soon as it has reaped.
        let mut launched = self.reaper.lock();
        if let Some(at) = launched.running.iter().position(|running| running.profile == self.profile) {
            end(launched.running.swap_remove(at));
        }
    }
}

/// The reference environment, and nothing that talks to the world unasked.
const FLAGS: &[&str] = &[
    "--disable-gpu",
    "--disable-quic",
    // Nothing gets past a proxy.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-client-side-phishing-detection",
    "--disable-domain-reliability",
    "--disable-breakpad",
    "--metrics-recording-only",
    "--password-store=basic",
    "--use-mock-keychain",
    "--mute-audio",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--lang=en-US",
    "--disable-dev-shm-usage",
    // Frames of other sites stay in the page's process, where one recording sees them.
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider",
    "--disable-back-forward-cache",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
];

/// The first Chromium in `PATH` or where installers put it.
pub(crate) fn find_chromium() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let named = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    named.chain(PLACES.iter().map(PathBuf::from)).find(|path| path.is_file())
}

/// The prefix of the folders of profiles.
const PROFILE: &str = "stillpage-profile-";
/// The file in a profile that is locked while it is in use.
const LOCK: &str = "in-use";

/// A new folder for a profile that nobody else can read, and the lock that marks it as in use.
fn fresh_folder() -> Result<(PathBuf, File), Error> {
    let base = std::env::temp_dir();
    for attempt in 0..1000 {
        let folder = base.join(format!("{PROFILE}{}-{attempt}", std::process::id()));
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        match builder.create(&folder) {
            Ok(()) => {
                // Locked before it has its name: a sweep never sees it unlocked.
                let (new, path) = (folder.join("new"), folder.join(LOCK));
                let lock = File::create_new(&new)
                    .and_then(|lock| lock.lock().map(|()| lock))
                    .and_then(|lock| fs::rename(&new, &path).map(|()| lock));
                return lock.map(|lock| (folder, lock)).map_err(|error| Error::unwritable(&path, &error));
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Error::unwritable(folder, &error)),
        }
    }
    Err(broken(
        "no profile folder can be made",
        "remove the folders named stillpage-profile-* from the folder for temporary files",
        false,
    ))
}

/// Removes the profiles of programs that were killed: those whose lock is free. What cannot be looked at or
/// removed belongs to somebody else, or to the next sweep.
fn sweep() {
    let Ok(entries) = fs::read_dir(std::env::temp_dir()) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(PROFILE)) {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let lock = File::open(entry.path().join(LOCK));
        if is_folder && lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Removes a profile. What a process of the browser was doing when it was killed may still be done, so that it cannot be
/// walked or is there again: the folder is checked instead of the result of the removal.
fn remove(profile: &Path) {
    let deadline = Instant::now() + END;
    loop {
        let _ = fs::remove_dir_all(profile);
        if !profile.exists() || Instant::now() > deadline {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}
