import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf, reasonOf } from '../problem.js';

const PATIENCE_MS = 2_000;

export type Occupant =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'world'; readonly name: string; readonly version: string }
  | { readonly kind: 'guarded' }
  | { readonly kind: 'stranger' }
  | { readonly kind: 'forbidden'; readonly reason: string };

/** Finds out who holds a port: by trying to take it, and where that fails, by asking whoever has it. */
export async function probePort(host: string, port: number): Promise<Occupant> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return { kind: 'nobody' };
  } catch (thrown) {
    if (codeOf(thrown) !== 'EADDRINUSE') return { kind: 'forbidden', reason: reasonOf(thrown) };
    return ask(`http://${callable(host)}:${port}/mcp`);
  }
}

async function ask(url: string): Promise<Occupant> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.status === 401) return { kind: 'guarded' };
    const about = (await response.json()) as { name?: unknown; version?: unknown; protocol?: unknown };
    const { name, version, protocol } = about;
    const ours = typeof protocol === 'string' && protocol.startsWith('Model Context Protocol');
    if (!ours || typeof name !== 'string' || typeof version !== 'string') return { kind: 'stranger' };
    return { kind: 'world', name, version };
  } catch {
    return { kind: 'stranger' };
  }
}

function callable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
