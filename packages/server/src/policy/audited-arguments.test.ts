import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SECRET_NAMES, SECRET_PARTS } from '../kit/secret-names.js';
import { auditedArguments, MAX_AUDITED_ARGUMENTS } from './audited-arguments.js';

const KEY = 'a key of digests';

const shownOf = (given: unknown) => auditedArguments(given, KEY).arguments;

describe('arguments in the audit', () => {
  it('have their beginning, and a digest of all', () => {
    const one = auditedArguments({ text: 'x'.repeat(600), end: 1 }, KEY);
    const other = auditedArguments({ text: 'x'.repeat(600), end: 2 }, KEY);
    expect(one.arguments).toHaveLength(MAX_AUDITED_ARGUMENTS + 1);
    expect(one.arguments).toBe(other.arguments);
    expect(one.argumentsDigest).toMatch(/^[0-9a-f]{16}$/);
    expect(one.argumentsDigest).not.toBe(other.argumentsDigest);
  });

  it('are missing in a call without arguments', () => {
    expect(auditedArguments(undefined, KEY)).toEqual({});
  });

  it('have hidden characters escaped', () => {
    expect(shownOf({ name: 'a\u202eb' })).toBe('{"name":"a\\u202eb"}');
  });

  it('have a digest that cannot be found by trying values, because it has a key', () => {
    const given = { pin: 1234 };
    const { argumentsDigest } = auditedArguments(given, KEY);
    const tried = createHash('sha256').update(JSON.stringify(given)).digest('hex');
    expect(tried).not.toContain(argumentsDigest);
    expect(auditedArguments(given, 'another key').argumentsDigest).not.toBe(argumentsDigest);
    expect(auditedArguments(given, KEY).argumentsDigest).toBe(argumentsDigest);
  });

  it.each([
    [{ user: 'ann', password: 'hunter2', more: 1 }, '{"user":"ann","password":"***","more":1}'],
    [{ auth: { accessToken: 'hun"ter2' } }, '{"auth":{"accessToken":"***"}}'],
    [{ api_key: 'hunter2' }, '{"api_key":"***"}'],
    [{ Authorization: 'Bearer hunter2' }, '{"Authorization":"***"}'],
    [{ clientSecret: 12345 }, '{"clientSecret":"***"}'],
    [{ name: 'token of a thing' }, '{"name":"token of a thing"}'],
    [{ secrets: { a: [1, { b: 'hunter2' }] }, n: 1 }, '{"secrets":"***","n":1}'],
    [{ a: [{ 'PRIVATE-key': ['x', 'hunter2'] }] }, '{"a":[{"PRIVATE-key":"***"}]}'],
    [{ 'A.P.I key': 'hunter2' }, '{"A.P.I key":"***"}'],
    [{ ｐａｓｓｗｏｒｄ: 'hunter2' }, undefined],
    [{ jwt: 'hunter2', pin: 77, note: 'spin' }, '{"jwt":"***","pin":"***","note":"spin"}'],
  ])('have no values of members that are secrets by their names (%#)', (given, shown) => {
    expect(shownOf(given)).not.toContain('hunter2');
    if (shown !== undefined) expect(shownOf(given)).toBe(shown);
  });

  it('have no value of any name of a secret, also in a command', () => {
    for (const name of `${SECRET_PARTS}|${SECRET_NAMES}`.replace('?', '').split('|')) {
      expect(shownOf({ [name]: 'hunter2' })).toBe(`{"${name}":"***"}`);
      expect(shownOf({ [`_${name}`]: 'hunter2' })).toBe(`{"_${name}":"***"}`);
      expect(shownOf({ do: `login --${name}=hunter2` })).toBe(`{"do":"login --${name}=***"}`);
    }
  });

  it.each([
    [
      { objectId: '#12', componentType: 'Login', member: 'password', jsonValue: 'hunter2', confirm: true },
      '{"objectId":"#12","componentType":"Login","member":"password","jsonValue":"***","confirm":true}',
    ],
    [
      { path: 'Map.Login', property: 'ApiKey', value: 'hunter2' },
      '{"path":"Map.Login","property":"ApiKey","value":"***"}',
    ],
    [
      { object: 'Map.Login', function: 'SetPassword', arguments: { NewValue: 'hunter2' } },
      '{"object":"Map.Login","function":"SetPassword","arguments":"***"}',
    ],
    [{ object: 'Map.Login', function: 'Set', arguments: { Secret: 'hunter2' } }, undefined],
    [{ objectId: '#1', method: 'SetPref', argsJson: '["password","hunter2"]' }, undefined],
    [{ objectId: '#1', method: 'SetToken', argsJson: '["hunter2"]' }, undefined],
    [
      {
        members: [
          { name: 'x', value: 1 },
          { name: 'api key', value: 'hunter2' },
        ],
      },
      '{"members":[{"name":"x","value":1},{"name":"api key","value":"***"}]}',
    ],
    [{ jsonValue: 'hunter2', padding: 'x'.repeat(5_000), member: 'password' }, undefined],
    [{ member: ['login', 'password'], to: ['hunter2'] }, undefined],
    [{ member: { name: 'password' }, jsonValue: 'hunter2' }, undefined],
    [{ member: 'password', whatever: 'hunter2' }, undefined],
    [{ universeId: 'sol', command: { type: 'setMetadata', metadata: { apiKey: 'hunter2' } } }, undefined],
    [{ command: { type: 'setMetadata', key: 'api-key', value: { a: 'hunter2' } } }, undefined],
    [{ object: 'Map.PasswordBox', property: 'Text', value: 'hunter2' }, undefined],
    [{ componentType: 'PasswordField', member: 'text', jsonValue: 'hunter2' }, undefined],
    [{ target: '#password', text: 'hunter2' }, undefined],
    [{ metadata: [{ k: 'api key', v: 'hunter2' }] }, undefined],
    [
      { object: 'Map.TokenShop', property: 'Count', value: 3 },
      '{"object":"Map.TokenShop","property":"Count","value":3}',
    ],
    [{ member: 'color', jsonValue: 'red' }, '{"member":"color","jsonValue":"red"}'],
  ])('have no value beside a label that names a secret (%#)', (given, shown) => {
    expect(shownOf(given)).not.toContain('hunter2');
    if (shown !== undefined) expect(shownOf(given)).toBe(shown);
  });

  it.each([
    [{ jsonValue: '{"user":"ann","password":"hunter2"}' }, '{\\"user\\":\\"ann\\",\\"password\\":\\"***\\"}'],
    [{ json: '{"a":"{\\"secret\\":\\"hunter2\\"}"}' }, '***'],
    [{ json: '{"\\u0070\\u0061ssword":"hunter2"}' }, '***'],
    [{ json: `{"password":"hunter2","x":"${'y'.repeat(100_000)}"}` }, '***'],
    [{ code: 'login.password = "hunter2";' }, 'login.password = \\"***\\";'],
    [{ command: 'login --password hunter2 --user ann' }, 'login --password *** --user ann'],
    [{ json: '{"a": 1,  "b": "token"}' }, '{\\"a\\": 1,  \\"b\\": \\"token\\"}'],
  ])('have no secrets in JSON and code within texts (%#)', (given, shown) => {
    expect(shownOf(given)).not.toContain('hunter2');
    expect(shownOf(given)).toContain(shown);
  });

  it('have no part of a secret that is cut', () => {
    expect(shownOf({ text: 'x'.repeat(480), secret: 'hunter2'.repeat(1_000) })).not.toContain('hunter2');
    const pem = `-----BEGIN PRIVATE KEY-----\n${'hunter2\n'.repeat(20_000)}`;
    expect(shownOf({ text: pem })).not.toContain('hunter2');
  });

  it('are replaced where they nest deeper than a request may', () => {
    const text = '['.repeat(30_000) + ']'.repeat(30_000);
    expect(shownOf({ token: 1, text })).toContain('"token":"***"');
  });
});
