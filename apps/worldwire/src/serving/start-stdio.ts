import { once } from 'node:events';
import type { Logger } from 'pino';
import type { AuditFile } from '../audit/audit-file.js';
import { openAuditFor } from '../audit/open-audit.js';
import { Problem } from '../errors/problem.js';
import type { SelectedWorld, Settings } from '../settings/settings.js';
import { NewFolders } from '../storage/new-folders.js';
import { createHost } from './host.js';
import { openWorld } from './load-worlds.js';
import { openTracing } from './open-tracing.js';
import { PASSWORD_SHOWN } from './operator-warnings.js';
import { rightsNow } from './rights-now.js';

export interface StdioServer {
  /** Resolves when the input ends. */
  readonly ended: Promise<unknown>;
  /** Waits for calls in flight and closes the world. */
  close(): Promise<void>;
}

/** Serves one world on standard input and output, with policy, audit and limits. */
export async function startStdio(
  selected: SelectedWorld,
  settings: Settings,
  log: Logger,
): Promise<StdioServer> {
  const { rules, by } = settings.approve;
  if (by !== 'client' && [...rules.values()].some(rule => rule !== 'none')) {
    throw Problem.usage(
      'Over standard input no operator can decide on calls. Add --approve-by client, or use worldwire serve.',
    );
  }
  const folders = await NewFolders.of(settings.data);
  let audit: AuditFile | undefined;
  try {
    audit = await openAuditFor(settings, log);
    return await startWith(selected, settings, log, audit);
  } catch (thrown) {
    audit?.discard();
    await folders.remove();
    throw thrown;
  }
}

async function startWith(
  selected: SelectedWorld,
  settings: Settings,
  log: Logger,
  audit: AuditFile,
): Promise<StdioServer> {
  const [{ compose }, { serveStdio }, opened] = await Promise.all([
    import('./compose.js'),
    import('@worldwire/transports/stdio'),
    openWorld(selected, settings, Promise.resolve(log)),
  ]);
  if (settings.passwordShown) log.warn({}, PASSWORD_SHOWN);
  const tracing = await openTracing(settings, log);
  const host = {
    ...createHost(settings.limits, log, audit),
    rightsNow: rightsNow(undefined, false, Date.now),
  };
  const traced = tracing && { meter: tracing.world(selected.name) };
  const { kernel, ceiling } = compose(selected.name, opened, settings, {
    ...host,
    ...traced,
    clientOnly: true,
  });
  await kernel.begin();
  const { stdin: input, stdout: output } = process;
  const dialect = settings.features.dialect === false ? undefined : opened.dialect;
  const wire = serveStdio({
    ...host,
    kernel,
    input,
    output,
    ...(dialect !== undefined && { dialect }),
  });
  log.info({ world: selected.name, ceiling }, 'serving on standard input and output');
  return {
    ended: Promise.race([once(input, 'end'), once(input, 'close'), wire.closed]),
    async close() {
      const closing = wire.close();
      // Ends subscriptions, and waits for other calls.
      await kernel.close();
      await closing;
      audit.close();
      await tracing?.close();
    },
  };
}
