import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CHECKS, CLIENTS, checksOf, WIRES, type Wire, wiresOf } from '../../clients/matrix.mjs';
import { PAGE, pageWith } from '../../clients/page.mjs';
import { readText } from '../packaging/root.js';

const LOCK = JSON.parse(readText('test/clients/package-lock.json')).packages as Record<
  string,
  { readonly version?: string; readonly engines?: { readonly node?: string } } | undefined
>;
const page = readText(PAGE);

describe.each(CLIENTS)('$id in the matrix of clients', client => {
  const locked = LOCK[`node_modules/${client.package}`];

  it('has an exact version, which the lockfile and the page have too', () => {
    expect(client.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(locked?.version).toBe(client.version);
    expect(page).toContain(`| \`${client.name}\` | ${client.version} |`);
  });

  it('speaks a wire, or has a sentence with the reason', () => {
    expect(wiresOf(client)).not.toEqual([]);
    for (const wire of Object.keys(WIRES) as Wire[])
      if (client[wire] !== true) expect(client[wire]).toMatch(/^[A-Z].{20,}\.$/);
  });

  it('connects, lists, reads, fails and gets a resource over each of its wires, and lacks the rest for a reason', () => {
    for (const wire of wiresOf(client))
      expect(checksOf(client, wire, 'unity')).toEqual(
        expect.arrayContaining(['connect', 'tools', 'read', 'error', 'resource']),
      );
    for (const { check, reason } of client.lacks) {
      expect(Object.keys(CHECKS)).toContain(check);
      expect(reason).toMatch(/^[A-Z].{20,}\.$/);
    }
  });

  it('runs on a Node that its package supports', () => {
    const [, oldest = '0'] = /^>=(\d+)/.exec(locked?.engines?.node ?? '') ?? [];
    expect(Number((client.node ?? '20').split('.')[0])).toBeGreaterThanOrEqual(Number(oldest));
  });

  it('has a driver', () => {
    const driver = new URL(`../../clients/drivers/${client.id}.mjs`, import.meta.url);
    expect(existsSync(fileURLToPath(driver))).toBe(true);
  });
});

describe('the page of the matrix', () => {
  it('has the counts that the clients must reach', () => {
    expect(pageWith(page), `${PAGE} is stale: run npm run docs`).toBe(page);
  });

  it('differs if one client fails one check', () => {
    const [first] = CLIENTS;
    const counts = (client: (typeof CLIENTS)[number], wire: Wire) =>
      pageCount(client, wire) - (client === first && wire === 'http' ? 1 : 0);
    expect(pageWith(page, counts)).not.toBe(page);
    expect(pageWith(page, pageCount)).toBe(page);
  });
});

function pageCount(client: (typeof CLIENTS)[number], wire: Wire): number {
  return ['universe', 'unity', 'unreal'].reduce(
    (sum, world) => sum + checksOf(client, wire, world).length,
    0,
  );
}
