/**
 * The ways to a project that are compared, each in a process of its own: its bytes, its source, and the whole server.
 */
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChildServer, programPath } from './child-server.mjs';
import { STATELESS_REVISION } from './revisions.mjs';
import { toolRequest } from './tool-request.mjs';
import { REFERENCED, wrongList, wrongReferencers } from './unreal-packages.mjs';

const SERVER = '../../apps/worldwire/bin/worldwire.js';
const HEED_RUNNER = programPath('support/heed-runner.mjs');
const LOG_SHOWN = 2_000;
/** The most that one answer of the server lists. */
const PAGE = 200;

export const WAYS = [
  { label: 'the bytes alone', ours: false, start: startBytes },
  { label: 'openProject', ours: true, start: startSource },
  { label: `MCP ${STATELESS_REVISION} over HTTP`, ours: true, start: startServer },
];

async function startBytes(project) {
  const program = await ChildServer.start('unreal-bytes.mjs', { args: ['--project', project.folder] });
  return {
    async list() {
      const { ms, files, bytes } = await program.ask('list');
      refuse(
        files !== project.sizes.size || bytes !== project.bytes
          ? `${files} files, ${bytes} bytes`
          : undefined,
      );
      return ms;
    },
    memory: () => program.ask('memory'),
    stop: () => program.stop(),
  };
}

async function startSource(project, data) {
  const program = await ChildServer.start('unreal-project.mjs', {
    args: ['--project', project.folder, '--data', data, '--referenced', REFERENCED],
  });
  return {
    async list() {
      const { ms, items } = await program.ask('list');
      refuse(wrongList(items, project));
      return ms;
    },
    async referencers() {
      const { ms, referencers } = await program.ask('referencers');
      refuse(wrongReferencers(referencers, project));
      return ms;
    },
    memory: () => program.ask('memory'),
    stop: () => program.stop(),
  };
}

async function startServer(project, data) {
  mkdirSync(data, { recursive: true });
  const logPath = join(data, 'log');
  const log = openSync(logPath, 'w');
  let server;
  try {
    server = await ChildServer.start(SERVER, {
      nodeOptions: ['--expose-gc', '--import', HEED_RUNNER],
      args: ['serve', 'unreal', '--json', '--project', project.folder, '--data', data],
      log,
    });
  } catch (error) {
    throw new Error(`${error}\n${readFileSync(logPath, 'utf8').slice(-LOG_SHOWN)}`);
  } finally {
    closeSync(log);
  }
  return {
    async list() {
      const since = performance.now();
      const pages = await allPages(server.url, 'list_assets', {});
      const ms = performance.now() - since;
      refuse(
        wrongList(
          pages.flatMap(({ items }) => items),
          project,
        ),
      );
      return ms;
    },
    async referencers() {
      const since = performance.now();
      const pages = await allPages(server.url, 'get_references', { path: REFERENCED });
      const ms = performance.now() - since;
      refuse(
        wrongReferencers(
          pages.flatMap(({ referencers }) => referencers),
          project,
        ),
      );
      return ms;
    },
    memory: () => server.ask('memory'),
    stop: () => server.stop(),
  };
}

async function allPages(url, tool, given) {
  const pages = [];
  for (let cursor; ; cursor = pages.at(-1).nextCursor) {
    const more = { ...given, limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const answer = await fetch(url, toolRequest({ revision: STATELESS_REVISION }, tool, more));
    const { result, error } = await answer.json();
    if (!result?.structuredContent || result.isError) {
      throw new Error(`${tool}: ${answer.status} ${error?.message ?? result?.content?.[0]?.text}`);
    }
    pages.push(result.structuredContent);
    if (result.structuredContent.nextCursor === undefined) return pages;
  }
}

function refuse(wrong) {
  if (wrong !== undefined) throw new Error(`wrong answer: ${wrong}`);
}
