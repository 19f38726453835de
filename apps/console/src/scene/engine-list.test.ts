import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { chosenEngine, type EngineCard, engineLine, openEngineList } from './engine-list.js';
import { resourceUri, withEngine } from './engine-target.js';

const card = (name: string, more: Partial<EngineCard> = {}): EngineCard => ({
  name,
  engine: 'Godot',
  version: '4.3',
  role: 'game',
  state: 'linked',
  since: '2026-01-01T00:00:00Z',
  ...more,
});
const lost = (name: string) => card(name, { state: 'lost', reason: 'the connection was lost' });

function stage(first: readonly EngineCard[], inAddress?: string) {
  let answer: () => Promise<readonly EngineCard[]> = async () => first;
  const wanted = signal(inAddress);
  const engines = openEngineList(() => answer(), wanted);
  return {
    engines,
    wanted,
    next: async (cards: readonly EngineCard[]) => {
      answer = async () => cards;
      await engines.read();
      await engines.read();
    },
    fail: async () => {
      answer = () => Promise.reject(new Error('The server does not answer.'));
      await engines.read();
      await engines.read();
    },
  };
}

describe('the list of engines', () => {
  it('needs no choice while there is one engine, and none in a world without links', async () => {
    const one = stage([card('quest')]);
    await one.engines.read();
    expect([one.engines.shown.value, one.engines.isChoice()]).toEqual(['quest', false]);
    const none = stage([], 'quest');
    expect(none.engines.cards.value).toBeUndefined();
    await none.engines.read();
    expect([none.engines.cards.value, none.engines.shown.value]).toEqual([[], undefined]);
    expect(none.engines.isChoice()).toBe(false);
  });

  it('shows the engine of the address, and the next one when the address changes', async () => {
    const { engines, wanted, next } = stage([card('quest'), card('harbour')], 'harbour');
    await next([card('quest'), card('harbour')]);
    expect([engines.shown.value, engines.isChoice()]).toEqual(['harbour', true]);
    wanted.value = 'quest';
    expect(engines.shown.value).toBe('quest');
    wanted.value = undefined;
    expect(engines.shown.value).toBe('quest');
  });

  it('keeps the engine that is shown when others link, and when it is lost', async () => {
    const { engines, next } = stage([card('quest')]);
    await next([card('quest')]);
    await next([card('harbour'), card('quest')]);
    expect(engines.shown.value).toBe('quest');
    await next([card('harbour'), lost('quest')]);
    expect(engines.shown.value).toBe('quest');
    expect(engines.card()).toMatchObject({ state: 'lost', reason: 'the connection was lost' });
  });

  it('is a choice when the engine of the address is not in it', async () => {
    const { engines, next } = stage([card('quest')], 'harbour');
    await next([card('quest')]);
    expect([engines.shown.value, engines.card(), engines.isChoice()]).toEqual(['harbour', undefined, true]);
  });

  it('stays as it was while the server does not answer', async () => {
    const { engines, fail, next } = stage([card('quest'), card('harbour')]);
    await next([card('quest'), card('harbour')]);
    await fail();
    expect(engines.cards.value).toHaveLength(2);
    const silent = openEngineList(() => Promise.reject(new Error('no')), signal(undefined));
    await silent.read();
    expect(silent.cards.value).toEqual([]);
  });

  it('is read once more after a change during a read', async () => {
    const answers: ((cards: readonly EngineCard[]) => void)[] = [];
    const engines = openEngineList(() => new Promise(resolve => answers.push(resolve)), signal(undefined));
    const first = engines.read();
    engines.read();
    expect(answers).toHaveLength(1);
    answers[0]?.([card('quest')]);
    await first;
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.([card('quest'), card('harbour')]);
    await expect.poll(() => engines.cards.value?.length).toBe(2);
  });
});

describe('the engine of a view', () => {
  it('is at first one that is linked', () => {
    expect(chosenEngine([lost('quest'), card('harbour')], undefined, undefined)).toBe('harbour');
    expect(chosenEngine([lost('quest'), lost('harbour')], undefined, undefined)).toBe('quest');
  });

  it('is in one line with its holder', () => {
    const held = { holder: 'nova', until: '2026-01-01T00:01:00Z' };
    expect(engineLine(card('quest', { held }))).toBe('quest · Godot 4.3 · game · linked · held by nova');
    expect(engineLine(card('quest', { version: '', role: 'editor' }))).toBe(
      'quest · Godot · editor · linked',
    );
  });

  it('is in the arguments of calls and in the addresses of resources, if it has a name', () => {
    expect(withEngine({ id: 'obj:1' }, 'quest')).toEqual({ id: 'obj:1', engine: 'quest' });
    expect(withEngine({ id: 'obj:1' }, undefined)).toEqual({ id: 'obj:1' });
    expect(resourceUri('hooks?limit=200', 'quest')).toBe('engine://quest/hooks?limit=200');
    expect(resourceUri('status', undefined)).toBe('unity://status');
  });
});
