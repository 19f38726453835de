import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditIntent } from '@worldwire/server/internal';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../testing/program.js';
import { openAudit } from './open-audit.js';
import { verifyAudit } from './verify-audit.js';

const SEGMENT_BYTES = 4_000;
const KEY = Buffer.from('a key of the operator');
const LOG = { debug() {}, info() {}, warn() {}, error() {} };

function intent(id: number): AuditIntent {
  const at = new Date(id).toISOString();
  return {
    id: String(id),
    at,
    world: 'test',
    principal: 'ann é',
    tool: 'set',
    access: 'write',
    arguments: '{"a":1}',
  };
}

/** A data folder whose audit has some segments, written by two processes in turn. */
async function written(writes = 30, key?: Buffer): Promise<string> {
  const folder = await temporaryFolder();
  for (const part of [0, 1]) {
    const audit = await openAudit(folder, LOG, { segmentBytes: SEGMENT_BYTES, ...(key && { key }) });
    for (let id = part * writes; id < (part + 1) * writes; id++) {
      audit.begin(intent(id));
      await audit.end(intent(id), { outcome: 'done', ms: 1, revision: id });
    }
    audit.close();
  }
  return folder;
}

function segmentsOf(folder: string): string[] {
  const names = readdirSync(folder).filter(name => name.endsWith('.jsonl'));
  return names.sort(
    (one, other) => Number(one === 'audit.jsonl') - Number(other === 'audit.jsonl') || (one < other ? -1 : 1),
  );
}

/** A small generator whose sequence a seed decides (mulberry32). */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Lines = string[];
type Random = (below: number) => number;

function onLines(change: (lines: Lines, random: Random) => void) {
  return (folder: string, random: Random) => {
    const names = segmentsOf(folder);
    const path = join(folder, names[random(names.length)] as string);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    change(lines, random);
    writeFileSync(path, lines.map(line => `${line}\n`).join(''));
  };
}

function changeByte(path: string, random: Random): void {
  const bytes = readFileSync(path);
  const at = random(bytes.length);
  bytes[at] = ((bytes[at] as number) + 1 + random(255)) % 256;
  writeFileSync(path, bytes);
}

function lastPath(folder: string): string {
  return join(folder, 'audit.jsonl');
}

const TAMPERINGS: Readonly<Record<string, (folder: string, random: Random) => void>> = {
  'a changed byte': (folder, random) => {
    const names = segmentsOf(folder);
    changeByte(join(folder, names[random(names.length)] as string), random);
  },
  'a removed record': onLines((lines, random) => lines.splice(random(lines.length), 1)),
  'a removed first record': folder => {
    const path = join(folder, segmentsOf(folder)[0] as string);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^.*\n/, ''));
  },
  'a removed last record': folder => {
    const text = readFileSync(lastPath(folder), 'utf8');
    writeFileSync(lastPath(folder), text.replace(/.*\n$/, ''));
  },
  'a removed segment': (folder, random) => {
    const names = segmentsOf(folder);
    rmSync(join(folder, names[random(names.length)] as string));
  },
  'two records in the other order': onLines((lines, random) => {
    const one = random(lines.length);
    const other = (one + 1 + random(lines.length - 1)) % lines.length;
    [lines[one], lines[other]] = [lines[other] as string, lines[one] as string];
  }),
  'a record twice': onLines((lines, random) => {
    const line = lines[random(lines.length)] as string;
    lines.splice(random(lines.length), 0, line);
  }),
  'a record between others': onLines((lines, random) =>
    lines.splice(random(lines.length), 0, JSON.stringify({ seq: 7, ...intent(7), hash: 'A'.repeat(43) })),
  ),
  'a changed head': (folder, random) => changeByte(join(folder, 'audit.head'), random),
  'a truncated file': (folder, random) => {
    const names = segmentsOf(folder);
    const path = join(folder, names[random(names.length)] as string);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, random(bytes.length)));
  },
};

