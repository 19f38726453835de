import { writePackage } from '@worldwire/uasset/testing';
import { openProject } from '@worldwire/unreal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type Visitor } from '../universe/official-clients.js';
import type { Facts } from './answers.js';
import { DiskProject } from './disk-project.js';
import { startUnreal, type UnrealServer } from './unreal-server.js';

const ASSETS = 5_000;
const LINES = 100_000;
const FOLDERS = 50;
const CORE = { className: 'Package', classPackage: '/Script/CoreUObject' };
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

let project: DiskProject;
let server: UnrealServer;
let client: Visitor;

/** A chain of half of the assets below one level; nothing refers to the other half. */
beforeAll(async () => {
  project = await DiskProject.make();
  for (let index = 0; index < ASSETS; index++) {
    const uses = index === 0 || index >= ASSETS / 2 ? [] : [pathOf(index - 1 - ((index - 1) % 8))];
    await project.write(
      `Content${pathOf(index).slice('/Game'.length)}.uasset`,
      asset(nameOf(index), uses, 'StaticMesh'),
    );
  }
  const used = Array.from({ length: ASSETS / 2 }, (_, index) => pathOf(index));
  await project.write('Content/Maps/Quay.umap', asset('Quay', used, 'World'));
  const lines = Array.from(
    { length: LINES },
    (_, line) => `LogTemp: ${line % 100 ? '' : 'Warning: '}line ${line}`,
  );
  await project.write('Saved/Logs/Demo.log', `${lines.join('\r\n')}\r\n`);
  const { folder } = project;
  server = await startUnreal({ sources: async log => [await openProject({ folder, log, now: Date.now })] });
  client = await (ERAS[0] as (typeof ERAS)[number])[1](server.url);
}, 300_000);
afterAll(async () => {
  await client?.close();
  await server?.close();
  await project?.close();
});

function nameOf(index: number): string {
  return `SM_Prop_${String(index).padStart(5, '0')}`;
}

function pathOf(index: number): string {
  return `/Game/Environment/Folder_${String(index % FOLDERS).padStart(2, '0')}/${nameOf(index)}`;
}

function asset(name: string, uses: readonly string[], kind: string): Uint8Array {
  return writePackage({
    imports: [
      { name: '/Script/Engine', ...CORE },
      { name: kind, className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
      ...uses.map(path => ({ name: path, ...CORE })),
    ],
    exports: [{ name, classIndex: -2, isAsset: true }],
  });
}

describe('a project of 5,000 assets', () => {
  it('has its unused assets in one answer of 16 KB', async () => {
    const result = await client.call('find_unused_assets', {});
    expect(bytes(result)).toBeLessThanOrEqual(16 * 1024);
    expect(result.structuredContent).toMatchObject({
      checked: ASSETS + 1,
      total: ASSETS / 2,
      usedWithoutReferencers: { levels: 1 },
      nextCursor: expect.any(String),
    });
  }, 300_000);

  it('has what breaks without an asset in one answer of 4 KB', async () => {
    const args = { path: pathOf(0), direction: 'referencers', depth: 20 };
    const result = await client.call('get_references', args);
    expect(bytes(result)).toBeLessThanOrEqual(4_096);
    const { total, referencers, summary } = result.structuredContent as Facts;
    expect((total as Facts).referencers).toBeGreaterThan(100);
    expect((referencers as Facts[])[0]).toEqual({ path: '/Game/Maps/Quay', soft: false, depth: 1 });
    expect(summary).toMatchObject({ referencers: { byClass: { World: 1 } } });
  });

  it.each([
    ['list_assets', { limit: 200 }],
    ['find_assets', { query: 'prop', limit: 200 }],
    ['get_references', { path: '/Game/Maps/Quay', limit: 200 }],
    ['describe_asset', { path: '/Game/Maps/Quay' }],
    ['get_blueprint_contents', { path: '/Game/Maps/Quay', limit: 200_000 }],
    ['tail_log', { lines: 1_000 }],
    ['get_editor_state', {}],
  ])('has an answer of at most 64 KiB to %s', async (name, args) => {
    const result = await client.call(name, args);
    expect(result.isError).toBeFalsy();
    expect(bytes(result)).toBeLessThanOrEqual(64 * 1024);
  });

  it('has every line of its log over the pages, and every warning', async () => {
    const count = async (filter: object) => {
      let [lines, cursor] = [0, undefined as unknown];
      do {
        const args = {
          lines: 1_000,
          maxBytes: 1_000_000,
          ...filter,
          ...(cursor !== undefined && { cursor }),
        };
        const page = (await client.call('tail_log', args)).structuredContent as Facts;
        lines += page.returned as number;
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return lines;
    };
    expect(await count({})).toBe(LINES);
    expect(await count({ level: 'warning' })).toBe(LINES / 100);
  }, 300_000);
});
