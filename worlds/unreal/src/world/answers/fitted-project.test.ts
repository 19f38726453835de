import { describe, expect, it } from 'vitest';
import type { ProjectInfo } from '../../port/operations.js';
import { fittedProject } from './fitted-project.js';

const PROJECT: ProjectInfo = {
  name: 'Demo',
  modules: [],
  plugins: [],
  settings: { '/Script/Engine.Engine': { A: '1' } },
  gameplayTags: { total: 5_000, tags: Array.from({ length: 5_000 }, (_, at) => `Tag.Number${at}`) },
  input: { actions: { Jump: ['SpaceBar'] }, axes: {} },
};

describe('the project in an answer', () => {
  it('has as many gameplay tags as fit, with the number of all', () => {
    const { facts, note } = fittedProject(PROJECT, undefined, 60_000) as {
      facts: ProjectInfo;
      note?: string;
    };
    expect(facts.gameplayTags?.total).toBe(5_000);
    expect(facts.gameplayTags?.tags.length).toBeGreaterThan(100);
    expect(facts.gameplayTags?.tags.length).toBeLessThan(5_000);
    expect(facts.input?.actions).toEqual({ Jump: ['SpaceBar'] });
    expect(facts.settings).toEqual(PROJECT.settings);
    expect(note).toMatch(/of 5000 gameplay tags/);
  });

  it.each([
    ['GameplayTags', ['gameplayTags']],
    ['InputSettings', ['input']],
    ['Engine.Engine', []],
  ])('has only the lists of the section %s', (section, lists) => {
    const { facts } = fittedProject(PROJECT, section, 600_000);
    expect(Object.keys(facts).filter(name => name === 'gameplayTags' || name === 'input')).toEqual(lists);
  });
});
