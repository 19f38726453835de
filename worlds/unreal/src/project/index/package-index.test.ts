import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, utimesSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { TempProject } from '../temp-project.test.js';
import { packagesIn } from './catalogue.js';
import { type IndexChanges, type IndexOptions, PackageIndex } from './package-index.js';

const { signal } = new AbortController();

/** An index over a folder whose "packages" are any files, so that reads can be counted. */
class Bench {
  readonly reads: string[] = [];
  readonly changes: IndexChanges[] = [];
  readonly #heard: (() => void)[] = [];
  readonly index: PackageIndex;

  constructor(
    readonly project: TempProject,
    parts: Partial<IndexOptions> = {},
  ) {
    this.index = new PackageIndex({
      root: project.root,
      log: project.log,
      reportsChanges: async () => true,
      file: undefined,
      read: async (_file, path) => {
        this.reads.push(path);
        return { class: '/Script/Engine.Blueprint', references: [], soft: [] };
      },
      changed: changes => {
        this.changes.push(changes);
        for (const heard of this.#heard.splice(0)) heard();
      },
      ...parts,
    });
    onTestFinished(() => this.index.close());
  }

  change(): Promise<void> {
    return new Promise(resolve => this.#heard.push(resolve));
  }

  async list(): Promise<string[]> {
    await this.index.refresh(signal);
    return [...packagesIn(this.index.catalogue.root)].map(({ path }) => path);
  }

  takeReads(): string[] {
    return this.reads.splice(0).sort();
  }
}

function demo(): TempProject {
  const project = new TempProject();
  for (const name of ['A.uasset', 'B.umap', 'Sub/C.uasset', 'Sub/Deep/D.uasset', 'readme.txt']) {
    project.write(`Content/${name}`, name);
  }
  return project;
}

const ALL = ['/Game/A', '/Game/B', '/Game/Sub/C', '/Game/Sub/Deep/D'];

describe.each([
  ['where changes are heard of', true],
  ['where they are not', false],
])('the index, %s,', (_where, heard) => {
  const open = (project: TempProject, parts: Partial<IndexOptions> = {}) =>
    new Bench(project, { reportsChanges: async () => heard, ...parts });

  it('has all packages, and reads each once', async () => {
    const bench = open(demo());
    expect(await bench.list()).toEqual(ALL);
    expect(bench.takeReads()).toEqual(ALL);
    expect(await bench.list()).toEqual(ALL);
    expect(bench.takeReads()).toEqual([]);
  });

  it('finds added, changed and removed files at the next scan', async () => {
    const project = demo();
    const bench = open(project);
    await bench.list();
    bench.takeReads();
    project.write('Content/A.uasset', 'changed');
    project.write('Content/New/E.uasset', 'new');
    project.write('Content/New/Below/F.uasset', 'new');
    unlinkSync(project.at('Content/B.umap'));
    expect(await bench.list()).toEqual([
      '/Game/A',
      '/Game/New/Below/F',
      '/Game/New/E',
      '/Game/Sub/C',
      '/Game/Sub/Deep/D',
    ]);
    expect(new Set(bench.takeReads())).toEqual(new Set(['/Game/A', '/Game/New/Below/F', '/Game/New/E']));
    project.write('Content/New/Below/F.uasset', 'changed');
    await bench.list();
    expect(new Set(bench.takeReads())).toEqual(new Set(['/Game/New/Below/F']));
  });

  it('follows folders that are renamed, removed and created again', async () => {
    const project = demo();
    const bench = open(project);
    await bench.list();
    renameSync(project.at('Content/Sub'), project.at('Content/Moved'));
    expect(await bench.list()).toEqual(['/Game/A', '/Game/B', '/Game/Moved/C', '/Game/Moved/Deep/D']);
    rmSync(project.at('Content/Moved'), { recursive: true });
    project.write('Content/Moved/C.uasset', 'again');
    expect(await bench.list()).toEqual(['/Game/A', '/Game/B', '/Game/Moved/C']);
    project.write('Content/Moved/Z.uasset', 'later');
    expect(await bench.list()).toEqual(['/Game/A', '/Game/B', '/Game/Moved/C', '/Game/Moved/Z']);
    rmSync(project.at('Content'), { recursive: true });
    expect(await bench.list()).toEqual([]);
    project.write('Content/A.uasset', 'back');
    expect(await bench.list()).toEqual(['/Game/A']);
  });

  it('reads a changed file of the same size and time again', async () => {
    const project = demo();
    const bench = open(project);
    const at = new Date(2020, 1, 1);
    utimesSync(project.at('Content/A.uasset'), at, at);
    await bench.list();
    bench.takeReads();
    await writeFile(project.at('Content/A.uasset'), 'Z.uasset');
    utimesSync(project.at('Content/A.uasset'), at, at);
    await bench.list();
    expect(new Set(bench.takeReads())).toEqual(new Set(['/Game/A']));
  });

  it('has the content of plugins under their names, also when they are added and removed', async () => {
    const project = demo();
    const bench = open(project);
    await bench.list();
    project.write('Plugins/Group/Doors/Doors.uplugin', '{}');
    project.write('Plugins/Group/Doors/Content/Gate.uasset', 'x');
    expect(await bench.list()).toEqual(['/Doors/Gate', ...ALL]);
    project.write('Plugins/Group/Doors/Content/Gate2.uasset', 'x');
    expect(await bench.list()).toEqual(['/Doors/Gate', '/Doors/Gate2', ...ALL]);
    rmSync(project.at('Plugins/Group'), { recursive: true });
    expect(await bench.list()).toEqual(ALL);
  });

  it('takes the first extension if two files have one package name', async () => {
    const project = demo();
    const bench = open(project);
    project.write('Content/B.uasset', 'both');
    expect(await bench.list()).toEqual(ALL);
    expect(bench.index.catalogue.get('/Game/B')?.file).toBe('Content/B.uasset');
    unlinkSync(project.at('Content/B.uasset'));
    expect(await bench.list()).toEqual(ALL);
    expect(bench.index.catalogue.get('/Game/B')?.file).toBe('Content/B.umap');
  });

  it('does not follow links', async () => {
    const project = demo();
    const outside = new TempProject();
    outside.write('Content/Secret.uasset', 'x');
    symlinkSync(outside.at('Content'), project.at('Content/Out'));
    symlinkSync(outside.at('Content/Secret.uasset'), project.at('Content/Link.uasset'));
    symlinkSync(project.at('Content/Sub'), project.at('Content/Sub/Loop'));
    mkdirSync(project.at('Plugins/P'), { recursive: true });
    project.write('Plugins/P/P.uplugin', '{}');
    symlinkSync(outside.at('Content'), project.at('Plugins/P/Content'));
    const bench = open(project);
    expect(await bench.list()).toEqual(ALL);
    symlinkSync(outside.at('Content/Secret.uasset'), project.at('Content/Later.uasset'));
    symlinkSync(outside.at('Content'), project.at('Content/LaterToo'));
    expect(await bench.list()).toEqual(ALL);
    expect(bench.takeReads()).toEqual(ALL);
  });

  it('does not read a folder that became a link', async () => {
    const project = demo();
    const bench = open(project);
    await bench.list();
    const outside = new TempProject();
    outside.write('Content/C.uasset', 'secret');
    rmSync(project.at('Content/Sub'), { recursive: true });
    symlinkSync(outside.at('Content'), project.at('Content/Sub'));
    expect(await bench.list()).toEqual(['/Game/A', '/Game/B']);
    outside.write('Content/C.uasset', 'changed');
    outside.write('Content/Z.uasset', 'new');
    expect(await bench.list()).toEqual(['/Game/A', '/Game/B']);
  });

  it('has no content if that is a link', async () => {
    const [project, outside] = [demo(), demo()];
    rmSync(project.at('Content'), { recursive: true });
    symlinkSync(outside.at('Content'), project.at('Content'));
    const bench = open(project);
    expect(await bench.list()).toEqual([]);
    outside.write('Content/A.uasset', 'changed');
    expect(await bench.list()).toEqual([]);
    expect(bench.reads).toEqual([]);
  });

  it('is kept between processes, and reads only changed files', async () => {
    const project = demo();
    const file = project.at('cache/index.jsonl');
    const first = open(project, { file });
    await first.list();
    await first.index.close();
    project.write('Content/A.uasset', 'changed meanwhile');
    unlinkSync(project.at('Content/B.umap'));
    const second = open(project, { file });
    expect(await second.list()).toEqual(ALL.filter(path => path !== '/Game/B'));
    expect(second.takeReads()).toEqual(['/Game/A']);
    expect(second.changes).toEqual([]);
    project.write('Content/Z.uasset', 'seen before the end');
    await second.list();
    await second.index.close();
    const third = open(project, { file });
    expect(await third.list()).toContain('/Game/Z');
    expect(third.takeReads()).toEqual([]);
    await third.index.close();
    project.write('cache/index.jsonl', 'damaged');
    const fourth = open(project, { file });
    await fourth.list();
    expect(fourth.takeReads()).toHaveLength(4);
  });

  it('continues after a cancelled scan', async () => {
    const project = demo();
    for (let i = 0; i < 100; i++) project.write(`Content/Many/M${i}.uasset`, 'x');
    const stop = new AbortController();
    const bench = open(project, {
      read: async (_file, path) => {
        bench.reads.push(path);
        if (bench.reads.length === 40) stop.abort(new Error('gave up'));
        return { class: 'X', references: [], soft: [] };
      },
    });
    const progress = vi.fn();
    await expect(bench.index.refresh(stop.signal, progress)).rejects.toThrow('gave up');
    expect(progress).toHaveBeenCalledWith(1, 104, expect.any(String));
    const before = bench.reads.length;
    expect(before).toBeLessThan(104);
    expect(await bench.list()).toHaveLength(104);
    expect(new Set(bench.reads).size).toBe(104);
    expect(bench.reads.length).toBe(104);
  });

  it('does its work once for concurrent callers', async () => {
    const bench = open(demo());
    await Promise.all([bench.list(), bench.list(), bench.list()]);
    expect(bench.takeReads()).toEqual(ALL);
  });

  it('drops a package that is deleted before it is read', async () => {
    const bench = open(demo(), { read: async () => undefined });
    expect(await bench.list()).toEqual([]);
  });

  it('fails if reading fails, and recovers', async () => {
    let broken = true;
    const bench = open(demo(), {
      read: async () => {
        if (broken) throw new Error('disk on fire');
        return { class: 'X', references: [], soft: [] };
      },
    });
    await expect(bench.list()).rejects.toThrow('disk on fire');
    broken = false;
    expect(await bench.list()).toEqual(ALL);
  });

  it('cannot be used after close', async () => {
    const bench = open(demo());
    await bench.index.close();
    await expect(bench.list()).rejects.toThrow();
    await bench.index.close();
  });
});

describe('reported changes', () => {
  it('are reported once they are in the index, without a request', async () => {
    const project = demo();
    const bench = new Bench(project);
    await bench.list();
    const heard = bench.change();
    project.write('Content/A.uasset', 'changed');
    await heard;
    expect(bench.changes).toEqual([{ paths: new Set(['/Game/A']), members: false }]);
    const gone = bench.change();
    unlinkSync(project.at('Content/Sub/C.uasset'));
    await gone;
    expect(bench.changes[1]).toEqual({ paths: new Set(['/Game/Sub/C']), members: true });
  });

  it('are not reported for the first scan, nor for files that are not packages', async () => {
    const project = demo();
    const bench = new Bench(project);
    await bench.list();
    project.write('Content/notes.txt', 'x');
    project.write('Config/DefaultGame.ini', '');
    project.write('Content/New.uasset', 'x');
    await bench.list();
    expect(bench.changes).toEqual([{ paths: new Set(['/Game/New']), members: true }]);
  });

  it('can be too many to keep individually', async () => {
    const project = demo();
    const bench = new Bench(project);
    await bench.list();
    const folder = dirname(project.write('Content/Many/first.uasset', 'x'));
    for (let i = 0; i < 5_000; i++) project.write(`Content/Many/M${i}.uasset`, '');
    expect(await bench.list()).toHaveLength(5_005);
    rmSync(folder, { recursive: true });
    expect(await bench.list()).toEqual(ALL);
  });

  it('are polled if the system does not report them, while they are watched', async () => {
    const project = demo();
    const bench = new Bench(project, { reportsChanges: async () => false });
    await bench.list();
    expect(bench.index.isWatching).toBe(false);
    expect(project.warnings).toHaveLength(1);
    project.write('Content/A.uasset', 'changed');
    const heard = bench.change();
    await bench.index.look(['/game/a', '/Game/B', '/Game/Nowhere']);
    await heard;
    expect(bench.changes[0]?.paths).toEqual(new Set(['/Game/A']));
  });
});
