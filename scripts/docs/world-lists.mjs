import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PROGRAM, withWorld } from './world-client.mjs';

/** What each public world lists to a client, with the access of each tool. */
export async function worldLists() {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, 'worlds', '--json']);
  return Promise.all(
    JSON.parse(stdout).worlds.map(async ({ tools, ...world }) => {
      const known = new Map(tools.map(({ name, access, raises }) => [name, { access, raises }]));
      const lists = await withWorld(world.name, clientLists);
      return {
        ...world,
        ...lists,
        tools: lists.tools.map(tool => ({ ...tool, ...known.get(tool.name) })),
      };
    }),
  );
}

async function clientLists(request, capabilities) {
  const list = async (capability, method, field) =>
    capabilities[capability] === undefined ? [] : (await request(method))[field];
  return {
    tools: await list('tools', 'tools/list', 'tools'),
    resources: await list('resources', 'resources/list', 'resources'),
    templates: await list('resources', 'resources/templates/list', 'resourceTemplates'),
    prompts: await list('prompts', 'prompts/list', 'prompts'),
  };
}
