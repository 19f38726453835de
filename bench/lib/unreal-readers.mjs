/** The ways to read a project that are compared, each in a process of its own: its bytes, its source, and the server. */
import { ChildServer } from './child-server.mjs';
import { startProduct } from './product-server.mjs';
import { STATELESS_REVISION } from './revisions.mjs';
import { toolRequest } from './tool-request.mjs';
import { REFERENCED, wrongList, wrongReferencers, wrongTotal } from './unreal-packages.mjs';

const MAX_PAGE = 200;

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
  const asked = async (what, field, check) => {
    const answer = await program.ask(what);
    refuse(check(answer[field], project));
    return answer.ms;
  };
  return {
    list: () => asked('list', 'items', wrongList),
    referencers: () => asked('referencers', 'referencers', wrongReferencers),
    search: () => asked('search', 'total', wrongTotal),
    memory: () => program.ask('memory'),
    stop: () => program.stop(),
  };
}

async function startServer(project, data) {
  const args = ['unreal', '--project', project.folder];
  const { server } = await startProduct({ folder: data, args, nodeOptions: ['--expose-gc'] });
  const timed = async (tool, given, field, check) => {
    const since = performance.now();
    const pages = await allPages(server.url, tool, given);
    const ms = performance.now() - since;
    refuse(
      check(
        pages.flatMap(page => page[field]),
        project,
      ),
    );
    return ms;
  };
  const search = async () => {
    const since = performance.now();
    const given = { query: 'PrintString', kind: 'calls', limit: 20 };
    const { total } = await onePage(server.url, 'search_project', given);
    const ms = performance.now() - since;
    refuse(wrongTotal(total, project));
    return ms;
  };
  return {
    list: () => timed('list_assets', {}, 'items', wrongList),
    referencers: () => timed('get_references', { path: REFERENCED }, 'referencers', wrongReferencers),
    search,
    memory: () => server.ask('memory'),
    stop: () => server.stop(),
  };
}

async function allPages(url, tool, given) {
  const pages = [];
  for (let cursor; ; cursor = pages.at(-1).nextCursor) {
    const more = { ...given, limit: MAX_PAGE, ...(cursor !== undefined && { cursor }) };
    pages.push(await onePage(url, tool, more));
    if (pages.at(-1).nextCursor === undefined) return pages;
  }
}

async function onePage(url, tool, given) {
  const answer = await fetch(url, toolRequest({ revision: STATELESS_REVISION }, tool, given));
  const { result, error } = await answer.json();
  if (!result?.structuredContent || result.isError) {
    throw new Error(`${tool}: ${answer.status} ${error?.message ?? result?.content?.[0]?.text}`);
  }
  return result.structuredContent;
}

function refuse(wrong) {
  if (wrong !== undefined) throw new Error(`wrong answer: ${wrong}`);
}
