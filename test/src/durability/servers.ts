import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresServer, startPostgres } from '@worldwire/journal/testing';
import { expect, onTestFinished, type TestContext } from 'vitest';
import { type ServerOptions, ServerProcess } from '../../../scripts/chaos/index.mjs';

const NO_POSTGRES =
  'no PostgreSQL server is installed; "apt-get install postgresql" or "brew install postgresql" brings one';

/** Registers a cleanup: at the end of the test, unless tests share the resource. */
type Later = (end: () => Promise<void>) => void;

export async function temporaryFolder(later: Later = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'worldwire-durability-'));
  later(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The real program, listening. */
export async function serve(
  options: Omit<ServerOptions, 'data'> & { readonly data?: string },
  later: Later = onTestFinished,
): Promise<{ readonly server: ServerProcess; readonly origin: string }> {
  const server = new ServerProcess({ ...options, data: options.data ?? (await temporaryFolder(later)) });
  later(() => server.kill());
  return { server, origin: await server.ready };
}

/** A new PostgreSQL server. If it is not installed, the test is skipped, or fails if PostgreSQL is required. */
export async function postgresOf(
  context: TestContext,
  later: Later = onTestFinished,
): Promise<PostgresServer> {
  const postgres = await startPostgres();
  if (postgres !== undefined) {
    later(() => postgres.stop());
    return postgres;
  }
  if (process.env.WORLDWIRE_REQUIRE_POSTGRES === '1') return expect.fail(NO_POSTGRES);
  console.warn(`${context.task.name}: skipped, ${NO_POSTGRES}.`);
  return context.skip(NO_POSTGRES);
}