describe('audit verify', () => {
  it('finds each of 50 random tamperings, with and without a key', async () => {
    const kinds = Object.entries(TAMPERINGS);
    for (const key of [undefined, KEY]) {
      const original = await written(30, key);
      expect(segmentsOf(original).length).toBeGreaterThan(3);
      const random = generator(2_026);
      for (let count = 0; count < 50; count++) {
        const [kind, tamper] = kinds[count % kinds.length] as (typeof kinds)[number];
        const folder = `${original}-${count}`;
        cpSync(original, folder, { recursive: true });
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
        tamper(folder, random);
        const { problems } = await verifyAudit(folder, { ...(key && { key }) });
        expect(problems, `${kind}, number ${count}`).not.toEqual([]);
      }
      expect(await verifyAudit(original, { ...(key && { key }) })).toMatchObject({
        records: 120,
        problems: [],
      });
    }
  });

  it('names the segment, the line and the number of the first wrong record', async () => {
    const folder = await written();
    const [, second] = segmentsOf(folder) as [string, string];
    const path = join(folder, second);
    const lines = readFileSync(path, 'utf8').split('\n');
    const { seq } = JSON.parse(lines[2] as string) as { seq: number };
    lines[2] = (lines[2] as string).replace('"ann', '"bob');
    writeFileSync(path, lines.join('\n'));
    const { problems } = await verifyAudit(folder);
    const problem = 'its hash does not fit its text and the record before it';
    expect(problems).toEqual([{ chain: 'audit', segment: second, line: 3, seq, problem }]);
  });

  it('has segments named after their first records, within the limit', async () => {
    const folder = await written();
    const names = segmentsOf(folder);
    for (const name of names) {
      const text = readFileSync(join(folder, name));
      expect(text.length).toBeLessThanOrEqual(SEGMENT_BYTES);
      const first = JSON.parse(text.toString().split('\n')[0] as string) as { seq: number };
      if (name !== 'audit.jsonl') expect(name).toBe(`audit-${String(first.seq).padStart(12, '0')}.jsonl`);
    }
  });

  it('accepts records behind the head that follow from it, as after a kill', async () => {
    const folder = await written();
    const head = join(folder, 'audit.head');
    const old = readFileSync(head);
    const audit = await openAudit(folder, LOG);
    audit.begin(intent(99));
    audit.close();
    writeFileSync(head, old);
    expect(await verifyAudit(folder)).toMatchObject({ records: 121, problems: [] });
    const again = await openAudit(folder, LOG);
    again.begin(intent(100));
    again.close();
    expect(await verifyAudit(folder)).toMatchObject({ records: 122, problems: [] });
  });

  it('still finds after a restart that the last records were removed, because the chain is left as it is', async () => {
    const folder = await written();
    const text = readFileSync(lastPath(folder), 'utf8');
    writeFileSync(lastPath(folder), text.replace(/.*\n$/, ''));
    const audit = await openAudit(folder, LOG);
    audit.begin(intent(99));
    audit.close();
    const { problems, chains } = await verifyAudit(folder);
    expect(problems).toEqual([
      { chain: 'audit', segment: 'audit.jsonl', seq: 120, problem: 'one record is missing at the end' },
    ]);
    expect(chains.map(({ chain, records }) => [chain, records])).toEqual([
      ['audit', 119],
      ['audit.2', 2],
    ]);
  });

  it('needs the key of a chain that was written with one', async () => {
    const folder = await written(5, KEY);
    const problemOf = async (key?: Buffer) =>
      (await verifyAudit(folder, { ...(key && { key }) })).problems[0]?.problem;
    expect(await problemOf()).toContain('--audit-key FILE');
    expect(await problemOf(Buffer.from('another key'))).toBe(
      'the head was changed, or the key is not its key',
    );
    expect(await problemOf(KEY)).toBeUndefined();
  });

  it('finds with the key that a chain was replaced by one without, also by an empty one', async () => {
    const problemOf = async (folder: string) =>
      (await verifyAudit(folder, { key: KEY })).problems[0]?.problem;
    const problem = 'the chain was written without the key, so it proves less';
    expect(await problemOf(await written(5))).toBe(problem);
    expect(await problemOf(await written(0))).toBe(problem);
  });

  it('continues with a new key in another chain', async () => {
    const folder = await written(5);
    const audit = await openAudit(folder, LOG, { key: KEY });
    audit.begin(intent(1));
    audit.close();
    expect(segmentsOf(folder)).toContain('audit.2.jsonl');
  });

  it('finds with the key that a chain was truncated and its head replaced by a recomputed one', async () => {
    const folder = await written(2, KEY);
    const lines = readFileSync(lastPath(folder), 'utf8').split('\n').slice(0, 1);
    writeFileSync(lastPath(folder), `${lines.join('\n')}\n`);
    const { seq, hash } = JSON.parse(lines[0] as string) as { seq: number; hash: string };
    const old = readFileSync(join(folder, 'audit.head'), 'utf8');
    writeFileSync(
      join(folder, 'audit.head'),
      old.replace(/"seq":\d+,"hash":"[^"]+"/, `"seq":${seq},"hash":"${hash}"`),
    );
    expect((await verifyAudit(folder, { key: KEY })).problems).toHaveLength(1);
  });

  it('accepts that older segments are in an archive, where the first record is named', async () => {
    const folder = await written();
    const [first, second] = segmentsOf(folder) as [string, string];
    rmSync(join(folder, first));
    const from = Number(/\d+/.exec(second)?.[0]);
    expect((await verifyAudit(folder)).problems).toHaveLength(1);
    expect((await verifyAudit(folder, { from })).problems).toEqual([]);
    expect((await verifyAudit(folder, { from: from - 1 })).problems).toHaveLength(1);
  });
});

