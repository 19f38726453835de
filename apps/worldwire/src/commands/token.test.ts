import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TokenStore } from '@worldwire/transports/http';
import { describe, expect, it } from 'vitest';
import { run, temporaryFolder } from '../testing/program.js';

const FILE = ['--token-file', 'tokens.txt'];
const ANN = 'ann-0123456789abcdef';

async function place(text?: string) {
  const cwd = await temporaryFolder();
  const file = join(cwd, 'tokens.txt');
  if (text !== undefined) await writeFile(file, text, { mode: 0o600 });
  const token = (...args: string[]) => run(['token', ...args, ...FILE], { cwd });
  return { file, token, text: () => readFile(file, 'utf8') };
}

describe('token new', () => {
  it('prints the token once, and writes its hash into a file for the owner alone', async () => {
    const { file, token, text } = await place();
    const made = await token(
      'new',
      'alice',
      '--rights',
      'universe:write unity:read',
      '--expires',
      '2999-01-31',
    );
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const [secret = '', how] = made.stdout.split('\n');
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(how).toContain('Authorization: Bearer');
    expect(await text()).toMatch(
      /^alice sha256:[0-9a-f]{64} universe:write unity:read expires=2999-01-31\n$/,
    );
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
    const found = TokenStore.parse(await text()).find(secret)?.principal;
    expect(found?.name).toBe('alice');
    expect(found?.rights(Date.now).has('write', 'universe')).toBe(true);
  });

  it('appends to what is there, also a second token of the same name, and as JSON', async () => {
    const { token, text } = await place(`# callers\nann ${ANN}`);
    const made = await token('new', 'ann', '--rights', 'read', '--json');
    const { token: secret, name } = JSON.parse(made.stdout);
    expect(name).toBe('ann');
    expect(await text()).toMatch(new RegExp(`^# callers\nann ${ANN}\nann sha256:[0-9a-f]{64} read\n$`));
    expect(await text()).not.toContain(secret);
  });

  it.each([
    [['alice'], '--rights'],
    [['alice', '--rights', 'wirte'], 'Did you mean write?'],
    [['alice smith', '--rights', 'read'], 'is not a name'],
    [['oauth:eve', '--rights', 'read'], 'is not a name'],
    [['#alice', '--rights', 'read'], 'is not a name'],
    [['alice', '--rights', 'read', '--expires', 'tomorrow'], '2027-01-31'],
    [['alice', '--rights', 'read', '--expires', '2020-01-31'], 'in the past'],
    [['alice', 'bob', '--rights', 'read'], 'one name'],
    [['Local', '--rights', 'read'], 'the name local belongs to the server. Choose another, such as alice'],
  ])('refuses %j, and writes nothing', async (args, says) => {
    const { token, text } = await place(`ann ${ANN}\n`);
    expect(await token('new', ...args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(says),
    });
    expect(await text()).toBe(`ann ${ANN}\n`);
  });

  it('refuses a file with a wrong line by its number, without its words', async () => {
    const { token, text } = await place(`ann ${ANN}\nbob short\n`);
    const refused = await token('new', 'alice', '--rights', 'read');
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Line 2') });
    expect(refused.stderr).not.toContain(ANN);
    expect(await text()).toBe(`ann ${ANN}\nbob short\n`);
  });
});

describe('token list', () => {
  it('shows names, rights and dates, and neither tokens nor hashes', async () => {
    const { token } = await place(`ann ${ANN} universe:write expires=2999-01-31\nbob ${ANN}-2\n`);
    const { stdout } = await token('list');
    expect(stdout).toBe(
      'NAME  RIGHTS          EXPIRES\nann   universe:write  2999-01-31\nbob   eval            never\n',
    );
    const json = JSON.parse((await token('list', '--json')).stdout);
    expect(json).toEqual({
      tokens: [
        { name: 'ann', rights: ['universe:write'], expires: '2999-01-31' },
        { name: 'bob', rights: ['eval'] },
      ],
    });
  });
});

describe('token revoke', () => {
  it('removes every line of the name, and leaves the rest', async () => {
    const { token, text } = await place(`# callers\nann ${ANN}\nbob ${ANN}-2 read\nann ${ANN}-3\n`);
    expect(await token('revoke', 'ann')).toMatchObject({ code: 0 });
    expect(await text()).toBe(`# callers\nbob ${ANN}-2 read\n`);
  });

  it('leaves a file that a running server reads when no token remains', async () => {
    const { token, text } = await place(`ann ${ANN}\n`);
    await token('revoke', 'ann');
    const store = TokenStore.parse(`ann ${ANN}`);
    expect(store.reload(await text()).revoked).toEqual(['ann']);
  });

  it('refuses a name without a token, and names those that have one', async () => {
    const { token } = await place(`alice ${ANN}\n`);
    expect(await token('revoke', 'alcie')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Did you mean alice\? Names: alice\./),
    });
  });
});
