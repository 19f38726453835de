import { elements, isStructure, structure, textOf, type Values } from '../read/property-values.js';
import { sentence } from './phrases.js';
import type { Subject } from './subject.js';
import { nameText, settingsText, wordsOf } from './value-text.js';

/** The type of the value, and how it is triggered and changed. */
export async function inputAction(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  const type = textOf(values, 'ValueType')?.replace(/^.*::/, '') ?? 'Boolean';
  const about = wordsOf(values.ActionDescription);
  return [
    sentence(
      `value ${type}`,
      values.bConsumeInput === false && 'does not consume input',
      values.bTriggerWhenPaused === true && 'also while paused',
      about,
    ),
    ...(await steps(subject, values)),
  ];
}

/** Each action with its keys. */
export async function inputContext(subject: Subject): Promise<string[]> {
  const { values } = subject.main;
  // Since UE 5.7 the mappings are in a structure for each profile.
  const lists = [values, structure(values, 'DefaultKeyMappings')];
  const actions = new Map<string, string[]>();
  for (const mapping of lists.flatMap(each => elements(each, 'Mappings')).filter(isStructure)) {
    const action = textOf(mapping, 'Action');
    const keys = actions.get(action ?? '') ?? [];
    keys.push(await keyText(subject, mapping));
    actions.set(action ?? '', keys);
  }
  const about = wordsOf(values.ContextDescription);
  const lines = [...actions].map(
    ([action, keys]) => `${nameText(action) || 'no action'}: ${keys.join('; ')}`,
  );
  return [...(about === undefined ? [] : [about]), ...(lines.length === 0 ? ['no mappings'] : lines)];
}

async function keyText(subject: Subject, mapping: Values): Promise<string> {
  const key = textOf(structure(mapping, 'Key'), 'KeyName') ?? textOf(mapping, 'Key') ?? 'no key';
  const changes = await steps(subject, mapping);
  return changes.length === 0 ? key : `${key} (${changes.join(', ')})`;
}

async function steps(subject: Subject, values: Values): Promise<string[]> {
  const parts = await subject.parts([...elements(values, 'Triggers'), ...elements(values, 'Modifiers')]);
  return parts.map(({ class: kind, values: own }) => {
    const settings = settingsText(own);
    const title = kind.replace(/^InputTrigger/, 'trigger ').replace(/^InputModifier/, 'modifier ');
    return settings === '' ? title : `${title} ${settings}`;
  });
}
