import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../lib/command.mjs';
import { textOf } from './sdk-session.mjs';

const CLI = fileURLToPath(new URL('./cli.js', import.meta.resolve('mcporter')));

/** Every call is a command of its own. */
export async function open({ wire, world, http, stdio, home }) {
  const config = join(home, `mcporter-${wire}-${world}.json`);
  const server = wire === 'http' ? { url: http } : stdio;
  await writeFile(config, JSON.stringify({ mcpServers: { [world]: server }, imports: [] }));

  async function run(...args) {
    const { code, stdout, stderr } = await runCommand(
      process.execPath,
      [CLI, '--config', config, ...args],
      home,
    );
    if (stdout === '') throw new Error(stderr || `mcporter ended with ${code}`);
    return { code, text: compact(stdout) };
  }

  return {
    async tools() {
      const { text } = await run('list', world, '--json');
      return JSON.parse(text).tools.map(({ name }) => name);
    },
    async call(name, args) {
      const given = ['--args', JSON.stringify(args), '--output', 'json'];
      const { code, text } = await run('call', `${world}.${name}`, ...given);
      return { text, isError: code !== 0 };
    },
    read: async uri => (await run('resource', world, uri, '--output', 'json')).text,
    close: async () => {},
  };
}

/** It prints the data of a result over several lines, or the result if that has only text. */
function compact(text) {
  try {
    const value = JSON.parse(text);
    if (Array.isArray(value.content)) return textOf(value.content);
    return JSON.stringify(value);
  } catch {
    return text;
  }
}
