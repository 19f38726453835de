import { fileURLToPath } from 'node:url';
import { runCommand } from '../lib/command.mjs';
import { textOf } from './sdk-session.mjs';

const LAUNCHER = fileURLToPath(
  new URL(
    './clients/launcher/build/index.js',
    import.meta.resolve('@modelcontextprotocol/inspector/package.json'),
  ),
);

/** Every call is a command of its own. */
export async function open({ wire, http, sse, stdio, home }) {
  const target =
    wire === 'stdio'
      ? [
          '--transport',
          'stdio',
          ...Object.entries(stdio.env).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
        ]
      : ['--transport', wire, '--server-url', wire === 'http' ? http : sse];
  const command = wire === 'stdio' ? [stdio.command, ...stdio.args] : [];

  async function inspect(method, ...args) {
    const all = [
      LAUNCHER,
      '--cli',
      ...command,
      ...target,
      '--method',
      method,
      ...args,
      '--format',
      'json',
      '-q',
    ];
    const { stdout, stderr } = await runCommand(process.execPath, all, home);
    const line = stdout.split('\n').find(text => text.startsWith('{'));
    if (line === undefined) throw new Error(stderr || 'the Inspector printed nothing');
    return JSON.parse(line).result;
  }

  return {
    tools: async () => (await inspect('tools/list')).tools.map(({ name }) => name),
    async call(name, args) {
      const given = ['--tool-name', name, '--tool-args-json', JSON.stringify(args)];
      const { content, isError } = await inspect('tools/call', ...given);
      return { text: textOf(content), isError: isError === true };
    },
    read: async uri => (await inspect('resources/read', '--uri', uri)).contents[0].text,
    close: async () => {},
  };
}
