import { describe, expect, it } from 'vitest';
import { isSettings, MASK, maskedText, maskedValue } from './credentials.js';

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
  ])('%s=%s is shown', (name, value) => {
    expect(maskedText(name, value)).toBe(value);
  });

  it('named like any key is masked where only a machine makes such values', () => {
    expect(maskedText('GameKey', '8f14e45fceea167a5a36dedd4bea2543')).toBe(MASK);
  });

  it('keeps the rest of a structure with a credential in it', () => {
    const value = '(ArtifactName="Live",ClientId="id",ClientSecret="hush, hush",EncryptionKey=1A2B)';
    expect(maskedText('Artifacts', value)).toBe(
      `(ArtifactName="Live",ClientId="id",ClientSecret="${MASK}",EncryptionKey="${MASK}")`,
    );
    expect(maskedText('Database', 'Server=db;User=me;Password=hunter2;Port=1')).toBe(
      `Server=db;User=me;Password="${MASK}";Port=1`,
    );
  });

  it('is masked however deep it stands, and to its end where it has none', () => {
    expect(maskedText('Services', '((A=(B=(ServerKey=abc def)),Name=x))')).toBe(
      `((A=(B=(ServerKey="${MASK}")),Name=x))`,
    );
    expect(maskedText('Services', '(Secret=((a),(b)),Name=x)')).toBe(`(Secret="${MASK}",Name=x)`);
    expect(maskedText('Services', '(Name=x,Secret="abc')).toBe(`(Name=x,Secret="${MASK}"`);
    expect(maskedText('Services', 'Name="x=y" Token=abc def')).toBe(`Name="x=y" Token="${MASK}"`);
  });

  it('is looked at in a time that grows with its length', () => {
    for (const part of ['a', 'Key=(', 'Secret=', 'x://:', 'Token= ', '"'])
      expect(maskedText('Text', part.repeat(200_000)).length).toBeGreaterThan(0);
  });

  it('keeps an address without who enters with what', () => {
    expect(maskedText('Proxy', 'https://me:hunter2@proxy.example/x')).toBe(`https://${MASK}@proxy.example/x`);
  });

  it('is masked in JSON as it is in text', () => {
    const value = {
      bEnforcePassphraseForRemoteClients: true,
      Passphrases: [{ Identifier: 'x', Passphrase: 'abc' }],
      Artifacts: [{ ClientId: 'id', ClientSecret: 'hush', Port: 1 }],
      ServerKey: 42,
    };
    expect(maskedValue('', value)).toEqual({
      bEnforcePassphraseForRemoteClients: true,
      Passphrases: MASK,
      Artifacts: [{ ClientId: 'id', ClientSecret: MASK, Port: 1 }],
      ServerKey: MASK,
    });
  });
});

it('settings are the defaults of code, and nothing in a level', () => {
  expect(isSettings('/Script/RemoteControlCommon.Default__RemoteControlSettings')).toBe(true);
  expect(isSettings(`Object'"/Script/EOS.Default__EOSSettings"'`)).toBe(true);
  expect(isSettings('Script/EOS.Default__EOSSettings')).toBe(true);
  expect(isSettings('/Game/Maps/Hall.Hall:PersistentLevel.Door_1')).toBe(false);
  expect(isSettings('/Game/Script/BP.Default__BP_C')).toBe(false);
  expect(isSettings('/Game/Doors/BP_Door.Default__BP_Door_C')).toBe(false);
});
