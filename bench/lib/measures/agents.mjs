/** What an agent pays for tasks: calls, and bytes of the results that it receives. The tasks are those of test/src/agents. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOOKED_TYPE, TASKS } from '../../../test/src/agents/tasks.mjs';
import { startProduct } from '../child.mjs';
import { makeProject } from '../unreal-packages.mjs';

/** What the operator of the scene allows beside writes. */
const CONFIG = { hookAllowlistSignatures: [HOOKED_TYPE] };

export async function measureAgents({ agents: { packages } }, { progress, folder }) {
  progress(`agents: copying ${packages} packages`);
  const project = makeProject(join(folder, 'project'), packages);
  const rows = [];
  for (const [place, args] of Object.entries(placesOf(project))) {
    rows.push(...(await rowsOf(place, args, join(folder, place), project, progress)));
  }
  return { packages, rows };
}

/** The programs in which the tasks run. */
function placesOf(project) {
  return {
    universe: ['universe'],
    unity: ['unity', '--allow', 'writes'],
    sample: ['unreal', '--allow', 'writes'],
    project: ['unreal', '--project', project.folder],
  };
}

async function rowsOf(place, args, folder, project, progress) {
  mkdirSync(join(folder, 'unity'), { recursive: true });
  writeFileSync(join(folder, 'unity', 'mcp.config.json'), JSON.stringify(CONFIG));
  const { server } = await startProduct({ folder, args });
  const rows = [];
  try {
    for (const task of TASKS.filter(each => each.place === place)) {
      progress(`agents: ${task.title}`);
      const agents = await task.run(server.url, project);
      // The most that one of the agents of a task paid.
      const most = name => Math.max(...agents.map(agent => agent[name]));
      const { title, calls: maxCalls, bytes: maxBytes } = task;
      rows.push({ title, calls: most('calls'), bytes: most('bytes'), maxCalls, maxBytes });
    }
    return rows;
  } finally {
    await server.stop();
  }
}
