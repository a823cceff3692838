// The command line on WebAssembly: the commands of the table, which the engine has; this file reads files, and prints.
import { readFileSync, writeFileSync } from 'node:fs';
import { disk } from './disk.js';
import { call, ask, engine } from './engine.js';
import { StillpageError, invalid } from './error.js';
import { readPage } from './open.js';
import { painter } from './painter.js';

const EXIT_CODES =
  'Exit code, with and without --json: 0 if the command found or did what was asked; 1 if it found nothing (find: an empty list is an answer), refused, found several where one was expected, or a check failed; 2 if it failed.';
/** What needs sockets, threads or a process of its own, and what only those who measure refs use. */
const NATIVE_ONLY = ['live', 'capture', 'verify', 'batch', 'replay', 'test', 'mutate'];

const out = (text) => process.stdout.write(text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** Runs a command line; the exit code. */
export async function main(words) {
  const json = words.includes('--json');
  try {
    return await run(words, json);
  } catch (error) {
    if (!(error instanceof StillpageError)) throw error;
    return report(error, json);
  }
}

function report(error, json) {
  const { message, hint } = error.toJSON().error;
  process.stderr.write(json ? `${JSON.stringify(error.toJSON())}\n` : `error: ${message}\n  hint: ${hint}\n`);
  return error.exitCode;
}

async function run(words, json) {
  if (painter.isNeeded(words)) await painter.load(words);
  const fileCommands = ask('fileCommands');
  const tools = [...ask('tools'), ...fileCommands, ask('server')];
  const [name, ...rest] = words;
  if (name === '--version' || name === '-V') {
    out(`stillpage ${ask('version')}`);
    return 0;
  }
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const about = rest[0] && tools.find((tool) => tool.name === rest[0]);
    (name === undefined ? (text) => process.stderr.write(text) : out)(about ? helpOf(about) : overview(tools));
    return name === undefined ? 2 : 0;
  }
  const tool = tools.find((tool) => tool.name === name);
  if (!tool) {
    if (NATIVE_ONLY.includes(name)) {
      throw invalid(`\`${name}\` is a command of the native program`, 'build it with `cargo install`; it needs sockets, threads or other programs');
    }
    throw invalid(`unrecognized subcommand '${name}'`, `the commands are ${tools.map((tool) => tool.name).join(', ')}`);
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    out(helpOf(tool));
    return 0;
  }
  const given = parse(tool, rest);
  if (name === 'mcp') return (await import('./mcp.js')).serve(given, ask('version'));
  return fileCommands.some((command) => command.name === name) ? answerFile(tool, given, json) : answer(tool, given, json);
}

/** The values of a command line by name. */
function parse(tool, words) {
  const all = [...tool.arguments, ...tool.common];
  const given = {};
  const places = tool.arguments.filter((argument) => argument.positional);
  const put = (argument, value) => {
    if (argument.choices && !argument.choices.includes(value)) {
      throw invalid(`invalid value '${value}' for '--${argument.name}'`, `write one of ${argument.choices.join(', ')}`);
    }
    if (argument.many) (given[argument.name] ??= []).push(value);
    else if (Object.hasOwn(given, argument.name)) throw invalid(`--${argument.name} is given twice`, 'leave one out');
    else given[argument.name] = value;
  };
  let isOver = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (!isOver && word === '--') {
      isOver = true;
    } else if (!isOver && (word.startsWith('--') || word === '-o')) {
      const [name, ...inline] = (word === '-o' ? '--output' : word).slice(2).split('=');
      if (name === 'json') continue;
      const argument = all.find((argument) => !argument.positional && argument.name === name);
      if (!argument) throw invalid(`unexpected argument '${word}' found`, `\`stillpage help ${tool.name}\` lists the options`);
      if (argument.kind === 'flag') given[name] = true;
      else if (inline.length) put(argument, inline.join('='));
      else if ((at += 1) < words.length) put(argument, words[at]);
      else throw invalid(`a value is required for '${word}'`, `write ${word} ${argument.value}`);
    } else {
      const place = places[0];
      if (!place) throw invalid(`unexpected argument '${word}' found`, `\`stillpage help ${tool.name}\` shows what it takes`);
      if (!place.many) places.shift();
      put(place, word);
    }
  }
  for (const name of ['session', 'fonts', 'model-command']) {
    if (name === 'fonts' && painter.isLoaded()) continue;
    if (given[name] !== undefined) throw invalid(`--${name} is an option of the native program`, 'leave it out');
  }
  return given;
}

