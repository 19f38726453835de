import type { Log } from '@worldwire/server';
import { Problem, reasonOf } from '../errors/problem.js';
import type { Settings } from '../settings/settings.js';
import { makeDataFolder } from '../storage/data-folder.js';
import { AppendFile } from './append-file.js';
import { AuditFile } from './audit-file.js';
import { readAuditKey } from './audit-key.js';
import { type ChainFiles, chainName, chainPaths, listChains } from './audit-paths.js';
import { lockChain } from './chain-lock.js';
import { BrokenChain, checkChain, moveUnchained } from './chain-state.js';
import type { ChainOptions } from './chain-writer.js';
import type { ChainHead } from './chained-line.js';
import { readHead, writeHead } from './head-file.js';

/** Servers that may use one data folder at a time. */
const MAX_CHAINS = 64;

/** Opens the audit that the settings of a server describe. */
export function openAuditFor(
  { data, auditKey, auditSegment }: Pick<Settings, 'data' | 'auditKey' | 'auditSegment'>,
  log: Log,
): Promise<AuditFile> {
  const key = readAuditKey(auditKey);
  return openAudit(data, log, {
    ...(key !== undefined && { key }),
    ...(auditSegment !== undefined && { segmentBytes: auditSegment }),
  });
}

/** Opens the audit of a data folder: the first chain that no other process writes. Creates folder and chain if they do not exist. */
export async function openAudit(data: string, log: Log, options: ChainOptions = {}): Promise<AuditFile> {
  await makeDataFolder(data);
  try {
    for (let number = 1; number <= MAX_CHAINS; number++) {
      const audit = openChain(data, chainName(number), log, options);
      if (audit !== undefined) return audit;
    }
  } catch (thrown) {
    throw unusable(reasonOf(thrown), thrown);
  }
  throw unusable(`${MAX_CHAINS} chains of ${data} are in use or do not fit their heads.`);
}

function unusable(reason: string, cause?: unknown): Problem {
  return Problem.refusal(
    'audit',
    `The audit cannot be written, and nothing is served without it. ${reason} Name another folder with --data DIR.`,
    cause,
  );
}

function openChain(data: string, name: string, log: Log, options: ChainOptions): AuditFile | undefined {
  const paths = chainPaths(data, name);
  const unlock = lockChain(paths.lock);
  if (unlock === undefined) return undefined;
  try {
    const isNew = !listChains(data).some(chain => chain.name === name);
    const file = new AppendFile(paths.current, options.write);
    // Throws for anything but a regular file, before it is read.
    file.open();
    const chains = listChains(data);
    const own = chains.find(chain => chain.name === name);
    const state = checkChain(data, own, paths, options.key);
    file.close();
    if (state === undefined || state instanceof BrokenChain) {
      unlock();
      if (state !== undefined)
        log.error(
          { file: paths.current, reason: state.reason },
          'the audit does not fit its head: it is left as it is, and another chain is written. Run "worldwire audit verify"',
        );
      return undefined;
    }
    if (state.unchained) moveUnchained(paths);
    if (own?.hasHead !== true) writeHead(paths.head, state.last, options.key);
    file.open();
    if (state.torn > 0) file.cut(state.size);
    return new AuditFile(file, paths, state, othersThan(name, data, chains), log, unlock, options, isNew);
  } catch (thrown) {
    unlock();
    throw thrown;
  }
}

/** The heads of the other chains, so that the removal of a whole chain is found. */
function othersThan(name: string, data: string, chains: readonly ChainFiles[]): Record<string, ChainHead> {
  const heads = chains.flatMap(chain => {
    if (chain.name === name) return [];
    const head = readHead(chainPaths(data, chain.name).head, undefined);
    return head === undefined || head.seq === 0 ? [] : [[chain.name, { seq: head.seq, hash: head.hash }]];
  });
  return Object.fromEntries(heads);
}