describe('servers that share a data folder', () => {
  it('write different chains at the same time, and reuse them', async () => {
    const folder = await temporaryFolder();
    for (let round = 0; round < 2; round++) {
      const audits = [await openAudit(folder, LOG), await openAudit(folder, LOG)];
      for (const audit of audits) audit.begin(intent(1));
      for (const audit of audits) audit.close();
    }
    expect(segmentsOf(folder)).toEqual(['audit.2.jsonl', 'audit.jsonl']);
    expect((await verifyAudit(folder)).problems).toEqual([]);
  });

  it('mention the chains of each other, so that the removal of a whole chain is found', async () => {
    const folder = await temporaryFolder();
    for (let round = 0; round < 2; round++) {
      const audits = [await openAudit(folder, LOG), await openAudit(folder, LOG)];
      for (const audit of audits) audit.begin(intent(1));
      for (const audit of audits) audit.close();
    }
    for (const name of ['audit.2.jsonl', 'audit.2.head']) rmSync(join(folder, name));
    expect((await verifyAudit(folder)).problems).toMatchObject([{ chain: 'audit.2', seq: 1 }]);
  });

  it('take over the lock of a process that was killed', async () => {
    const folder = await temporaryFolder();
    const first = await openAudit(folder, LOG);
    first.begin(intent(1));
    first.close();
    // Above the largest process id of Linux.
    writeFileSync(join(folder, 'audit.lock'), '4194305 1\n');
    const next = await openAudit(folder, LOG);
    next.begin(intent(2));
    next.close();
    expect(segmentsOf(folder)).toEqual(['audit.jsonl']);
  });
});

describe('a file without hashes, of an earlier version', () => {
  it('is kept under another name', async () => {
    const folder = await temporaryFolder();
    appendFileSync(lastPath(folder), `${JSON.stringify(intent(1))}\n`);
    const audit = await openAudit(folder, LOG);
    audit.begin(intent(2));
    audit.close();
    expect(readFileSync(join(folder, 'audit-unchained-1.jsonl'), 'utf8')).toBe(
      `${JSON.stringify(intent(1))}\n`,
    );
    expect(await verifyAudit(folder)).toMatchObject({ records: 1, problems: [] });
  });
});
