import { beforeAll, describe, expect, it } from 'vitest';
import { parseInSlices } from '../editor/remote/json-in-slices.js';
import { tailLog } from '../files/log-file.js';
import { parseLogLine } from '../files/log-line.js';
import { maskedText, maskedValue } from '../port/credentials.js';
import type { Code } from '../project/code/code-index.js';
import { tagsIn } from '../project/code/code-tags.js';
import { declarationsIn, specifierRanges } from '../project/code/cpp-declarations.js';
import { cppText } from '../project/code/cpp-text.js';
import { LineNumbers } from '../project/code/line-numbers.js';
import { NativeClasses } from '../project/code/native-classes.js';
import { loadIndex } from '../project/index/index-file.js';
import { WordPool } from '../project/index/word-pool.js';
import { ClassTree } from '../project/search/class-tree.js';
import { addDeclarations, addTexts, memberLine } from '../project/search/code-hits.js';
import { FoundPlaces } from '../project/search/found-places.js';
import { findLines } from '../project/search/source-lines.js';
import { Ini } from '../project/settings/ini.js';
import { projectTags } from '../project/tags/project-tags.js';
import { TempProject } from '../project/temp-project.test.js';
import { readValue } from '../t3d/read-value.js';
import { parseT3d } from '../t3d/t3d-reader.js';
import { countedWork } from './testing/counted-work.js';
import { HOSTILE } from './testing/hostile-shapes.js';
import { TimeSlice } from './time-slice.js';

const { signal } = new AbortController();
const SIZE = 200_000;
/** Linear work takes four times as long for four times as much, quadratic work sixteen times. */
const MAX_TIMES = 9;
/** The tolerance of a short measurement. */
const NOISE_MS = 8;

const json = (text: string) => parseInSlices(text, { depth: 200, values: 2_000_000 }, new TimeSlice(signal));

/** Every parser of input from project files or an editor. */
const PARSERS: Readonly<Record<string, (text: string, project: TempProject) => unknown>> = {
  'a settings file': text => new Ini().apply(`[S]\n${text}`, new TimeSlice(signal)),
  'the mask of a setting': text => maskedText('Name', text),
  'the mask of a value': text => maskedValue('Name', { [text.slice(0, 10)]: [text, { Value: text }] }),
  'an exported text': text => parseT3d(text, new TimeSlice(signal)).catch(() => null),
  'a value of an exported text': text => readValue(text.slice(text.indexOf('=') + 1)),
  'an answer of the editor': text => json(`{"a":${JSON.stringify(text)},"b":[${text}`),
  'a line of a log': text => parseLogLine(text),
  'a log': (text, project) => {
    project.write('Saved/Logs/Demo.log', text);
    return tailLog(project.root, { lines: 5_000, query: 'nowhere' }, signal);
  },
  'C++ code': async text => {
    const slice = new TimeSlice(signal);
    const { code, literals } = await cppText(text, slice);
    const lines = await LineNumbers.of(text, slice);
    await declarationsIn(code, text, lines, slice);
    await tagsIn(code, literals, lines, slice);
    await specifierRanges(code, slice);
  },
  'lines of source files': async text => {
    const stamp = { size: text.length, modified: 0, changed: 0 };
    const files = ['a.cpp', 'b.ini'].map(file => ({
      ...{ file, path: file, module: undefined, ...stamp },
      read: async () => text,
    }));
    await findLines(files, ['a', ' ', '"'], new TimeSlice(signal));
  },
  'the specifiers of a C++ member': text =>
    memberLine({ kind: 'property', name: 'A', line: 1, specifiers: text }),
  'a kept index': (text, project) =>
    loadIndex(project.write('index.jsonl', text), project.root, new WordPool()),
};

