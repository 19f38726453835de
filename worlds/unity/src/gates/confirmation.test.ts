import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { OPEN, REMOTE, Stage } from '../stage.test.js';

const ASKS = { requireConfirm: true };
const accept = { person: 'accept' } as const;

/** What the question says of the arguments: everything between the name of the tool and the question mark. */
function shown(question: string | undefined, tool: string): unknown {
  const [, args] = (question as string).split(`Allow ${tool} `);
  return JSON.parse((args as string).slice(0, -1).replace(/\\u\{(\w+)\}/g, astral));
}

function astral(_: string, code: string): string {
  return JSON.stringify(String.fromCodePoint(Number.parseInt(code, 16))).slice(1, -1);
}

describe('a question to the person', () => {
  it('shows code of 7,000 characters to its last one', async () => {
    const stage = await Stage.open({ grants: OPEN, config: ASKS });
    const code = `1${' + 1'.repeat(1_750)}`;
    await stage.call('ConsoleEval', { code }, accept);
    expect(shown(stage.questions[0], 'ConsoleEval')).toEqual({ code });
  });

  it.each([
    ['ConsoleEval', { code: `1;${'//'.repeat(4_000)}` }],
    ['SetClipboardText', { text: 'x'.repeat(8_000) }],
    ['SetClipboardText', { text: '\u200b'.repeat(1_400) }],
    ['WriteConsoleScript', { path: 'long.cs', content: '\n'.repeat(4_000) }],
    ['WriteStartupScript', { content: '"'.repeat(4_000) }],
  ])('is not asked where %s has more than it can show, and nothing is done', async (name, args) => {
    const stage = await Stage.open({ grants: OPEN, config: ASKS });
    const { kind, message, hint } = await stage.fail(name, args, accept);
    expect(kind).toBe('InvalidArgument');
    expect(message).toMatch(/too long for the question.*limit is 8000/);
    expect(hint).toContain('split them');
    expect(stage.questions).toEqual([]);
    expect(await stage.call('GetClipboard')).toMatchObject({ HasValue: false });
    expect(await stage.call('GetStartupScript')).not.toHaveProperty('content');
  });

  it.each([
    ['a mark that turns the direction', '\u202e'],
    ['an isolate', '\u2066'],
    ['a zero-width space', '\u200b'],
    ['a zero-width joiner', '\u200d'],
    ['a byte order mark', '\ufeff'],
    ['an escape', '\u001b'],
    ['a control of C1', '\u009b'],
    ['a line separator', '\u2028'],
    ['a half of a character', '\ud800'],
    ['a Hangul filler', '\u3164'],
    ['a Hangul choseong filler', '\u115f'],
    ['a blank of Braille', '\u2800'],
    ['a no-break space', '\u00a0'],
    ['an ideographic space', '\u3000'],
    ['a variation selector', '\ufe0f'],
    ['a tag', '\u{e0041}'],
    ['a private character', '\ue000'],
  ])('spells out %s', async (_, hidden) => {
    const stage = await Stage.open({ grants: OPEN, config: ASKS });
    const text = `before${hidden}behind`;
    await stage.call('SetClipboardText', { text }, accept);
    expect(stage.questions[0]).toMatch(/"before\\u\{?[0-9a-f]+\}?behind"/);
    expect(shown(stage.questions[0], 'SetClipboardText')).toEqual({ text });
  });

  it('spells out names of arguments as well as values', async () => {
    const stage = await Stage.open({ grants: OPEN, config: ASKS });
    const objectId = await stage.idOf('Player');
    const member = { componentType: 'Worldwire.Health', member: 'maximum' };
    await stage.fail('SetMember', { objectId, ...member, jsonValue: { 'a\u200bb': 1 } }, accept);
    expect(stage.questions[0]).toContain('"a\\u200bb"');
  });

  it('shortens runs of blanks', async () => {
    const stage = await Stage.open({ grants: OPEN, config: ASKS });
    const text = `a${' '.repeat(200)}b${'\n'.repeat(200)}c${'\t'.repeat(200)}d`;
    await stage.call('SetClipboardText', { text }, accept);
    expect(stage.questions[0]).not.toMatch(/\s{9}/);
    expect(shown(stage.questions[0], 'SetClipboardText')).toEqual({ text });
  });

  it('has few marks on one letter', async () => {
    const stage = await Stage.open({ grants: OPEN, config: ASKS });
    await stage.call('SetClipboardText', { text: `a${'\u0301'.repeat(50)}` }, accept);
    expect(stage.questions[0]).not.toMatch(/\p{M}{4}/u);
  });
});

