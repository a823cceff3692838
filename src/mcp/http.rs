//! The server over HTTP, in MCP's streamable form: each session of a client has tabs of its own.
//!
//! *Invariants*: other machines reach it only if names for it are allowed; a request with another name in `Host`, or from a page
//! of another site, is refused with 403, so that no page in a browser on this machine gets at it by DNS rebinding.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio::sync::{Notify, Semaphore};

use super::server::{Handler, Session, Worker, internal};
use super::{Endpoint, Options};
use crate::error::Error;
use crate::safe_text::{PageText, safe};

/// Limit: sessions at once; each has pages in memory.
const MAX_SESSIONS: usize = 32;
/// Limit: connections at once.
const MAX_CONNECTIONS: usize = 256;
/// Limit: how long a request may take to arrive.
const MAX_HEADER_TIME: Duration = Duration::from_secs(10);
/// Limit: how long a session stays that is not used.
const MAX_IDLE: Duration = Duration::from_secs(30 * 60);

/// The names of this machine for itself.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// Serves until the process is interrupted or terminated.
pub(super) fn serve(options: &Options, endpoint: &Endpoint, listening: &dyn Fn(SocketAddr)) -> Result<(), Error> {
    let addresses = addresses(endpoint)?;
    // What is wrong with the options is said at once, and not to the first client.
    drop(Worker::start(options)?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| internal("no runtime for the protocol", &error))?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(&*addresses).await.map_err(|error| taken(endpoint, &error))?;
        let bound = listener.local_addr().map_err(|error| taken(endpoint, &error))?;
        let config = config(endpoint);
        let ended = config.cancellation_token.clone();
        let service = StreamableHttpService::new(factory(options.clone()), Arc::new(sessions()), config);
        listening(bound);
        let accepting = tokio::spawn(accept(listener, TowerToHyperService::new(service)));
        end_of_process().await;
        accepting.abort();
        ended.cancel();
        Ok(())
    });
    runtime.shutdown_background();
    served
}

/// The addresses to listen at.
fn addresses(endpoint: &Endpoint) -> Result<Vec<SocketAddr>, Error> {
    let Endpoint { host, port, allowed_hosts } = endpoint;
    let found = (host.trim_matches(['[', ']']), *port).to_socket_addrs().map_err(|error| taken(endpoint, &error))?;
    let mut found: Vec<SocketAddr> = found.collect();
    // A name for this machine often means both kinds of addresses; clients try the older one.
    found.sort_by_key(SocketAddr::is_ipv6);
    if allowed_hosts.is_none() && found.iter().any(|address| !address.ip().is_loopback()) {
        return Err(Error::arguments(
            safe!("other machines reach {}", PageText::of(host)),
            "name the hosts that clients call it by with --allowed-hosts, or leave out --host",
        ));
    }
    Ok(found)
}

fn taken(endpoint: &Endpoint, error: &io::Error) -> Error {
    let (place, reason) = (format!("{}:{}", endpoint.host, endpoint.port), error.to_string());
    Error::arguments(
        safe!("no server at {}: {}", PageText::of(&place), PageText::of(&reason)),
        "use another --port, or 0 for one that is free",
    )
}

/// The names that let a request in: clients by a name that is allowed, and pages of those names.
fn config(endpoint: &Endpoint) -> StreamableHttpServerConfig {
    let allowed = endpoint.allowed_hosts.clone().unwrap_or_default();
    let names = LOOPBACK.iter().map(|&name| name.to_owned()).chain(std::iter::once(endpoint.host.clone()));
    let names: Vec<String> = names.chain(allowed.iter().cloned()).filter(|name| name != "*").collect();
    let origins = names.iter().flat_map(|name| {
        let bare = name.trim_matches(['[', ']']);
        let host = if bare.matches(':').count() > 1 { format!("[{bare}]") } else { name.clone() };
        let port = if bare.matches(':').count() == 1 { "" } else { ":*" };
        ["http", "https"].map(|scheme| format!("{scheme}://{host}{port}"))
    });
    let config = StreamableHttpServerConfig::default().with_allowed_origins(origins).enforce_origin_validation();
    if allowed.iter().any(|name| name == "*") {
        config.disable_allowed_hosts()
    } else {
        config.with_allowed_hosts(names)
    }
}

fn sessions() -> LocalSessionManager {
    let mut manager = LocalSessionManager::default();
    manager.session_config.keep_alive = Some(MAX_IDLE);
    manager
}

/// Makes the pages of a session.
fn factory(options: Options) -> impl Fn() -> Result<Handler, io::Error> + Send + Sync + 'static {
    let open: Arc<AtomicUsize> = Arc::default();
    move || {
        let session =
            Session::new(&open, MAX_SESSIONS).ok_or_else(|| io::Error::other("too many sessions are open"))?;
        let worker = Worker::start(&options).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Handler::new(&options, worker.jobs, worker.page_tools, Arc::default()).of_session(session))
    }
}

async fn accept(
    listener: TcpListener,
    service: TowerToHyperService<StreamableHttpService<Handler, LocalSessionManager>>,
) {
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // As when there are too many open files: the next try may do.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let service = service.clone();
        tokio::spawn(async move {
            let mut connection = http1::Builder::new();
            connection.timer(TokioTimer::new()).header_read_timeout(MAX_HEADER_TIME);
            // A client may go away at any time.
            let _ = connection.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}

/// Waits until the process is interrupted, or terminated.
async fn end_of_process() {
    let end = Arc::new(Notify::new());
    let interrupted = Arc::clone(&end);
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            interrupted.notify_one();
        }
    });
    #[cfg(unix)]
    if let Ok(mut terminated) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        let terminating = Arc::clone(&end);
        tokio::spawn(async move {
            terminated.recv().await;
            terminating.notify_one();
        });
    }
    end.notified().await;
}