/** The least CPU time of some runs in milliseconds, independent of other load. */
async function cost(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

describe.each(Object.entries(PARSERS))('%s', (_name, parse) => {
  it.each(Object.entries(HOSTILE))('takes time in proportion to its length: %s', async (_kind, make) => {
    const project = new TempProject();
    const [short, long] = [make(SIZE), make(4 * SIZE)];
    const few = await cost(() => parse(short, project));
    const many = await cost(() => parse(long, project));
    expect(many).toBeLessThan(MAX_TIMES * (few + NOISE_MS));
  });
});

/** Tags of C++ and settings, each of which takes so many characters. */
const TAGS: Readonly<Record<string, (size: number) => Promise<unknown>>> = {
  'one name in many places': size => tagged(Array.from({ length: size / 10 }, () => 'Sea.Calm')),
  'a name with many parts': size => tagged(['a.'.repeat(size / 20), 'a']),
  'many names that are asked for': size => tagged(Array.from({ length: size / 10 }, (_, at) => `Sea.N${at}`)),
};

function tagged(names: readonly string[]): Promise<unknown> {
  const code = names.map((tag, line) => ({ tag, line, isDefined: line % 3 > 0 }));
  const files = [{ file: 'Tags.cpp', module: 'Game', declarations: [], texts: [], tags: code }];
  const noTable = () => Promise.reject(new Error('no table'));
  const ini = { tags: [{ tag: names[0] as string, comment: '', file: 'a.ini' }], tables: [] };
  return projectTags(ini, { files, notes: [] }, noTable, new TimeSlice(signal));
}

describe('gameplay tags', () => {
  it.each(Object.entries(TAGS))('take time in proportion to their length: %s', async (_kind, read) => {
    const few = await cost(() => read(SIZE));
    const many = await cost(() => read(4 * SIZE));
    expect(many).toBeLessThan(MAX_TIMES * (few + NOISE_MS));
  });
});

describe('100,000 entries or more', () => {
  const lines = (line: (at: number) => string) =>
    Array.from({ length: 300_000 }, (_, at) => line(at)).join('\n');
  const code = (): Code => ({
    files: Array.from({ length: 1_000 }, (_, file) => ({
      file: `Source/Game/${file}.h`,
      module: 'Game',
      declarations: Array.from({ length: 100 }, (_, line) => ({
        kind: 'class' as const,
        name: `AType${file}x${line}`,
        base: 'AActor',
        line,
        specifiers: '',
      })),
      texts: Array.from({ length: 300 }, (_, line) => ({ line, text: `Text ${file} ${line}` })),
      tags: [],
    })),
    notes: [],
  });
  const classesCode = code();
  let classes: NativeClasses;
  beforeAll(async () => {
    classes = await NativeClasses.of(classesCode, new TimeSlice(signal));
  });

  const cases: Readonly<Record<string, () => Promise<unknown>>> = {
    'of gameplay tags': () =>
      (TAGS['many names that are asked for'] as (size: number) => Promise<unknown>)(1e6),
    'of settings': () => new Ini().apply(`[S]\n${lines(at => `+Key=v${at}`)}`, new TimeSlice(signal)),
    'of JSON': () => json(`{"ReturnValue":[${lines(at => `"/Game/A.A:L.Actor_${at}",`)}1]}`),
    'of C++ types': () => NativeClasses.of(code(), new TimeSlice(signal)),
    'of C++ types that are found': () =>
      addDeclarations(new FoundPlaces(), classes, 'any', () => true, new TimeSlice(signal)),
    'of texts that are found': () =>
      addTexts(new FoundPlaces(), classesCode.files, 'C++ file', 'any', () => true, new TimeSlice(signal)),
    'of a class tree': () => ClassTree.of([], classes, new WordPool(), new TimeSlice(signal)),
    'of a pool of words': () => {
      const pool = new WordPool();
      for (let at = 0; at < 300_000; at++) pool.id(`${'Ж'.repeat(100)}${at}`);
      return pool.fold(new TimeSlice(signal));
    },
    'of an exported text': () =>
      parseT3d(
        `Begin Object Name="A"\n${lines(at => `P${at}=(X=1,Y="two")`)}\nEnd Object`,
        new TimeSlice(signal),
      ),
  };

  it.each(Object.entries(cases))(
    '%s are read in at least ten parts, with a pause after each',
    async (_name, parse) => {
      const { total, longest } = await countedWork(parse, 1);
      expect(total).toBeGreaterThan(10);
      expect(longest).toBeLessThan(total / 10);
    },
  );
});
