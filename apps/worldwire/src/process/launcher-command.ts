/** The file of yarn may have its version in its name. */
const RUNNER = /^(?:npm|npx|pnpm|yarn)(?:(?:-cli|-berry)?(?:\.[cm]?js)?|-\d[\w.-]*)$/;
const SHELL = /^(?:\S*\/)?(?:ba|da|a|z|k)?sh\s+(?:-[\w-]+\s+)*?-\w*c\s+(?<script>.*)$/s;
/** A shell with background jobs may end before them. */
const BACKGROUND = /(?:^|[^&<>])&(?![&>])|[<>]\(|\b(?:nohup|setsid|disown|coproc)\b/;
/** Text whose quoting only a shell can determine. */
const OPAQUE = /\beval\b|<<|\$'/;
const SUBSTITUTION = /\$\(|`/;
const QUOTED = /\\.|'[^']*'|"(?:\\.|[^"\\])*"|(?<![^\s;&|(])#[^\n]*/gs;
/** A script that reads another file, which is not examined here. */
const SOURCED = /(?:^|[\s;&|({])(?:\.|source)\s/;

export type LauncherKind = 'npm' | 'shell';

/**
 * Recognizes a process that ends when its child ends: npm, or a shell without background jobs.
 * @param file The text of the script that a shell runs.
 */
export function launcherKind(command: string, file?: string): LauncherKind | undefined {
  if (isRunner(command)) return 'npm';
  const given = SHELL.exec(command)?.groups?.script;
  if (given !== undefined) return waits(given) ? 'shell' : undefined;
  return file !== undefined && waits(file) && !SOURCED.test(file) ? 'shell' : undefined;
}

/** npm as a command, and as it sets its process title: "npm start". Node may run it. */
function isRunner(command: string): boolean {
  const [first = '', second = ''] = command
    .split(/\s+/, 2)
    .map(word => word.slice(word.lastIndexOf('/') + 1));
  return RUNNER.test(first) || (first.startsWith('node') && RUNNER.test(second));
}

/** Whether a shell waits for every program that the text starts. */
function waits(script: string): boolean {
  if (OPAQUE.test(script)) return false;
  // Quotes nest inside a substitution, so a quoted "&" counts as well there.
  return !BACKGROUND.test(SUBSTITUTION.test(script) ? script : script.replace(QUOTED, '_'));
}
