/** npm as it is started, and as it names itself then: "npm start", "npm exec worldwire". A copy of yarn has its version in its name. */
const RUNNER =
  /^(?:\S*\/)?(?:node\S*\s+)?(?:\S*\/)?(?:npm|npx|pnpm|yarn)(?:-cli|-berry|-\d[\w.-]*?)?(?:\.[cm]?js)?(?:\s|$)/;
const SHELL = /^(?:\S*\/)?(?:ba|da|a|z|k)?sh\s+(?:-[\w-]+\s+)*?-\w*c\s+(?<script>.*)$/s;
/** A shell that leaves something in the background may end before that. */
const BACKGROUND = /(?:^|[^&<>])&(?![&>])|[<>]\(|\b(?:nohup|setsid|disown|coproc)\b/;
/** Text that is run, or is no command, and in which quotes cannot be told without being a shell. */
const OPAQUE = /\beval\b|<<|\$'/;
const SUBSTITUTION = /\$\(|`/;
const QUOTED = /\\.|'[^']*'|"(?:\\.|[^"\\])*"|(?<![^\s;&|(])#[^\n]*/gs;
/** A file that a script reads commands from, which we do not read. */
const SOURCED = /(?:^|[\s;&|({])(?:\.|source)\s/;

export type LauncherKind = 'npm' | 'shell';

/**
 * What a process is that runs only for as long as what it starts: npm, or a shell that leaves nothing in the background.
 * @param file What the file has that a shell reads its commands from.
 */
export function launcherKind(command: string, file?: string): LauncherKind | undefined {
  if (RUNNER.test(command)) return 'npm';
  const given = SHELL.exec(command)?.groups?.script;
  if (given !== undefined) return waits(given) ? 'shell' : undefined;
  return file !== undefined && waits(file) && !SOURCED.test(file) ? 'shell' : undefined;
}

/** Whether a shell waits for everything that the text starts. */
function waits(script: string): boolean {
  if (OPAQUE.test(script)) return false;
  // Quotes inside of a substitution begin anew. There a quoted "&" counts as well.
  return !BACKGROUND.test(SUBSTITUTION.test(script) ? script : script.replace(QUOTED, '_'));
}
