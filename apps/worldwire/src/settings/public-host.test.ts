import { describe, expect, it } from 'vitest';
import { readPublicHost } from './public-host.js';

describe('a public host', () => {
  it.each([
    ['worlds.example', 'worlds.example'],
    ['build_7.local', 'build_7.local'],
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8::1', '[2001:db8::1]'],
    ['[2001:db8::1]', '[2001:db8::1]'],
    ['2001:0DB8:0:0::1', '[2001:db8::1]'],
    ['::ffff:192.0.2.7', '[::ffff:c000:207]'],
  ])('%s is %s in a Host header', (given, name) => {
    expect(readPublicHost(given)).toBe(name);
  });

  it.each([
    'http://x',
    'x.example:443',
    'x.example/mcp',
    'a b',
    'a,b',
    '*.example',
    '[::1]:80',
    'user@x',
    'fe80::1%eth0',
    '[x.example]',
    'worlds.example.',
    '.',
  ])('%s would never match, and is refused', given => {
    expect(() => readPublicHost(given)).toThrow('a name alone');
  });
});
