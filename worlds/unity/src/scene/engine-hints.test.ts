import { EngineError } from '@worldwire/engine';
import { expect, it } from 'vitest';
import { engineHint, sentence } from './engine-hints.js';

it.each([
  ['objects can nest 256 levels at most', 'Objects can nest 256 levels at most.'],
  ['near is null', 'Near is null.'],
  ['obj:12 was destroyed', 'Object obj:12 was destroyed.'],
  ['scn:1 is not loaded', 'Scene scn:1 is not loaded.'],
  ['console: Unexpected token', 'Console: Unexpected token.'],
  ['did you mean Health?', 'Did you mean Health?'],
])('an error of the engine begins with a capital letter: %s', (text, shown) => {
  expect(sentence(text)).toBe(shown);
});

it.each(['float Health::damage(float) has a hook already', 'startup.cs: no', 'res://a.gd has errors'])(
  'a signature, a file or a path stays as it is: %s',
  text => {
    expect(sentence(text)).toBe(`${text}.`);
  },
);

it('the hint of a missing type of a member names the tool that lists the components', () => {
  const missing = new EngineError('not-found', 'there is no type transfrom', 'did you mean Transform?');
  expect(engineHint(missing, 'member.list')).toBe(
    'Did you mean Transform? GetComponents lists the components of an object.',
  );
});

it('the hint of a bridge names tools in place of operations', () => {
  const hint = 'run the game with editor.play; res://main.tscn stays as it is';
  const refused = new EngineError('unsupported', 'view.capture is not an operation of an editor', hint);
  expect(engineHint(refused, 'view.capture')).toBe(
    'Run the game with PlayGame; res://main.tscn stays as it is.',
  );
});

it('the hint of a missing object names the tool that finds objects, whatever the operation', () => {
  const search = 'search for the object by its name or path to get its id';
  for (const message of ['there is no object obj:7', 'obj:7 was destroyed']) {
    const missing = new EngineError('not-found', message, search);
    for (const operation of ['component.list', 'member.read', 'view.capture'] as const)
      expect(engineHint(missing, operation)).toContain('SearchObjects finds objects by name, path or type.');
  }
});
