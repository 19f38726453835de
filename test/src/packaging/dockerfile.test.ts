import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { Program, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { workspaces } from '../../../scripts/packaging/workspaces.mjs';
import { copiedFiles, dockerfileProblems } from './dockerfile.js';
import { ROOT, readText } from './root.js';

const DOCKERFILE = readText('Dockerfile');
const HEALTH = join(ROOT, 'packaging/docker/health.mjs');
const TOKEN = 'a-token-of-thirty-two-characters';

describe('the Dockerfile', () => {
  it('has no mistakes, and makes an image that is small, checked and not run by root', () => {
    expect(dockerfileProblems(DOCKERFILE)).toEqual([]);
  });

  it.each<[string, string | RegExp, string, RegExp]>([
    ['a misspelt instruction', 'HEALTHCHECK', 'HEALTCHECK', /Unknown instruction/],
    ['no user', 'USER node\n', '', /runs as root/],
    ['the user root', 'USER node', 'USER root', /runs as root/],
    ['no health check', /^HEALTHCHECK.*$/m, 'HEALTHCHECK NONE', /no health check/],
    ['a second volume', 'VOLUME /data', 'VOLUME /data\nVOLUME /more', /exactly one volume/],
    ['a base without a version', /node:24-bookworm-slim\S*$/m, 'node', /has no version/],
    ['the latest base', /node:24-bookworm-slim\S*$/m, 'node:latest', /has no version/],
    ['a base without a digest', /@sha256:\w+$/m, '', /has no digest/],
    ['a frontend without a digest', /^/, '# syntax=docker/dockerfile:1\n', /has no digest/],
    ['a secret', 'ENV NODE_ENV=production', 'ENV NPM_TOKEN=abc', /NPM_TOKEN would stay/],
    [
      'sources before the install',
      'RUN npm ci --ignore-scripts',
      'COPY apps apps\nRUN npm ci',
      /apps is copied before/,
    ],
    ['a shell before the server', /^ENTRYPOINT .*$/m, 'ENTRYPOINT node server.js', /a shell stands/],
  ])('is refused with %s', (_, from, to, problem) => {
    expect(dockerfileProblems(DOCKERFILE.replace(from, to)).join('\n')).toMatch(problem);
  });

  it('copies the manifest of every workspace, which npm ci needs', () => {
    const manifests = workspaces(ROOT).map(({ folder }) => `${folder}/package.json`);
    expect(copiedFiles(DOCKERFILE)).toEqual(expect.arrayContaining(manifests));
  });

  it('copies files that are there, and that .dockerignore lets through', () => {
    const shown = readText('.dockerignore')
      .split('\n')
      .filter(line => line.startsWith('!'));
    for (const file of copiedFiles(DOCKERFILE)) {
      expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
      expect([file, shown.some(line => `${file}/`.startsWith(`${line.slice(1)}/`))]).toEqual([file, true]);
    }
  });
});

describe('the health check of the container', () => {
  it('passes without a token while the server is ready, and fails when it is gone', async () => {
    const folder = await temporaryFolder();
    const tokens = join(folder, 'tokens');
    await writeFile(tokens, `ann ${TOKEN}\n`, { mode: 0o600 });
    const server = new Program(['serve', 'lighthouse', '--port', '0', '--json', '--token-file', tokens]);
    const { port } = new URL(await server.url());
    expect(await health(port)).toEqual({ code: 0, stderr: '' });
    server.kill('SIGTERM');
    await server.ended;
    expect(await health(port)).toMatchObject({ code: 1, stderr: expect.stringContaining('does not answer') });
  });

  it('fails while the server is not ready', async () => {
    const server = createServer((_request, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await health(String(port))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not ready'),
    });
    server.close();
  });
});

async function health(port: string) {
  const env = { WORLDWIRE_HEALTH_PORT: port };
  const child = spawn(process.execPath, [HEALTH], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code, stderr };
}
