import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Program, run, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { auditOf, call, connect } from './garden.js';

const WORLDWIRE = fileURLToPath(import.meta.resolve('worldwire'));
const GARDEN = `import { defineWorld, tool } from ${JSON.stringify(WORLDWIRE)};
const world = name => defineWorld({ name, version: '1.0.0', tools: [
  tool({ name: 'look', description: 'Looks.', access: 'read', call: () => 'a rose' }),
  tool({ name: 'plant', description: 'Plants.', access: 'write', call: () => 'planted' }),
] });
`;

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

describe('worldwire serve ./file', () => {
  it('serves the world that a module exports, guarded as every world is', async () => {
    const cwd = await folderWith({ 'garden.mjs': `${GARDEN}export default world('garden');` });
    const program = new Program(['serve', './garden.mjs', '--port', '0', '--json', '--data', 'data'], {
      cwd,
    });
    const url = await program.url();
    const client = await connect(url);
    expect(await call(client, 'look')).toBe('a rose');
    expect(await call(client, 'plant')).toMatch(/^error: .*--allow writes/s);
    const response = await fetch(url, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: '{}',
    });
    expect(response.status).toBe(403);
    program.kill('SIGTERM');
    expect(await program.ended).toMatchObject({ code: 0 });
    expect(await auditOf(join(cwd, 'data'))).toContainEqual(expect.objectContaining({ outcome: 'denied' }));
  });

  it('serves several, from one module or two, beside a world of its own', async () => {
    const cwd = await folderWith({
      'two.mjs': `${GARDEN}export default [world('front'), world('back')];`,
      'meadow.mjs': `${GARDEN}export default { meadow: { world: world('meadow') } };`,
    });
    const args = ['serve', './two.mjs', 'meadow.mjs', 'lighthouse', '--port', '0', '--json'];
    const program = new Program(args, { cwd });
    const worlds = ['front', 'back', 'meadow', 'lighthouse'];
    const lines = await Promise.all(worlds.map(name => program.line('stdout', `"world":"${name}"`)));
    for (const line of lines.slice(0, 3)) {
      expect(await call(await connect(JSON.parse(line).url), 'look')).toBe('a rose');
    }
  });

  it('finds a module of the configuration file beside that file, and takes flags for its world', async () => {
    const cwd = await folderWith({});
    await mkdir(join(cwd, 'etc'));
    await writeFile(join(cwd, 'etc', 'garden.mjs'), `${GARDEN}export default world('garden');`);
    await writeFile(join(cwd, 'etc', 'worldwire.json'), '{"worlds":["./garden.mjs"],"allow":["writes"]}');
    const args = ['serve', '--config', 'etc/worldwire.json', '--port', 'garden=0', '--json'];
    const client = await connect(await new Program(args, { cwd }).url());
    expect(await call(client, 'plant')).toBe('planted');
  });

  it.each([
    ['./gone.mjs', undefined, 2, 'There is no file gone.mjs.'],
    [
      './none.mjs',
      'export const world = 1;',
      2,
      'none.mjs has no default export. Export the world: export default',
    ],
    [
      './number.mjs',
      'export default 7;',
      2,
      'The default export of number.mjs is not a world: it is a number.',
    ],
    ['./broken.mjs', 'export default (;', 2, 'broken.mjs cannot be loaded. Unexpected token'],
    ['./lonely.mjs', "import 'not-installed';", 2, 'Install its dependencies with npm install.'],
    ['./twice.mjs', `${GARDEN}export default [world('a'), world('a')];`, 2, 'Two worlds are named "a".'],
    ['./frames.mjs', `${GARDEN}export default world('frames');`, 2, 'Rename it.'],
  ])('refuses %s in one line', async (name, text, exitCode, says) => {
    const cwd = await folderWith(text === undefined ? {} : { [name]: text });
    const { code, stderr } = await run(['serve', name, '--port', '0'], { cwd });
    expect({ code, stderr }).toEqual({ code: exitCode, stderr: expect.stringContaining(says) });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('is checked by doctor, and started by stdio and by a client that setup writes it for', async () => {
    const cwd = await folderWith({ 'garden.mjs': `${GARDEN}export default world('garden');` });
    const doctor = await run(['doctor', './garden.mjs', '--port', '0', '--json'], { cwd });
    expect(JSON.parse(doctor.stdout).ok).toBe(true);
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    };
    const { stdout } = await run(['stdio', './garden.mjs'], { cwd }, `${JSON.stringify(initialize)}\n`);
    expect(JSON.parse(stdout).result.serverInfo.name).toBe('garden');
    const setup = await run(['setup', 'claude-code', '--world', './garden.mjs', '--print'], { cwd });
    const { mcpServers } = JSON.parse(setup.stdout);
    expect(mcpServers['worldwire-garden'].args.slice(1, 3)).toEqual(['stdio', join(cwd, 'garden.mjs')]);
  });
});
