//! The server: JSON-RPC by the official SDK, and one thread that answers the calls in their order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, ServiceExt as _};
use serde_json::{Map, Value};
use tokio::sync::oneshot;

use super::description::{INSTRUCTIONS, ToolDescription};
use super::dispatcher::Dispatcher;
use super::lines::checked;
use super::response::{CALL, CallResult};
use super::{Capabilities, Options};
use crate::error::Error;
use crate::safe_text::{PageText, safe};

/// Limit: the stack of the thread that renders pages; layout takes further stack as deep pages need it.
const STACK_BYTES: usize = 64 << 20;
/// Limit: how long the last answers may take to be read once the client has gone.
const LAST_WORDS: Duration = Duration::from_secs(5);
/// Limit: calls that wait for an answer; more are refused.
const MAX_WAITING: usize = 10_000;

/// One call to be answered.
struct Job {
    name: String,
    arguments: Map<String, Value>,
    is_cancelled: Box<dyn Fn() -> bool + Send>,
    /// Sent when its turn has come.
    begin: oneshot::Sender<()>,
    reply: oneshot::Sender<CallResult>,
}

/// Serves until standard input ends.
pub(super) fn serve(options: &Options) -> Result<(), Error> {
    let desk = Dispatcher::new(options)?;
    let (jobs, inbox) = channel::<Job>();
    let failure: Arc<Mutex<Option<Error>>> = Arc::default();
    let failed = Arc::clone(&failure);
    let internal = |what: &'static str, error: &dyn std::fmt::Display| {
        let reason = error.to_string();
        Error::Internal { reason: safe!("{}: {}", what, PageText::of(&reason)) }
    };
    let worker = std::thread::Builder::new()
        .name("stillpage-mcp".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            if let Err(error) = work(desk, &inbox) {
                *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
        })
        .map_err(|error| internal("no thread to work on", &error))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| internal("no runtime for the protocol", &error))?;
    let served = runtime.block_on(async {
        let waiting: Arc<AtomicUsize> = Arc::default();
        let handler = Handler {
            jobs,
            waiting: Arc::clone(&waiting),
            tools: tools(options.capabilities),
            time_limit: options.time_limit,
        };
        let (streams, written) = checked(waiting, tokio::io::stdin(), tokio::io::stdout());
        let running = handler.serve(streams).await;
        let served = match running {
            Ok(running) => running.waiting().await.map(|_| ()).map_err(|error| internal("the protocol ended", &error)),
            // A client that disconnects before its first message is not a failure.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => {
                let reason = error.to_string();
                Err(Error::arguments(
                    safe!("the client does not speak MCP: {}", PageText::of(&reason)),
                    "start it from an MCP client, as the documentation of `stillpage mcp` shows",
                ))
            }
        };
        // A reader that takes nothing more does not hold up the end.
        let dropped = tokio::time::timeout(LAST_WORDS, written).await;
        match dropped {
            Ok(Ok(dropped)) if dropped > 0 => served.and(Err(unanswered(dropped))),
            _ => served,
        }
    });
    // A thread that still waits for standard input does not hold up the end.
    runtime.shutdown_background();
    if worker.join().is_err() {
        return Err(Error::Internal { reason: "the thread that answers calls panicked".into() });
    }
    let failure = failure.lock().unwrap_or_else(PoisonError::into_inner).take();
    failure.map_or(served, Err)
}

/// Calls whose answers could not be written.
fn unanswered(calls: usize) -> Error {
    let reason = format!("{calls} calls were not answered: the client stopped reading");
    Error::unwritable("standard output", &std::io::Error::new(std::io::ErrorKind::BrokenPipe, reason))
}

/// Answers calls until there are no more. Once the transcript cannot be written, that is the answer to all of them.
fn work(mut desk: Dispatcher, inbox: &Receiver<Job>) -> Result<(), Error> {
    let mut broken: Option<Error> = None;
    // A panic is answered; its message goes to the log.
    while let Ok(job) = inbox.recv() {
        if (job.is_cancelled)() {
            continue;
        }
        let _ = job.begin.send(());
        let answered = match &broken {
            None => desk.answer(&job.name, job.arguments),
            Some(error) => Err(error.clone()),
        };
        let answered = answered.unwrap_or_else(|error| {
            let text = format!("### Error\nError: {error}\nThe server answers no more calls; start it again.");
            broken = Some(error);
            CallResult { text, is_error: true, image: None }
        });
        // Nobody waits for the answer to a call that was cancelled meanwhile.
        let _ = job.reply.send(answered);
    }
    broken.map_or(Ok(()), Err)
}

