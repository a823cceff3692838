//! Limits on what local pages load in a browser, and on what browsers leave behind.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::fail::{processes_with, signal, start, until};
use super::{browser, run, show};

/// A server that counts who connects; its port.
fn count() -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("it is bound").port();
    let count = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&count);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            seen.fetch_add(1, Ordering::SeqCst);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        }
    });
    (port, count)
}

/// A page that reaches for what is not its own.
fn greedy(folder: &Path, port: u16) -> String {
    let inside = folder.join("inside");
    std::fs::create_dir(&inside).expect("a folder");
    std::fs::write(folder.join("outside.html"), "<p>OUTSIDE").expect("a file");
    std::fs::write(inside.join("beside.html"), "<p>BESIDE").expect("a file");
    std::os::unix::fs::symlink("../outside.html", inside.join("link.html")).expect("a link");
    let html = format!(
        "<!doctype html><title>still</title><p id=p>x</p><iframe src=file:///etc/passwd></iframe>\
         <iframe src=../outside.html></iframe><iframe src=link.html></iframe><iframe src=beside.html></iframe>\
         <img src=http://127.0.0.1:{port}/i.png><script>\
         document.title = 'ran'; new WebSocket('ws://127.0.0.1:{port}/w'); fetch('http://127.0.0.1:{port}/f').catch(() => 0);\
         </script>"
    );
    let page = inside.join("page.html");
    std::fs::write(&page, html).expect("a file");
    page.to_string_lossy().into_owned()
}

#[test]
fn capture_of_a_file_reads_and_reaches_nothing_outside_of_its_folder() {
    let (port, count) = count();
    let folder = tempfile::tempdir().expect("a folder");
    let page = greedy(folder.path(), port);
    let output = folder.path().join("out.html").to_string_lossy().into_owned();
    let (code, _, err) = run(&["capture", &page, "-o", &output]);
    assert_eq!(code, 0, "{err}");
    let html = std::fs::read_to_string(&output).expect("it was written");
    assert!(html.contains("<title>ran</title>") && html.contains("BESIDE"), "its own scripts and files count: {html}");
    assert!(!html.contains("OUTSIDE") && !html.contains("root:"), "{html}");
    assert_eq!(count.load(Ordering::SeqCst), 0, "nothing gets out");
    let (code, _, err) = run(&["capture", &page, "-o", &output, "--network"]);
    assert_eq!(code, 0, "{err}");
    assert!(count.load(Ordering::SeqCst) > 0, "the network is there if it is asked for");
    let html = std::fs::read_to_string(&output).expect("it was written");
    assert!(!html.contains("OUTSIDE") && !html.contains("root:"), "{html}");
}

#[test]
fn verify_of_a_file_runs_no_script_and_reaches_nothing() {
    let (port, count) = count();
    let folder = tempfile::tempdir().expect("a folder");
    let page = greedy(folder.path(), port);
    let (code, out, err) = run(&["verify", &page, "--json"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(count.load(Ordering::SeqCst), 0, "nothing gets out");
    let answer: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(answer["summary"]["geometry.nonempty"]["mean"], 1.0, "as the engine has it, without scripts: {out}");
    assert!(answer["fonts"]["families"].as_array().is_some_and(|fonts| !fonts.is_empty()), "{out}");
}

#[test]
fn killed_program_leaves_no_browser_and_its_profile_is_swept() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://127.0.0.1:{}/", listener.local_addr().expect("it is bound").port());
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("page.html").to_string_lossy().into_owned();
    let profiles = || {
        let entries = std::fs::read_dir(folder.path()).expect("the folder is there").flatten();
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("stillpage-profile")).collect::<Vec<_>>()
    };
    let mut command = start(&["capture", &url, "-o", &output, "--timeout", "300"], folder.path());
    until(Duration::from_secs(60), "the browser listens", || {
        profiles().iter().any(|profile| profile.path().join("DevToolsActivePort").is_file())
    });
    signal("-9", command.id());
    command.wait().expect("it ends");
    let profile = format!("--user-data-dir={}", folder.path().to_string_lossy());
    until(Duration::from_secs(20), "the browser is gone", || processes_with(&profile).is_empty());
    // The next one cleans up.
    let mut next = start(&["capture", "data:text/html,x", "-o", &output], folder.path());
    assert!(next.wait().expect("it ends").success());
    assert!(profiles().is_empty(), "{:?}", profiles());
}

/// Runs a command against a peer that does what it likes with each connection.
fn against(peer: impl Fn(std::net::TcpStream) + Send + 'static, scheme: &str) -> (i32, String, Duration) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("{scheme}://127.0.0.1:{}/", listener.local_addr().expect("it is bound").port());
    std::thread::spawn(move || listener.incoming().flatten().for_each(peer));
    let begun = Instant::now();
    let (code, _, err) = run(&["live", "tabs", "--cdp", &address, "--timeout", "2", "--json"]);
    (code, err, begun.elapsed())
}

#[test]
fn silent_and_slow_peers_are_timeouts() {
    let held = Mutex::new(Vec::new());
    let silent = move |stream| held.lock().expect("it is free").push(stream);
    let dripping = |mut stream: std::net::TcpStream| {
        while stream.write_all(b"H").is_ok() {
            std::thread::sleep(Duration::from_millis(100));
        }
    };
    for scheme in ["http", "ws"] {
        let (code, err, time) = against(dripping, scheme);
        assert!(code == 2 && time < Duration::from_secs(10), "{scheme}, dripping: {time:?} {err}");
    }
    let (code, err, time) = against(silent, "http");
    assert!(code == 2 && err.contains("\"timeout\"") && time < Duration::from_secs(10), "{time:?} {err}");
}