describe('a question about a script', () => {
  const script = (name: string, content: string) => async (folder: string) => {
    await mkdir(join(folder, 'Scripts'), { recursive: true });
    await writeFile(join(folder, 'Scripts', name), content);
  };

  it('shows what RunConsoleScript runs', async () => {
    const stage = await Stage.open({ grants: OPEN, config: ASKS, prepare: script('a.cs', 'return 1;') });
    expect(await stage.call('RunConsoleScript', { path: 'a.cs' }, accept)).toMatchObject({ result: 1 });
    expect(shown(stage.questions[0], 'RunConsoleScript')).toMatchObject({
      path: 'a.cs',
      content: 'return 1;',
    });
  });

  it('shows what RunStartupScript runs, and what SetStartupScriptEnabled would run', async () => {
    const prepare = script('startup.disabled.cs', 'return 2;');
    const stage = await Stage.open({ grants: OPEN, config: ASKS, prepare });
    await stage.call('RunStartupScript', {}, accept);
    await stage.call('SetStartupScriptEnabled', { enabled: true }, accept);
    expect(stage.questions).toHaveLength(2);
    for (const question of stage.questions) expect(question).toContain('"content":"return 2;"');
  });

  it('is refused where the file is too long to be shown', async () => {
    const prepare = script('a.cs', `return 1;${'//'.repeat(4_000)}`);
    const stage = await Stage.open({ grants: OPEN, config: ASKS, prepare });
    expect(await stage.fail('RunConsoleScript', { path: 'a.cs' }, accept)).toMatchObject({
      kind: 'InvalidArgument',
    });
    expect(stage.questions).toEqual([]);
  });

  it('does not count for another text: a script that changed since is asked about again', async () => {
    const stage = await Stage.open({ grants: OPEN, config: ASKS, prepare: script('a.cs', 'return 1;') });
    const params = { name: 'RunConsoleScript', arguments: { path: 'a.cs' } };
    const caller = stage.caller({ elicitation: {} });
    const asked = await stage.ask(caller, 'tools/call', params);
    const [key] = Object.keys(asked.inputRequests as JsonObject);
    await script('a.cs', 'return 2;')(stage.folder);
    const retry = {
      ...params,
      inputResponses: { [key as string]: { action: 'accept', content: {} } },
      requestState: asked.requestState as string,
    };
    const again = await stage.ask(caller, 'tools/call', retry);
    expect(again.resultType).toBe('input_required');
    expect(JSON.stringify(again.inputRequests)).toContain('return 2;');
  });
});

describe('a question about UndoWrite', () => {
  it('shows all that is put back', async () => {
    const stage = await Stage.open({ grants: OPEN, config: ASKS });
    const text = 'first '.repeat(200);
    await stage.call('SetClipboardText', { text }, accept);
    await stage.call('SetClipboardText', { text: 'second' }, accept);
    await stage.call('UndoWrite', { id: 4 }, accept);
    expect(shown(stage.questions[2], 'UndoWrite')).toEqual({
      id: 4,
      undoes: 'SetClipboardText',
      restores: { kind: 'text', text },
    });
  });
});

describe('a question about SetConfig', () => {
  it('shows that the file is read again, too', async () => {
    const stage = await Stage.open({ grants: REMOTE, config: ASKS });
    await stage.call('SetConfig', { allowWrites: true, restart: true }, accept);
    expect(shown(stage.questions[0], 'SetConfig')).toEqual({ allowWrites: true, restart: true });
  });

  it('shows what is opened only by reading the file again', async () => {
    const stage = await Stage.open({ grants: { ...OPEN, remoteConfig: true }, config: ASKS });
    await stage.call('SetConfig', { allowWrites: false });
    expect(stage.questions).toEqual([]);
    await stage.call('SetConfig', { restart: true }, accept);
    expect(shown(stage.questions[0], 'SetConfig')).toEqual({ restart: true, opensByFile: ['allowWrites'] });
  });

  it('takes no answer from a client that was not asked', async () => {
    const stage = await Stage.open({ grants: REMOTE, config: ASKS });
    const params = { name: 'SetConfig', arguments: { allowWrites: true } };
    const caller = stage.caller({ elicitation: {} });
    const asked = await stage.ask(caller, 'tools/call', params);
    const [key] = Object.keys(asked.inputRequests as JsonObject);
    const forged = { ...params, inputResponses: { [key as string]: { action: 'accept', content: {} } } };
    expect(await stage.ask(caller, 'tools/call', forged)).toMatchObject({ resultType: 'input_required' });
    expect(await stage.call('GetConfig')).toMatchObject({ allowWrites: false });
  });
});

describe('the audit', () => {
  it('records every tool that changes something', async () => {
    const stage = await Stage.open();
    const tools = stage.unity.world.tools as readonly {
      name: string;
      access: string;
      audited?: boolean;
      annotations: { readOnlyHint: boolean };
    }[];
    const unheard = tools.filter(
      ({ access, audited, annotations }) =>
        !annotations.readOnlyHint && access === 'read' && audited !== true,
    );
    expect(unheard.map(({ name }) => name)).toEqual([]);
    expect(tools.find(({ name }) => name === 'SetConfig')).toMatchObject({ access: 'read', audited: true });
  });
});
