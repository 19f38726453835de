/** What an agent pays for tasks: calls, and bytes of the results that it receives. The tasks are those of test/src/agents. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOOKED_TYPE, TASKS } from '../../../test/src/agents/tasks.mjs';
import { startProduct } from '../product-server.mjs';
import { scratchFolder } from '../scratch-folder.mjs';
import { makeProject } from '../unreal-packages.mjs';

/** What the operator of the scene allows beside writes. */
const CONFIG = { hookAllowlistSignatures: [HOOKED_TYPE] };

export async function measureAgents({ agents: { packages } }, progress) {
  const scratch = scratchFolder();
  const rows = [];
  try {
    progress(`agents: copying ${packages} packages`);
    const project = makeProject(join(scratch.path, 'project'), packages);
    for (const [place, args] of Object.entries(placesOf(project))) {
      const folder = join(scratch.path, place);
      mkdirSync(join(folder, 'unity'), { recursive: true });
      writeFileSync(join(folder, 'unity', 'mcp.config.json'), JSON.stringify(CONFIG));
      const { server } = await startProduct({ folder, args });
      try {
        for (const task of TASKS.filter(each => each.place === place)) {
          progress(`agents: ${task.title}`);
          const { calls, bytes } = paid(await task.run(server.url, project));
          rows.push({ title: task.title, calls, bytes, maxCalls: task.calls, maxBytes: task.bytes });
        }
      } finally {
        await server.stop();
      }
    }
    return { packages, rows };
  } finally {
    scratch.remove();
  }
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

/** The most that one of the agents of a task paid. */
function paid(agents) {
  return {
    calls: Math.max(...agents.map(({ calls }) => calls)),
    bytes: Math.max(...agents.map(({ bytes }) => bytes)),
  };
}
