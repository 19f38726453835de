/** A project of many packages: the first list of a new process, further lists, referencers, and a search. */
import { join } from 'node:path';
import { CpuWatch } from '../cpu-watch.mjs';
import { median } from '../markdown.mjs';
import { scratchFolder } from '../scratch-folder.mjs';
import { makeProject } from '../unreal-packages.mjs';
import { WAYS } from '../unreal-readers.mjs';

export async function measureUnreal({ unreal: { packages, rounds, repeats } }, progress) {
  const scratch = scratchFolder();
  try {
    progress(`unreal: copying ${packages} packages`);
    const project = makeProject(join(scratch.path, 'project'), packages);
    const rows = WAYS.map(way => ({ way, runs: [] }));
    for (let round = 1; round <= rounds; round++) {
      for (const [index, { way, runs }] of rows.entries()) {
        progress(`unreal, round ${round} of ${rounds}: ${packages} packages, ${way.label}`);
        const data = join(scratch.path, `data-${round}-${index}`);
        runs.push(await readThrough(await way.start(project, data), repeats));
      }
    }
    return {
      packages,
      bytes: project.bytes,
      referencers: project.referencers.size,
      rows: rows.map(({ way: { label, ours }, runs }) => ({ label, ours, runs })),
    };
  } finally {
    scratch.remove();
  }
}

async function readThrough(reader, repeats) {
  try {
    const before = await reader.memory();
    const watch = new CpuWatch();
    const cold = await reader.list();
    const warm = await medianOf(repeats, reader.list);
    const referencers = reader.referencers && (await medianOf(repeats, reader.referencers));
    const search = reader.search && (await medianOf(repeats, reader.search));
    const otherCpu = watch.others();
    const after = await reader.memory();
    return {
      cold,
      warm,
      ...(referencers !== undefined && { referencers }),
      ...(search !== undefined && { search }),
      heap: after.heapUsed - before.heapUsed,
      rss: after.rss - before.rss,
      otherCpu,
    };
  } finally {
    await reader.stop();
  }
}

async function medianOf(times, once) {
  const values = [];
  while (values.length < times) values.push(await once());
  return median(values);
}
