import { describe, expect, it } from 'vitest';
import { causeOf } from './refusal.js';

describe('a refusal', () => {
  it.each([
    [401, '', '', 'passphrase'],
    [401, 'Given Passphrase is not correct!', '', 'passphrase'],
    [404, '', 'errors.com.epicgames.httpserver.route_handler_not_found', 'route'],
    [404, '', '', 'route'],
    [400, 'Object: /Game/X does not exist.', '', 'object'],
    [404, 'Preset X could not be found.', '', 'object'],
    [400, 'Object: /Game/X does not exist when trying to resolve property: Y.', '', 'object'],
    [400, 'Function: GetActorLabel does not exist on object: /Game/X.', '', 'member'],
    [400, 'Function: GetActorLabel not found on object: /Game/X.', '', 'member'],
    [400, 'Object property: Y could not be found on object: /Game/X.', '', 'member'],
    [
      400,
      'Object Default__PythonScriptLibrary cannot be accessed remotely, check remote control project settings.',
      '',
      'python',
    ],
    [400, 'Object Other cannot be accessed remotely, check remote control project settings.', '', 'settings'],
    [400, "Executing function 'A B' is not allowed by remote control settings.", '', 'functions'],
    [400, 'Not while the editor is saving packages.', '', 'busy'],
    [200, 'Refused while garbage is collected.', '', 'busy'],
    [400, "Function 'saving' is wrong on /Game/garbage.x", '', 'other'],
    [500, '', '', 'other'],
  ] as const)('of %i with the words "%s" and the code "%s" is %s', (status, said, code, why) => {
    expect(causeOf(status, said, code)).toBe(why);
  });

  it('of a console command is one of its gate if it mentions permission', () => {
    const command = 'ExecuteConsoleCommand';
    expect(causeOf(400, 'Is not allowed by remote control settings.', '', command)).toBe('console');
    expect(causeOf(403, 'Console commands are off.', '', command)).toBe('console');
    expect(causeOf(400, 'Something else.', '', command)).toBe('other');
    expect(causeOf(401, '', '', command)).toBe('passphrase');
  });
});
