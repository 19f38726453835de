import { describe, expect, it } from 'vitest';
import { isSecretName } from './secret-names.js';
import { withoutSecrets } from './secret-texts.js';

const KEY40 = 'aB3dE5fG7hI9kL1mN3oP5qR7sT9uV1wX3yZ5aB7c';
// Written in parts, so that no scanner of repositories takes them for real.
const FORMS = [
  `gh${'p_'}${KEY40}`,
  `github${'_pat_'}${KEY40}`,
  `sk${'-proj-'}${KEY40}`,
  `sk${'_live_'}${KEY40}`,
  `AK${'IA'}ABCDEFGHIJKLMNOP`,
  `xox${'b-'}1234567890-abcdef`,
  `AI${'za'}${KEY40.slice(0, 35)}`,
  `ey${'J'}hbGciOiJIUzI1NiJ9.ey${'J'}zdWIiOiIxIn0.${KEY40}`,
  `-----BEGIN ${'RSA PRIVATE'} KEY-----\nMIIB\nAAAA\n-----END ${'RSA PRIVATE'} KEY-----`,
];

describe('texts without secrets', () => {
  it.each(FORMS)('have no secret of a known form (%#)', secret => {
    expect(withoutSecrets(`before ${secret} after`)).toBe('before *** after');
    expect(withoutSecrets(`x = call("${secret}");`, { code: true })).toBe('x = call("***");');
  });

  it.each([
    ['Authorization: Bearer abcdef123456', 'Authorization: ***'],
    ['sends bearer abcdef123456 twice', 'sends bearer *** twice'],
    ['postgres://ann:hunter2@db/x', 'postgres://***db/x'],
    [`StorageKey=${KEY40}==`, 'StorageKey=***'],
    [`fooKey: "${KEY40}"`, 'fooKey: "***"'],
    ['password=hunter2&user=ann', 'password=***&user=ann'],
    ['{"a":{"passWord" : "hun\\"ter2"}, "b":1', '{"a":{"passWord" : "***"}, "b":1'],
    ['{\\"password\\":\\"hunter2\\",\\"b\\":1}', '{\\"password\\":\\"***\\",\\"b\\":1}'],
    ['name="api_key" value="hunter2" value="x"', 'name="api_key" value="***" value="x"'],
    ['<password>hunter2</password>', '<password>***</password>'],
    ['the API key: hunter2', 'the API key: ***'],
    ['LogHttp: token=hunter2, url=x', 'LogHttp: token=***, url=x'],
    ['export API_KEY=hunter2', 'export API_KEY=***'],
    ['(UserName="ann",Password="hunter2")', '(UserName="ann",Password="***")'],
    ['token: null, password = ""', 'token: null, password = ""'],
    ['a monkey sat on the keyboard: 12', 'a monkey sat on the keyboard: 12'],
    ['the token of a thing', 'the token of a thing'],
    ['see https://worlds.example/a@b and c', 'see https://worlds.example/a@b and c'],
  ])('have no value of a secret name: %s', (given, shown) => {
    expect(withoutSecrets(given)).toBe(shown);
  });

  it.each([
    ['FString ApiKey = TEXT("hunter2");', 'FString ApiKey = TEXT("***");'],
    ['#define API_KEY "hunter2"', '#define API_KEY "***"'],
    ['Set("Password", "hunter2", 1)', 'Set("Password", "***", 1)'],
    ['const password: string = `hunter2`;', 'const password: string = `***`;'],
    ['Headers->SetHeader(TEXT("Authorization"), TEXT("hunter2"));', 'TEXT("***")'],
    ['string secret = @"hunter2";', 'string secret = @"***";'],
    ['// the password: hunter2', '// the password: ***'],
    ['Login(); /* token=hunter2 */ Run();', 'Login(); /* token=*** */ Run();'],
    [' * apiKey: hunter2', ' * apiKey: ***'],
    ['# secret = hunter2', '# secret = ***'],
    ['-- secret = hunter2', '-- secret = ***'],
    ['Open("Server=x;Password=hunter2;");', 'Open("Server=x;Password=***;");'],
    ['UPROPERTY(meta=(Tip="password=hunter2")) int A;', 'UPROPERTY(meta=(Tip="password=***")) int A;'],
    ['*Token = Lexer.Next();', '*Token = Lexer.Next();'],
    ['FToken Token = Lexer.Next();', 'FToken Token = Lexer.Next();'],
    ['if (Token == ")") return Key;', 'if (Token == "***") return Key;'],
    ['match(Token, ",")', 'match(Token, ",")'],
  ])('of source code have no literals of a secret name: %s', (given, shown) => {
    expect(withoutSecrets(given, { code: true })).toContain(shown);
    expect(withoutSecrets(given, { code: true })).not.toContain('hunter2');
  });

  it.each([
    'a("password", "hunter2"); // password: hunter2',
    'Open("Password=hunter2;"); /* the token: hunter2 */',
    'apiKey = "hunter2", secret: \'hunter2\'',
  ])('stay as they are when they are made again: %s', given => {
    for (const options of [{ code: true }, { code: false }]) {
      const mask = '(masked: a credential)';
      const once = withoutSecrets(given, { ...options, mask });
      expect(once).not.toContain('hunter2');
      expect(withoutSecrets(once, { ...options, mask })).toBe(once);
    }
  });

  it.each([
    'a'.repeat(400_000),
    'a:'.repeat(200_000),
    'key="'.repeat(80_000),
    'password '.repeat(40_000),
    'eyJaaaaaaaaa-'.repeat(30_000),
    'eyJaaaaaaaaa.'.repeat(30_000),
    '<token '.repeat(60_000),
    'token:a<'.repeat(40_000),
    '://a'.repeat(100_000),
    '-----BEGIN PRIVATE KEY-----'.repeat(15_000),
    'bearer    '.repeat(40_000),
    `key=${'A/'.repeat(200_000)}.`,
    ' '.repeat(400_000),
    '\\"'.repeat(200_000),
  ])('are made in linear time (%#)', hostile => {
    expect(withoutSecrets(hostile).length).toBeLessThanOrEqual(hostile.length + 3);
    withoutSecrets(hostile, { code: true });
  });

  it.each([
    'password',
    'PASS_WORD',
    'user.api-key',
    'clientSecret',
    'X-Auth-Token',
    'Cookie',
    'sshKey',
    'pin',
  ])('know the name %s', name => expect(isSecretName(name)).toBe(true));

  it.each(['key', 'keyframe', 'spin', 'position', 'signal', 'monkey', 'passage'])(
    'do not take the name %s for a secret',
    name => expect(isSecretName(name)).toBe(false),
  );
});
