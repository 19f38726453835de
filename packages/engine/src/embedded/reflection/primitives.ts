import { isSingle, SINGLES } from './single.js';
import { finite, type ValueType } from './value-type.js';

const MAX_INTEGER = 2 ** 31;

export const nothing: ValueType<void> = {
  name: 'System.Void',
  expects: 'nothing',
  show: () => ({ type: 'System.Void', text: '' }),
  accept: () => undefined,
};

export const single: ValueType<number> = {
  name: 'System.Single',
  expects: `a number, ${SINGLES}`,
  show: value => ({ type: 'System.Single', text: String(value), json: finite(value) }),
  accept: json => (isSingle(json) ? { value: json } : undefined),
};

export const integer: ValueType<number> = {
  name: 'System.Int32',
  expects: 'an integer',
  show: value => ({ type: 'System.Int32', text: String(value), json: finite(value) }),
  accept: json =>
    Number.isInteger(json) && (json as number) >= -MAX_INTEGER && (json as number) < MAX_INTEGER
      ? { value: json as number }
      : undefined,
};

export const boolean: ValueType<boolean> = {
  name: 'System.Boolean',
  expects: 'true or false',
  show: value => ({ type: 'System.Boolean', text: value ? 'True' : 'False', json: value }),
  accept: json => (typeof json === 'boolean' ? { value: json } : undefined),
};

export const string: ValueType<string> = {
  name: 'System.String',
  expects: 'a string',
  show: value => ({ type: 'System.String', text: value, json: value }),
  accept: json => (typeof json === 'string' ? { value: json } : undefined),
};

/** An enum. Values are given by name, or by index. */
export function enumeration<const Name extends string>(
  name: string,
  members: readonly Name[],
): ValueType<Name> {
  return {
    name,
    expects: `one of ${members.join(', ')}`,
    choices: members,
    show: value => ({ type: name, text: value, json: value }),
    accept: json => {
      const member = typeof json === 'number' ? members[json] : members.find(each => each === json);
      return member === undefined ? undefined : { value: member };
    },
  };
}