struct Handler {
    jobs: Sender<Job>,
    waiting: Arc<AtomicUsize>,
    tools: Vec<Tool>,
    time_limit: Option<Duration>,
}

/// Counts a call as long as it waits.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let mut config = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        config.server_info = Implementation::new("stillpage", env!("CARGO_PKG_VERSION"));
        config.instructions = Some(INSTRUCTIONS.to_owned());
        config
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= MAX_WAITING {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            let text = format!("{MAX_WAITING} calls are waiting already; wait for some of them");
            return Ok(CallToolResult::error(vec![ContentBlock::text(text)]).into());
        }
        let waiting = Waiting(Arc::clone(&self.waiting));
        let (begin, begun) = oneshot::channel();
        let (reply, answer) = oneshot::channel();
        let cancelled = context.ct.clone();
        let job = Job {
            name: request.name.into_owned(),
            arguments: request.arguments.unwrap_or_default(),
            is_cancelled: Box::new(move || cancelled.is_cancelled()),
            begin,
            reply,
        };
        let ended = |_| ErrorData::internal_error("the server is ending", None);
        self.jobs.send(job).map_err(|_| ErrorData::internal_error("the server is ending", None))?;
        begun.await.map_err(ended)?;
        let answered = match self.time_limit {
            None => answer.await,
            Some(limit) => match tokio::time::timeout(limit, answer).await {
                Ok(answered) => answered,
                Err(_) => {
                    let text = format!(
                        "### Error\nTimeoutError: {CALL}Timeout {}ms exceeded.\nThe work goes on, and calls after this one wait \
                         for it; what it did shows in the next browser_snapshot. Start the server with a larger --timeout if \
                         the page is that large.",
                        limit.as_millis()
                    );
                    return Ok(CallToolResult::error(vec![ContentBlock::text(text)]).into());
                }
            },
        };
        let answered = answered.map_err(ended)?;
        drop(waiting);
        let mut content = vec![ContentBlock::text(answered.text)];
        if let Some((kind, bytes)) = answered.image {
            content.push(ContentBlock::image(BASE64_STANDARD.encode(bytes), kind));
        }
        let result = if answered.is_error { CallToolResult::error(content) } else { CallToolResult::success(content) };
        Ok(result.into())
    }
}

/// The tools, as the protocol lists them.
fn tools(capabilities: Capabilities) -> Vec<Tool> {
    let described = |described: ToolDescription| {
        let mut tool = Tool::new(described.name, described.description, Arc::new(described.schema));
        let mut annotations = ToolAnnotations::with_title(described.title);
        annotations.read_only_hint = Some(described.read_only);
        annotations.destructive_hint = Some(false);
        annotations.idempotent_hint = Some(described.read_only);
        annotations.open_world_hint = Some(false);
        tool.annotations = Some(annotations);
        tool
    };
    capabilities.tools().into_iter().map(described).collect()
}

#[cfg(test)]
mod tests {
    use super::super::transcript::Transcript;
    use super::*;

    #[test]
    fn full_disk_is_the_answer_to_calls() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.jsonl");
        let options =
            Options { root: Some(folder.path().to_owned()), record: Some(path.clone()), ..Options::default() };
        let mut desk = Dispatcher::new(&options).expect("a server");
        desk.transcript = Some(Transcript::read_only(&path));
        let (jobs, inbox) = channel::<Job>();
        let calls = ["browser_tabs", "browser_snapshot"].map(|name| {
            let ((begin, _), (reply, answer)) = (oneshot::channel(), oneshot::channel());
            let arguments = Map::new();
            let job = Job { name: name.to_owned(), arguments, is_cancelled: Box::new(|| false), begin, reply };
            jobs.send(job).expect("it waits");
            answer
        });
        drop(jobs);
        assert!(matches!(work(desk, &inbox), Err(Error::Unwritable { .. })));
        for mut answer in calls {
            let answer = answer.try_recv().expect("an answer");
            assert!(answer.is_error && answer.text.contains("run.jsonl"), "{}", answer.text);
        }
    }
}
