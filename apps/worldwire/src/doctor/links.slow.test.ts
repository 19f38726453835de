import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closedPort } from '../testing/closed-port.js';
import { link, serveFrames, TLS_FLAGS } from '../testing/frames.js';
import { run, temporaryFolder } from '../testing/program.js';

const LINK = ['--engine', 'link'];

async function examine(args: readonly string[], cwd?: string) {
  const place = cwd === undefined ? {} : { cwd };
  const { stdout } = await run(['doctor', 'unity', '--port', '0', '--json', ...args], place);
  const { checks } = JSON.parse(stdout) as { checks: { check: string; message: string; fix?: string }[] };
  return checks.find(({ check }) => check === 'engine link');
}

const at = ({ url }: { readonly url: string }) => ['--port', `frames=${new URL(url).port}`];
const says = (text: string) => expect.stringContaining(text);

describe('doctor, about the engines that are linked', () => {
  it('reports nothing without the frames wire', async () => {
    expect(await examine([])).toBeUndefined();
  });

  it('prints where engines will connect while no server runs', async () => {
    const port = await closedPort();
    expect(await examine([...LINK, '--port', `frames=${port}`])).toMatchObject({
      state: 'ok',
      message: `no server runs at 127.0.0.1:${port} now: engines link while one does, and dial 127.0.0.1:${port}`,
    });
    expect(
      await examine([...LINK, ...TLS_FLAGS, '--port', `frames=${port}`, '--port', 'engine=7777']),
    ).toMatchObject({
      message: says('dial 127.0.0.1:7777'),
    });
  });

  it('finds reasons not to start: a taken port for engines, a file in place of the socket', async () => {
    const stranger = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void stranger.close());
    await once(stranger, 'listening');
    const engines = `engine=${(stranger.address() as AddressInfo).port}`;
    const ports = ['--port', `frames=${await closedPort()}`, '--port', engines];
    expect(await examine([...LINK, ...TLS_FLAGS, ...ports])).toMatchObject({
      state: 'fail',
      message: says('is taken'),
      fix: says('--port engine=N'),
    });
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'precious'), 'words');
    expect(await examine(['--frames-socket', 'precious'], cwd)).toMatchObject({
      state: 'fail',
      message: says('not a socket'),
    });
  });

  it('needs the port when the server picked a free one', async () => {
    expect(await examine(LINK)).toMatchObject({ state: 'ok', message: says('--port frames=N') });
  });

  it('distinguishes a server that waits, is linked, and lost its engine', async () => {
    const { frames } = await serveFrames(['unity', ...LINK]);
    const look = () => examine([...LINK, ...at(frames)]);
    const { port } = new URL(frames.url);
    expect(await look()).toMatchObject({
      state: 'warn',
      message: says('no engine: waiting since'),
      fix: says(`Start the game: its bridge dials 127.0.0.1:${port}. Or`),
    });
    const bridge = await link(frames.url, 'one');
    expect(await look()).toMatchObject({
      state: 'ok',
      message: expect.stringMatching(/^Stand-in 1 \(Tests\) from 127\.0\.0\.1:\d+: linked/),
    });
    bridge.close();
    await expect.poll(look).toMatchObject({
      state: 'warn',
      message: says('Stand-in 1 (Tests): lost since'),
      fix: says('Start the game again'),
    });
  });

  it('warns of a server without --engine link when it is configured', async () => {
    const { frames } = await serveFrames(['unity', '--frames']);
    expect(await examine(at(frames))).toMatchObject({ state: 'ok', message: says('waits for no engine') });
    expect(await examine([...LINK, ...at(frames)])).toMatchObject({
      state: 'warn',
      fix: says('Start it again with --engine link'),
    });
  });

  it('names the missing or wrong token', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'tokens'), 'ann a-token-of-some-length\n', { mode: 0o600 });
    await writeFile(join(cwd, 'others'), 'ann another-token-of-ours\n', { mode: 0o600 });
    const { frames } = await serveFrames(['unity', ...LINK, '--token-file', 'tokens'], cwd);
    const look = (...args: string[]) => examine([...LINK, ...at(frames), ...args], cwd);
    expect(await look()).toMatchObject({
      state: 'warn',
      message: says('requires a token'),
      fix: says('--token-file'),
    });
    expect(await look('--token-file', 'others')).toMatchObject({
      state: 'warn',
      message: says('does not know the first token of'),
      fix: says('Name the file that the server was started with'),
    });
    expect(await look('--token-file', 'tokens')).toMatchObject({ message: says('waiting since') });
  });

  it.each([
    ['TLS', TLS_FLAGS],
    ['lines', ['--framing', 'newline']],
  ])('uses %s like the server, and reports a server that does not match the flags', async (_what, flags) => {
    const { frames, listening } = await serveFrames(['unity', ...LINK, ...flags]);
    const { port } = new URL((await listening('engines')).url);
    const door = ['--port', `engine=${port}`];
    expect(await examine([...LINK, ...at(frames), ...flags, ...door])).toMatchObject({
      message: says('waiting since'),
      fix: says(`its bridge dials 127.0.0.1:${port}`),
    });
    expect(await examine([...LINK, ...at(frames)])).toMatchObject({
      state: 'fail',
      message: says('does not answer as a frames wire'),
      fix: says('--tls-cert and --tls-key, or --framing'),
    });
  });

  it('fails when another program has the port', async () => {
    const deaf = createServer(() => {}).listen(0, '127.0.0.1');
    onTestFinished(() => void deaf.close());
    await once(deaf, 'listening');
    const { port } = deaf.address() as AddressInfo;
    expect(await examine([...LINK, '--port', `frames=${port}`])).toMatchObject({
      state: 'fail',
      fix: says('--port frames=N chooses another place'),
    });
  });
});
