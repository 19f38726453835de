/** Parts of a name, without separators and in lower case, that make its value a secret. */
export const SECRET_PARTS = [
  'passw|passphrase|passcode|pwd|secret|token|credential|authorization|cookie|bearer|kennwort|motdepasse|contraseñ|contrasena',
  'apikey|authkey|accesskey|privatekey|signingkey|encryptionkey|decryptionkey|cryptokey|masterkey|sharedkey|sessionkey',
  'licensekey|licencekey|storagekey|sshkey|hmackey|aeskey|accesscode|authcode|verificationcode|codeverifier|onetimecode',
  'accesssignature|connectionstring|privateexponent|recoverycode|seedphrase|sessionid',
].join('|');
/** Names that are too short to be looked for in others. */
export const SECRET_NAMES = 'pw|pass|psk|jwt|otp|totp|pin|pincode|creds?|pat|sid|sig|signature|xauth';
/** Every text with the name of a secret has one of these, if it has only ASCII. */
export const MAY_NAME_SECRET = `pass|pwd|secret|token|credential|auth|cookie|bearer|kennwort|motdepasse|contrase|key|signature|string|exponent|recovery|verif|access|one.?time|phrase|session|(?<![a-z0-9])(?:${SECRET_NAMES})(?![a-z0-9])`;

const SECRET = new RegExp(SECRET_PARTS);
const WHOLE = new RegExp(`^(?:${SECRET_NAMES})$`);
const SEPARATORS = /[^\p{L}\p{N}]+/gu;
/** Characters at the end of a name that are read. */
const MAX_NAME = 512;

/**
 * Whether a name is that of a secret. Case, separators and compatible characters do not count. A guess that rather finds too much.
 *
 *     isSecretName('Api-Key'); // true
 */
export function isSecretName(name: string): boolean {
  const letters = name.slice(-MAX_NAME).normalize('NFKC').replace(SEPARATORS, '').toLowerCase();
  return SECRET.test(letters) || WHOLE.test(letters);
}

/** Names of members that name a member, property, key or parameter, whose value is beside them. */
const LABEL =
  /^(?:member|property|field|parameter|param|argument|variable|var|header|setting|option|attribute|function|method|key)(?:name|path|id)?$/;
/** The same, for names that a thing has as well: only members that are values by their names are values then. */
const NAME = /^(?:name|label|id|identifier|path|first|k)$/;
/** Names of the value beside a label. */
const VALUE =
  /^(?:json|new|old|default|current|previous|initial|raw|string)?(?:value|values|val|content|contents|data|text|second|arguments|args|argsjson|parameters|params|payload|body|before|after|to|from|literal|number|input|v)$/;
/** Names of what is beside a label and not its value: where it is, and guards of the call. */
const PLACE =
  /^(?:target|element|selector|widget|node|control|object|objectid|objectpath|component|componenttype|type|kind|class|world|universeid|index|tool|op|access|confirm|dryrun|operationkey|ifrevision|expectdigest|maxbytes|limit|offset|revision)$/;

/** The part that a member has in a pair of a name and a value. */
export type PairPart = 'label' | 'name' | 'value' | 'place' | undefined;

/** Which part of a pair a member is, such as `member` and `jsonValue` in the arguments of SetMember. */
export function pairPart(member: string): PairPart {
  const letters = member.slice(0, MAX_NAME).replace(SEPARATORS, '').toLowerCase();
  if (LABEL.test(letters)) return 'label';
  if (NAME.test(letters)) return 'name';
  if (VALUE.test(letters)) return 'value';
  return PLACE.test(letters) ? 'place' : undefined;
}
