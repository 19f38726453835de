import { describe, expect, it } from 'vitest';
import { sessionEnvironment, toolEnvironment } from '../process/program-environment.js';
import { engineEnvironment } from './engine-environment.js';

describe('the environment of an engine', () => {
  it('has what a program with a window needs, and the token of the server', () => {
    const needed = {
      PATH: '/bin',
      HOME: '/home/ann',
      DISPLAY: ':0',
      XDG_RUNTIME_DIR: '/run/user/1',
      LC_ALL: 'C',
      SystemRoot: 'C:\\Windows',
      WORLDWIRE_TOKEN: 'a-token',
    };
    expect(engineEnvironment(needed, [])).toEqual(needed);
  });

  it.each([
    'WORLDWIRE_STORE',
    'WORLDWIRE_UNREAL_PASSPHRASE',
    'WORLDWIRE_TOKEN_FILE',
    'PGPASSWORD',
    'AWS_SECRET_ACCESS_KEY',
    'GITHUB_TOKEN',
    'NODE_OPTIONS',
    'SSH_AUTH_SOCK',
    'GODOT_SCRIPT_ENCRYPTION_KEY',
    'GODOT_ANDROID_KEYSTORE_RELEASE_PASSWORD',
    'GODOT_MACOS_APPLE_PASSWORD',
  ])('has %s only where the operator names it', name => {
    const inherited = { [name]: 'secret' };
    expect(engineEnvironment(inherited, [])).toEqual({});
    expect(engineEnvironment(inherited, [name])).toEqual(inherited);
  });
});

describe('the environment of other programs', () => {
  it('has no variable that may be a secret, and of tools only what lets them start', () => {
    const inherited = {
      PATH: '/bin',
      TMPDIR: '/t',
      DISPLAY: ':0',
      WORLDWIRE_TOKEN: 'x',
      WORLDWIRE_STORE: 'x',
    };
    expect(toolEnvironment(inherited)).toEqual({ PATH: '/bin', TMPDIR: '/t' });
    expect(sessionEnvironment(inherited)).toEqual({ PATH: '/bin', TMPDIR: '/t', DISPLAY: ':0' });
  });
});
