import { describe, expect, it } from 'vitest';
import { isSettings, MASK, maskedSetting, maskedText, maskedValue } from './credentials.js';

describe('a setting', () => {
  it.each([
    'ServerKey',
    'ClientSecret',
    'KeyStorePassword',
    'Passphrases',
    'AuthToken',
    'API_KEY',
    'FlurryApiKeyRelease',
    'EncryptionKey',
    'SecondaryEncryptionKeys',
    'SigningKey',
    'SigningPrivateExponent',
    'aws.access-key',
    'DbPass',
    'Pass',
    'Passcode',
    'clientsecret',
    'APIKey2',
    'dbpassword',
    'SecretValue',
    'SharedAccessSignature',
    'Sig',
    'Signature',
    'BasicAuth',
    'HmacKey',
    'HMACKeys',
    'WriteKey',
    'InstrumentationKey',
    'GitHubPAT',
    'pat_2',
    'Cookie',
    'SessionCookies',
  ])('named %s is masked', name => {
    expect(maskedText(name, 'hunter2')).toBe(MASK);
  });

  it.each([
    ['ConsoleKeys', 'Tilde'],
    ['Key', 'Gamepad_FaceButton_Bottom'],
    ['KeyAlias', 'release'],
    ['bUseTokens', 'True'],
    ['ClientSecret', ''],
    ['ActionMappings', '(ActionName="Jump",bShift=False,Key=SpaceBar)'],
    ['GameDefaultMap', '/Game/Maps/Hall.Hall'],
    ['TokenCount', '4096'],
    ['MaxTokens', '12'],
    ['TokenizerMode', 'fast'],
    ['SecretLevelMap', '/Game/Maps/Secret'],
    ['NumSecrets', '5'],
    ['PasswordMinLength', '8'],
    ['AuthorizationMode', 'OAuth'],
    ['TokenUrl', 'https://id.example/token'],
    ['SharedKeyboardLayout', 'qwerty'],
    ['ClientKeyboardLayout', 'de'],
    ['MasterKeyframe', '12'],
    ['MasterKeyFrames', '3'],
    ['Key', 'Gamepad_FaceButton_Bottom_1'],
    ['PrimaryKey', 'PrimaryAssetIdentifier_01'],
    ['r.EarlyZPass', '3'],
    ['bRequireToken', '1'],
    ['Options', '(TokenCount=4096,Mode=EToken::Fast,Level="/Game/Maps/Secret.Secret:PersistentLevel")'],
    ['Profiles', '(Name="Secret",CollisionEnabled=NoCollision)'],
    ['Pattern', 'hunter2'],
    ['Path', 'hunter2'],
    ['FloorPattern', 'Herringbone'],
    ['Pin', 'Execute'],
    ['OutputPin', '3'],
    ['PinCategory', 'exec'],
    ['Pinned', '1234'],
    ['PinnedItems', '1234'],
    ['SpinRate', '1234'],
    ['TimeSignature', '4/4'],
    ['DelegateSignature', 'OnDoorOpened__DelegateSignature'],
    ['SignatureName', 'Harbour'],
    ['Signal', 'Fire'],
    ['SignInUrl', 'https://id.example/in'],
    ['bUseBasicAuth', 'True'],
    ['BasicAuthMode', 'Digest'],
    ['HmacAlgorithm', 'SHA256'],
    ['Hmac', 'SHA256'],
    ['CookiePolicy', 'Lax'],
    ['CookieLifetimeDays', '30'],
    ['bAcceptCookies', '1'],
    ['ReadWriteKeyboard', 'de'],
    ['OverwriteKey', 'Shift'],
    ['OverWriteKey', 'Shift'],
  ])('%s=%s is shown', (name, value) => {
    expect(maskedText(name, value)).toBe(value);
  });

  it('named like a key is masked if its value looks generated', () => {
    expect(maskedText('GameKey', '8f14e45fceea167a5a36dedd4bea2543')).toBe(MASK);
  });

  it.each([
    ['Signature', '(Sum="8f14e45fceea167a5a36dedd4bea2543")'],
    ['RequestSignature', '8f14e45fceea167a5a36dedd4bea2543'],
    ['Hmac', '8f14e45fceea167a5a36dedd4bea2543'],
    ['BasicAuth', 'user:hunter2'],
    ['Cookie', 'session=hunter2; theme=dark'],
    ['SharedAccessSignature', 'sv=2022-11-02&ss=b&sig=hunter2%3D'],
    ['PIN', '1234'],
    ['ParentalPin', '"004711"'],
    ['PinCode', '0000'],
  ])('%s=%s is masked', (name, value) => {
    expect(maskedText(name, value)).toBe(MASK);
  });

  it('with a credential keeps the rest of its structure', () => {
    const value = '(ArtifactName="Live",ClientId="id",ClientSecret="hush, hush",EncryptionKey=1A2B)';
    expect(maskedText('Artifacts', value)).toBe(
      `(ArtifactName="Live",ClientId="id",ClientSecret="${MASK}",EncryptionKey="${MASK}")`,
    );
    expect(maskedText('Database', 'Server=db;User=me;Password=hunter2;Port=1')).toBe(
      `Server=db;User=me;Password="${MASK}";Port=1`,
    );
  });

  it('is masked at any depth, and to the end of an incomplete value', () => {
    expect(maskedText('Services', '((A=(B=(ServerKey=abc def)),Name=x))')).toBe(
      `((A=(B=(ServerKey="${MASK}")),Name=x))`,
    );
    expect(maskedText('Services', '(Secret=((a),(b)),Name=x)')).toBe(`(Secret="${MASK}",Name=x)`);
    expect(maskedText('Services', '(Name=x,Secret="abc')).toBe(`(Name=x,Secret="${MASK}"`);
    expect(maskedText('Services', 'Name="x=y" Token=abc def')).toBe(`Name="x=y" Token="${MASK}"`);
  });

  it.each([
    ['Json', '{"password":"hunter2","port":1}', `{"password":"${MASK}","port":1}`],
    ['Login', 'User:me,Password:hunter2', `User:me,Password:"${MASK}"`],
    ['Login', "Password='hun,ter2',Port=1", `Password="${MASK}",Port=1`],
    ['Login', 'Secret={hun,ter2},Port=1', `Secret="${MASK}",Port=1`],
    ['Login', '(Secret=(a,"b)hunter2",d),Port=1)', `(Secret="${MASK}",Port=1)`],
    ['Login', 'Secret="hun"ter2', `Secret="${MASK}"`],
    ['Login', 'Secret=hun,ter2', `Secret="${MASK}"`],
    ['Login', 'Secret=hun,(ter2)', `Secret="${MASK}"`],
    ['Login', 'Secret=hun)ter2', `Secret="${MASK}"`],
    ['Login', 'Secret=,hunter2', `Secret="${MASK}"`],
    ['Login', 'Secret=true,hunter2', `Secret="${MASK}"`],
    ['Login', '((Secret=hunter2),(Port=1))', `((Secret="${MASK}"),(Port=1))`],
    ['Login', '(Name="My Password",Value="hunter2")', MASK],
    ['Login', '(Secret[0]=hunter2,Secret(1)=hunter2)', `(Secret[0]="${MASK}",Secret(1)="${MASK}")`],
    ['Login', `Secret${' '.repeat(40)}=hunter2`, `Secret${' '.repeat(40)}="${MASK}"`],
    ['Cache', 'redis://:hunter2@cache', `redis://${MASK}@cache`],
    ['Data', 'postgres://me:hun@ter2@host/x@y', `postgres://${MASK}@host/x@y`],
    ['Address', 'https://x.example/?token=hunter2&page=1', `https://x.example/?token="${MASK}"&page=1`],
    [
      'Address',
      'https://x.example/a?sv=1&sig=hunter2%2Bx%3D&se=2',
      `https://x.example/a?sv=1&sig="${MASK}"&se=2`,
    ],
    ['Address', 'https://x.example/a?sv=1&sig=hunter2', `https://x.example/a?sv=1&sig="${MASK}"`],
    [
      'Insights',
      'InstrumentationKey=8f14e45f-ceea;IngestionEndpoint=https://in.example/',
      `InstrumentationKey="${MASK}";IngestionEndpoint=https://in.example/`,
    ],
    ['Login', '(Pin=1234,Pins=(Pin="Then",Index=2))', `(Pin="${MASK}",Pins=(Pin="Then",Index=2))`],
    ['Headers', '((Name="Cookie",Value="session=hunter2"))', MASK],
    ['Headers', '((Name="Authorization",bOn=True,Value="Bearer hunter2"))', MASK],
    ['Headers', '(("X-Api-Key","hunter2"))', MASK],
    ['Headers', '{Key:"ApiSecret",Value:"hunter2"}', MASK],
    ['Headers', '{Value:"hunter2",Key:"ApiSecret"}', MASK],
    ['Header', 'Bearer hunter2', MASK],
  ])('%s=%s leaves nothing of what is masked in it', (name, value, shown) => {
    expect(maskedText(name, value)).toBe(shown);
  });

  it('in a section of credentials is masked under any name', () => {
    expect(maskedSetting('Secrets', 'Prod', 'hunter2')).toBe(MASK);
    expect(maskedSetting('/Script/Shop.ApiKeys', 'Prod', 'hunter2')).toBe(MASK);
    expect(maskedSetting('/Script/Shop.TokenSettings', 'Prod', 'x')).toBe('x');
    expect(maskedSetting('Secrets', 'bOn', 'True')).toBe('True');
  });

  it('is checked in linear time', () => {
    for (const part of [
      'a',
      'Key=(',
      'Key=aaaaaaaaaaaaaaaaaaaaaaa',
      'Secret=',
      'TokenMode=(',
      'TokenCount=1,',
      'Secret=,',
      'x://:',
      'x://@',
      'Token= ',
      'Name=Secret,',
      '("a",',
      ' bearer ',
      'A1b',
      'Secret=,)',
      'sig=',
      'PIN=1',
      'PIN=12345 ',
      'Secret=true)',
      ')',
      '),(',
      ',',
      ' ',
      '\n',
      ',\n(',
      '"',
    ]) {
      const text = part.repeat(100_000);
      for (const value of [text, `Secret=a${text}x`, `TokenCount=1${text}x`])
        expect(maskedText('Text', value).length).toBeGreaterThan(0);
    }
  });

  it('keeps a URL without its user name and password', () => {
    expect(maskedText('Proxy', 'https://me:hunter2@proxy.example/x')).toBe(`https://${MASK}@proxy.example/x`);
  });

  it('is masked in JSON as it is in text', () => {
    const value = {
      bEnforcePassphraseForRemoteClients: true,
      Passphrases: [{ Identifier: 'x', Passphrase: 'abc' }],
      Artifacts: [{ ClientId: 'id', ClientSecret: 'hush', Port: 1 }],
      ServerKey: 42,
      TokenCount: 4096,
      Headers: [
        { Value: 'hush', Key: 'ApiSecret' },
        { Key: 'Accept', Value: 'text/plain' },
      ],
    };
    expect(maskedValue('', value)).toEqual({
      bEnforcePassphraseForRemoteClients: true,
      Passphrases: MASK,
      Artifacts: [{ ClientId: 'id', ClientSecret: MASK, Port: 1 }],
      ServerKey: MASK,
      TokenCount: 4096,
      Headers: [
        { Value: MASK, Key: 'ApiSecret' },
        { Key: 'Accept', Value: 'text/plain' },
      ],
    });
  });
});

it('settings are the defaults of code, and nothing in a level', () => {
  expect(isSettings('/Script/RemoteControlCommon.Default__RemoteControlSettings')).toBe(true);
  expect(isSettings(`Object'"/Script/EOS.Default__EOSSettings"'`)).toBe(true);
  expect(isSettings('Script/EOS.Default__EOSSettings')).toBe(true);
  expect(isSettings(' /script/EOS.Default__EOSSettings')).toBe(true);
  expect(isSettings('/Script/EOS:Default__EOSSettings')).toBe(true);
  expect(isSettings('/Game/Maps/Hall.Hall:PersistentLevel.Door_1')).toBe(false);
  expect(isSettings('/Game/Script/BP.Default__BP_C')).toBe(false);
  expect(isSettings('/Game/Doors/BP_Door.Default__BP_Door_C')).toBe(false);
});
