import { expect, it } from 'vitest';
import { callTool, resultOf } from '../../apps/worldwire/src/testing/client.js';
import { Program, temporaryFolder } from '../../apps/worldwire/src/testing/program.js';
import { Rest } from './universe/rest.js';

// `npm run nodes` runs this under every version of Node that we support.

async function serveAll(data: string) {
  const program = new Program(['serve', '--port', '0', '--json', '--data', data, '--store', 'sqlite']);
  const urlOf = async (world: string) =>
    JSON.parse(await program.line('stdout', `"listening","world":"${world}"`)).url as string;
  return {
    universe: await urlOf('universe'),
    unity: await urlOf('unity'),
    unreal: await urlOf('unreal'),
    /** Sends SIGTERM. Returns the standard error output. */
    async stop(): Promise<string> {
      program.kill('SIGTERM');
      const { code, stderr } = await program.ended;
      expect(code).toBe(0);
      return stderr;
    },
  };
}

it(`under Node ${process.version} all worlds answer, the universe survives a restart, and Node prints no warning`, async () => {
  const data = await temporaryFolder();
  const first = await serveAll(data);
  const star = { type: 'addStar', id: 'kept', payload: { name: 'Kept' } };
  const written = await new Rest(new URL(first.universe).origin).post('/universes/sol/commands', star);
  expect(written.status).toBe(200);
  for (const [url, tool] of [
    [first.unity, 'ListScenes'],
    [first.unreal, 'list_actors'],
  ] as const) {
    const { isError = false, content } = await resultOf(await callTool(url, tool, {}));
    expect(isError, content[0]?.text).toBe(false);
  }
  const said = await first.stop();

  const second = await serveAll(data);
  const { body } = await new Rest(new URL(second.universe).origin).get('/universes/sol');
  expect(body.state.stars).toHaveProperty('kept.name', 'Kept');
  expect(body.revision).toBe(written.body.revision);
  expect(said + (await second.stop())).not.toMatch(/Warning/);
});
