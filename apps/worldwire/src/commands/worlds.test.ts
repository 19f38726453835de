import { describe, expect, it } from 'vitest';
import { run } from '../testing/program.js';

describe('worlds', () => {
  it('lists each public world with its tools and what they need', async () => {
    const { code, stdout } = await run(['worlds']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^lighthouse {2}port 3000 /);
    expect(stdout).toMatch(/look +read\n/);
    expect(stdout).toMatch(/set_beacon +write +needs --allow writes\n/);
  });

  it('lists the same as JSON, without private worlds', async () => {
    const { worlds } = JSON.parse((await run(['worlds', '--json'])).stdout);
    expect(worlds.map(({ name }: { name: string }) => name)).toEqual(['lighthouse']);
    expect(worlds[0].tools).toContainEqual(expect.objectContaining({ name: 'set_beacon', access: 'write' }));
    expect(worlds[0]).toMatchObject({ port: 3000, opens: 'read' });
  });
});