#[test]
fn floods_end_at_the_timeout() {
    for event in [true, false] {
        let flood = move |stream: std::net::TcpStream| {
            let Ok(mut socket) = tungstenite::accept(stream) else { return };
            let message = match event {
                true => {
                    tungstenite::Message::text(format!("{{\"method\":\"x\",\"params\":\"{}\"}}", "y".repeat(100_000)))
                }
                false => tungstenite::Message::Ping("x".into()),
            };
            while socket.send(message.clone()).is_ok() {}
        };
        let (code, err, time) = against(flood, "ws");
        assert!(code == 2 && err.contains("\"timeout\""), "{err}");
        assert!(time < Duration::from_secs(12), "{time:?}");
    }
}

#[test]
fn error_pages_are_refused_and_the_address_is_kept() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://127.0.0.1:{}/a?b", listener.local_addr().expect("it is bound").port());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut request = [0; 4096];
            let _ = stream.read(&mut request);
            let body = "<!doctype html><p>Gone";
            let _ = write!(
                stream,
                "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            );
        }
    });
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("page.html").to_string_lossy().into_owned();
    let (code, _, err) = run(&["capture", &url, "-o", &output]);
    assert!(code == 2 && err.contains("status 404") && err.contains("--allow-error-status"), "{err}");
    let (code, _, err) = run(&["capture", &url, "-o", &output, "--allow-error-status"]);
    assert_eq!(code, 0, "{err}");
    let html = std::fs::read_to_string(&output).expect("it was written");
    let comment = format!("<!-- saved from url=({:04}){url} -->", url.len());
    assert!(html.contains(&comment), "{html}");
}

#[test]
fn tab_goes_to_addresses_and_back_and_takes_files() {
    let mut browser = browser();
    let (id, address) = {
        let tab = show(&mut browser, "<title>first</title>");
        (tab.id().to_owned(), String::new())
    };
    let address = if address.is_empty() { browser.address().to_string() } else { address };
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("second.html");
    std::fs::write(
        &page,
        "<title>second</title><input type=file id=f multiple><select id=s multiple><option>A<option>B<option>C</select>\
         <iframe srcdoc='<p>in the frame'></iframe>",
    )
    .expect("a file");
    let live = |words: &[&str]| run(&[&["live"][..], words, &["--tab", &id, "--cdp", &address, "--json"]].concat());
    let (code, out, err) = live(&["goto", &page.to_string_lossy()]);
    assert!(code == 0 && out.contains("second.html"), "{out}{err}");
    assert_eq!(live(&["wait", "in the frame", "--timeout", "5"]).0, 0, "text of a frame");
    assert_eq!(live(&["upload", "#f", &page.to_string_lossy()]).0, 0);
    assert_eq!(live(&["select", "#s", "A", "C"]).0, 0);
    let mut tab = browser.tab(&id).expect("it is there");
    let state = tab.evaluate("[f.files[0].name, [...s.selectedOptions].map(o => o.label).join()]").expect("it answers");
    assert_eq!(state, serde_json::json!(["second.html", "A,C"]));
    let (code, out, err) = live(&["back"]);
    assert!(code == 0 && out.contains("data:text/html"), "{out}{err}");
}

#[test]
fn page_that_tries_everything_is_captured_as_itself() {
    let (port, count) = count();
    let peers = std::net::UdpSocket::bind("127.0.0.1:0").expect("a free port");
    peers.set_nonblocking(true).expect("a socket");
    let stun = peers.local_addr().expect("it is bound").port();
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let html = format!(
        "<!doctype html><p>itself</p><script>
         const attempt = (act) => {{ try {{ act(); }} catch {{}} }};
         attempt(() => {{
             const peer = new RTCPeerConnection({{ iceServers: [{{ urls: 'stun:127.0.0.1:{stun}' }}] }});
             peer.createDataChannel('x');
             peer.createOffer().then((offer) => peer.setLocalDescription(offer));
         }});
         attempt(() => alert(1));
         attempt(() => open('file:///etc/passwd'));
         attempt(() => fetch('http://127.0.0.1:{port}/'));
         attempt(() => new WebSocket('ws://127.0.0.1:{port}/'));
         attempt(() => {{ onbeforeunload = (event) => event.preventDefault(); }});
         attempt(() => setTimeout(() => {{ location.href = 'http://127.0.0.1:{port}/'; }}, 20));
         attempt(() => {{ location.href = 'file:///etc/passwd'; }});
         attempt(() => Object.defineProperty(document, 'readyState', {{ get: () => 'loading' }}));
         attempt(() => {{ JSON.stringify = Promise = requestAnimationFrame = null; }});
         </script>"
    );
    std::fs::write(&page, html).expect("a file");
    for name in ["out.html", "out.mhtml", "out.json"] {
        let output = folder.path().join(name).to_string_lossy().into_owned();
        let (code, _, err) = run(&["capture", &page.to_string_lossy(), "-o", &output]);
        assert_eq!(code, 0, "{name}: {err}");
        let (code, text, err) = run(&["text", &output]);
        assert!(code == 0 && text.contains("itself"), "{name}: {text}{err}");
    }
    assert_eq!(count.load(Ordering::SeqCst), 0, "no request gets out");
    assert!(peers.recv(&mut [0; 100]).is_err(), "no packet gets out");
}