function answer(tool, given, json) {
  const instance = engine();
  let input;
  const stdin = () => {
    if (input) throw invalid('standard input can be read only once', 'give one of them as a file');
    return (input = readFileSync(0));
  };
  const pages = [];
  for (const argument of tool.arguments) {
    const value = given[argument.name];
    if (value === undefined) continue;
    if (argument.kind === 'page') {
      const { bytes, options, files } = value === '-' ? { bytes: stdin(), options: {} } : readPage(value);
      const text = JSON.stringify({ ...options, words: given });
      pages.push(call(instance, () => instance.NativePage.load(bytes, text, files)));
    } else if (argument.kind === 'file' && !value.trimStart().startsWith('{')) {
      given[argument.name] = read(value);
      given[`${argument.name}-path`] = value;
    } else if (argument.kind === 'text-or-input' && value === '-') {
      given[argument.name] = stdin().toString();
    }
  }
  checkRequired(tool, given);
  if (painter.isLoaded()) instance.setDisk(disk);
  const told = JSON.parse(call(instance, () => instance.runCommand(tool.name, pages, JSON.stringify(given))));
  const pictures = painter.isLoaded() ? instance.takePictures() : [];
  for (const [path, content] of [...told.files, ...pictures]) writeFileSync(path, content);
  for (const line of told.warnings) process.stderr.write(`${line}\n`);
  out(json ? told.json : told.text);
  if (told.refusal) report(new StillpageError(told.refusal.error), json);
  return told.exitCode;
}

/** Answers a command about a recording, which the engine opens itself. */
function answerFile(tool, given, json) {
  checkRequired(tool, given);
  const instance = engine();
  instance.setDisk(disk);
  const told = JSON.parse(call(instance, () => instance.runFileCommand(tool.name, JSON.stringify(given))));
  for (const [path, text] of told.files) {
    writeFileSync(path, text);
    process.stderr.write(`# wrote ${path}\n`);
  }
  out(json ? told.json : told.text);
  return told.exitCode;
}

function checkRequired(tool, given) {
  const missing = tool.arguments.find((argument) => argument.required && given[argument.name] === undefined);
  if (missing) throw invalid(`${missing.positional ? missing.value : `--${missing.name}`} is missing`, missing.summary);
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StillpageError({ code: 'io_error', message: `${path}: ${error.message}`, hint: 'name a file that can be read' });
  }
}

function overview(tools) {
  const rows = tools.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`);
  const painted = painter.isLoaded() ? '' : '\nWith the package stillpage-screenshot beside this one: screenshot.';
  return `What a browser agent would see on a saved page, without a browser\n\nUsage: stillpage <COMMAND>\n\nCommands:\n${rows.join('\n')}\n\n${EXIT_CODES}\n\n\`stillpage help COMMAND\` shows the options and examples of a command.\nOf the native program alone: ${NATIVE_ONLY.join(', ')}.${painted}`;
}

function helpOf(tool) {
  const entry = ({ name, positional, kind, value, summary, default: preset }) =>
    `  ${positional ? `<${value}>` : `--${name}${kind === 'flag' ? '' : ` <${value}>`}`}\n      ${summary}${preset ? ` [default: ${preset}]` : ''}`;
  const examples = tool.examples.map(([line, what]) => `  stillpage ${line}\n      ${what}`);
  return [
    `${tool.summary}.`,
    '',
    tool.about,
    '',
    `Usage: stillpage ${tool.name} ${tool.arguments.filter((a) => a.positional).map((a) => (a.required ? `<${a.value}>` : `[${a.value}]`)).join(' ')} [OPTIONS]`,
    '',
    ...tool.arguments.map(entry),
    '',
    'Options of all commands:',
    ...[...tool.common.filter(({ name }) => !['session', 'tab', 'navigated', 'refs', ...(painter.isLoaded() ? [] : ['fonts'])].includes(name)), { name: 'json', kind: 'flag', summary: 'Print JSON, errors too' }].map(entry),
    '',
    'Examples:',
    ...examples,
    '',
    EXIT_CODES,
  ].join('\n');
}
