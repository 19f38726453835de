/** npm as it is started, and as it names itself then: "npm start", "npm exec worldwire". */
const RUNNER = /^(?:\S*\/)?(?:node\S*\s+)?(?:\S*\/)?(?:npm|npx|pnpm|yarn)(?:-cli)?(?:\.c?js)?(?:\s|$)/;
const SHELL = /^(?:\S*\/)?(?:ba|da|a|z|k)?sh\s+(?:-[\w-]+\s+)*?-\w*c\s+(?<script>.*)$/s;
/** A shell that leaves something in the background may end before that. */
const BACKGROUND = /(?:^|[^&<>])&(?![&>])|\b(?:nohup|setsid|disown)\b/;

export type LauncherKind = 'npm' | 'shell';

/** What a process with this command line is, where it runs only for as long as what it starts: npm, or `sh -c` in the foreground. */
export function launcherKind(command: string): LauncherKind | undefined {
  if (RUNNER.test(command)) return 'npm';
  const script = SHELL.exec(command)?.groups?.script;
  return script === undefined || BACKGROUND.test(script) ? undefined : 'shell';
}
