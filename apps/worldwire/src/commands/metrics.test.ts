import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { callTool, openSession } from '../testing/client.js';
import { readExposition, seriesValue } from '../testing/exposition.js';
import { Program } from '../testing/program.js';

const OPERATIONS = new URL('../../../../docs/operations.md', import.meta.url);

async function scrape(url: string) {
  return readExposition(await (await fetch(url)).text());
}

describe('serve --metrics-port', () => {
  it('serves what the server counted, in a form that Prometheus reads', async () => {
    const program = new Program([
      ...['serve', 'universe', 'lighthouse', '--port', '0', '--metrics-port', '0', '--json'],
    ]);
    const { url } = JSON.parse(await program.line('stdout', '"wire":"metrics"')) as { url: string };
    const universe = await program.url();
    await openSession(universe);
    await (await callTool(universe, 'get_universe_state', { universeId: 'sol', ids: ['earth'] })).text();
    await (await callTool(universe, 'get_universe_state', { universeId: 'none' })).text();
    const command = { type: 'updateStar', id: 'earth', payload: { mass: 5e24 } };
    await (await callTool(universe, 'send_universe_command', { universeId: 'sol', command })).text();
    await (await fetch(new URL('/universes/sol', universe))).text();
    const families = await scrape(url);
    const world = 'universe';
    const count = (name: string, labels = {}) => seriesValue(families, name, { world, ...labels });
    expect(count('worldwire_requests_total', { method: 'tools/call' })).toBe(3);
    expect(count('worldwire_requests_total', { method: 'initialize' })).toBe(1);
    expect(count('worldwire_tool_duration_seconds_count', { tool: 'get_universe_state' })).toBe(2);
    expect(count('worldwire_errors_total', { kind: 'NotFound' })).toBe(1);
    expect(count('worldwire_sessions')).toBe(1);
    expect(count('worldwire_streams')).toBe(0);
    expect(count('worldwire_calls_in_flight')).toBe(0);
    expect(count('worldwire_world_ready')).toBe(1);
    // The first start creates the solar system.
    expect(count('worldwire_journal_commit_duration_seconds_count')).toBe(2);
    const route = { method: 'GET', route: '/universes/:id', status: '200' };
    expect(count('worldwire_http_requests_total', route)).toBe(1);
    expect(seriesValue(families, 'worldwire_sessions', { world: 'lighthouse' })).toBe(0);
    expect(seriesValue(families, 'worldwire_client_memory_bytes', { kind: 'sessions' })).toBeGreaterThan(0);
    expect(seriesValue(families, 'worldwire_audit_refusing')).toBe(0);
    expect(seriesValue(families, 'process_cpu_seconds_total')).toBeGreaterThan(0);
    const delay = async () => (await scrape(url)).get('worldwire_event_loop_delay_seconds')?.samples.length;
    await expect.poll(delay).toBe(5);
    program.kill('SIGTERM');
    expect((await program.ended).code).toBe(0);
  });

  it('serves the metrics that docs/operations.md lists', async () => {
    const program = new Program([
      ...['serve', 'lighthouse', '--frames', '--port', '0', '--metrics-port', '0', '--json'],
    ]);
    const { url } = JSON.parse(await program.line('stdout', '"wire":"metrics"')) as { url: string };
    const rows = (await readFile(OPERATIONS, 'utf8')).matchAll(
      /^\| `([a-z_]+)` \| (counter|gauge|histogram) \|/gm,
    );
    const served = [...(await scrape(url))].map(([name, { type }]) => `${name} ${type}`);
    expect(served.sort()).toEqual(Array.from(rows, ([, name, type]) => `${name} ${type}`).sort());
  });

  it('refuses a value that is not a port', async () => {
    const { code, stderr } = await new Program(['serve', 'lighthouse', '--metrics-port', 'many']).ended;
    expect(code).toBe(2);
    expect(stderr).toContain('--metrics-port many: a port is a number from 0 to 65535');
  });

  it('opens no such port without the flag', async () => {
    const program = new Program(['serve', 'lighthouse', '--port', '0', '--json']);
    await program.url();
    program.kill('SIGTERM');
    expect((await program.ended).stdout).not.toContain('metrics');
  });
});
