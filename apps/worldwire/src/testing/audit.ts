import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEvent, AuditIntent } from '@worldwire/server/internal';
import { expect } from 'vitest';

/** A line of the audit: an outcome, or an intent where there is none yet. */
export type AuditLine = AuditIntent & Partial<AuditEvent>;

/** The default data folder of a program. */
export function usualData(home: string): string {
  const parts = process.platform === 'darwin' ? ['Library', 'Application Support'] : ['.local', 'share'];
  return join(home, ...parts, 'worldwire');
}

export async function readAudit(data: string): Promise<readonly AuditLine[]> {
  const text = await readFile(join(data, 'audit.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as AuditLine);
}

/** The first outcome that a test is looking for, of those already there or to come. */
export async function auditOutcome(data: string, wanted: Partial<AuditEvent>): Promise<AuditLine> {
  const find = async () => {
    const lines = await readAudit(data);
    return lines.find(line => Object.entries(wanted).every(([key, value]) => line[key as 'id'] === value));
  };
  await expect.poll(find).toBeDefined();
  return (await find()) as AuditLine;
}
