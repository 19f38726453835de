import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readMainPort, readPorts } from '../../../apps/worldwire/dist/settings/ports.js';
import { WORLDS } from '../../../apps/worldwire/dist/worlds/world-list.js';
import { Program, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { ROOT } from './pages.js';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

function block(language: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(
    readme,
  ) as unknown as string[];
  return code as string;
}

async function connect(transport: StreamableHTTPClientTransport | StdioClientTransport): Promise<Client> {
  const client = new Client({ name: 'readme', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** A folder that resolves packages as the clone does. */
async function projectFolder(file: string, code: string): Promise<string> {
  const folder = await temporaryFolder();
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, file), code);
  return folder;
}

async function waterRoses(url: string): Promise<unknown> {
  const client = await connect(new StreamableHTTPClientTransport(new URL(url)));
  return (await client.callTool({ name: 'water', arguments: { bed: 'roses', litres: 5 } })).content;
}

describe('README.md', () => {
  it('has about 90 lines', () => {
    expect(readme.split('\n').length).toBeLessThan(105);
  });

  it('has a program that serves a world as shown', async () => {
    const folder = await projectFolder('garden.mjs', block('js').replace('port: 4000', 'port: 0'));
    const child = spawn(process.execPath, ['garden.mjs'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    expect(await waterRoses(url)).toEqual([{ type: 'text', text: 'roses: moisture 0.5' }]);
  });

  it('has a program whose port is none of those that npm start takes', () => {
    const port = /port: (\d+)/.exec(block('js'))?.[1];
    expect(port).toMatch(/^\d+$/);
    const served = readPorts([], WORLDS);
    const taken = [
      ...served.values(),
      readMainPort(
        [],
        [...served].map(([name, port]) => ({ name, port })),
      ).port,
    ];
    expect(taken.map(String)).not.toContain(port);
  });

  it('has a world that worldwire serve takes as the default export of a module', async () => {
    const code = block('js').replace(/^const \{ url \}[\s\S]*$/m, 'export default garden;\n');
    const cwd = await projectFolder('garden.mjs', code);
    const args = ['serve', './garden.mjs', '--port', '0', '--json', '--allow', 'writes'];
    const program = new Program(args, { cwd, env: { HOME: cwd } });
    expect(await waterRoses(await program.url())).toEqual([{ type: 'text', text: 'roses: moisture 0.5' }]);
  });

  it('has a JSON block that starts a server for any client', async () => {
    const { command, args } = JSON.parse(block('json')).mcpServers.worldwire;
    const home = await temporaryFolder();
    const transport = new StdioClientTransport({
      command,
      args: args.map((arg: string) => arg.replace('/path/to/worldwire/', ROOT)),
      env: { PATH: process.env.PATH as string, HOME: home, WORLDWIRE_STORE: 'memory' },
      stderr: 'ignore',
    });
    const client = await connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('get_universe_state');
  });

  it('has install links for the address that npm start serves', () => {
    const links = [...readme.matchAll(/\]\((https:\/\/[^)]*\/(?:mcp\/install|install-mcp)\?[^)]*)\)/g)];
    const configs = links.map(([, link]) => new URL(link as string).searchParams.get('config') as string);
    const decoded = configs.map(config =>
      JSON.parse(config.startsWith('{') ? config : Buffer.from(config, 'base64').toString()),
    );
    const url = 'http://127.0.0.1:3001/mcp';
    expect(decoded).toEqual([{ type: 'http', url }, { type: 'http', url }, { url }]);
  });
});
