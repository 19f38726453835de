import { describe, expect, it } from 'vitest';
import { mirroredName } from './name-header.js';

const NAMED = [
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
] as const;

describe('mirroredName', () => {
  it.each(NAMED)('of %s is its %s', (method, member) => {
    expect(mirroredName(method, { name: '1', uri: '2', taskId: '3', [member]: 'this one' })).toEqual({
      value: 'this one',
    });
  });

  it.each(NAMED)('of %s is empty where its %s is missing or no text', (method, member) => {
    for (const params of [{}, { [member]: 7 }, { [member]: null }]) {
      expect(mirroredName(method, params)).toEqual({ value: '' });
    }
  });

  it('is asked of no other method', () => {
    for (const method of [
      'tools/list',
      'skills/get',
      'completion/complete',
      'resources/directory/read',
      'tasks/result',
      '',
    ]) {
      expect(mirroredName(method, { name: 'x', uri: 'x', taskId: 'x' })).toBeUndefined();
    }
  });

  it('is asked of no method that is called like something every object has', () => {
    for (const method of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(mirroredName(method, {})).toBeUndefined();
    }
  });
});
