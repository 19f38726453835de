import { isSecretName, pairPart } from '../kit/secret-names.js';
import { SECRET_MASK, withoutSecrets } from '../kit/secret-texts.js';

/** Levels of members, and of JSON within texts. What is deeper is replaced. */
const MAX_DEPTH = 64;
/** Characters of a text that is read as JSON. The beginning of a longer one is searched as text. */
const MAX_JSON_TEXT = 64 * 1024;
/** Names in a label such as `{"member": {"name": "password"}}`. */
const MAX_NAMES = 16;

/**
 * A copy of a value without its secrets: values of members that are secrets by their names, with all that is in them; values beside a
 * label that names a secret, such as `member` and `jsonValue`; and texts that are secrets by their form. Ends when the JSON of
 * the copy has more than `characters`, because the rest is not shown.
 */
export function redacted(value: unknown, characters: number): unknown {
  return new Redaction(characters).copy(value, 0);
}

class Redaction {
  #left: number;
  #replaced = 0;

  constructor(characters: number) {
    this.#left = characters;
  }

  copy(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value, depth);
    this.#left -= 1;
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= MAX_DEPTH) return this.#mask();
    return Array.isArray(value) ? this.#list(value, depth + 1) : this.#members(value, depth + 1);
  }

  #members(value: object, depth: number): object {
    const members = Object.entries(value);
    const labels = labelsOfSecrets(members);
    const isStrict = labels.some(([member]) => pairPart(member) === 'label');
    const shown: [string, unknown][] = [];
    for (const [member, each] of members) {
      if (this.#left < 0) break;
      const part = labels.length === 0 ? undefined : pairPart(member);
      // Beside `member` and the like every other member may be the value.
      const isPaired = labels.length > 0 && (part === 'value' || (isStrict && part === undefined));
      const name = this.#text(member, MAX_DEPTH);
      shown.push([name, isPaired || isSecretName(member) ? this.#mask() : this.copy(each, depth)]);
    }
    return Object.fromEntries(shown);
  }

  #list(items: readonly unknown[], depth: number): unknown[] {
    // A pair or the arguments of a setter: ["password", "…"].
    const [first] = items;
    const isPair =
      items.length > 1 && items.length <= 4 && typeof first === 'string' && isNameOfSecret(first);
    const shown: unknown[] = [];
    for (const [index, item] of items.entries()) {
      if (this.#left < 0) break;
      const isValue = isPair && index > 0 && !isNameOfSecret(item);
      shown.push(isValue ? this.#mask() : this.copy(item, depth));
    }
    return shown;
  }

  #text(text: string, depth: number): string {
    const start = text.trimStart()[0];
    if (
      (start === '{' || start === '[' || start === '"') &&
      depth < MAX_DEPTH &&
      text.length <= MAX_JSON_TEXT
    ) {
      const inner = this.#json(text, depth);
      if (inner !== undefined) return inner;
    }
    // Without the rest, a secret at the end is found by its beginning.
    const shown = withoutSecrets(text.length > MAX_JSON_TEXT ? text.slice(0, MAX_JSON_TEXT) : text);
    this.#left -= shown.length;
    if (shown !== text) this.#replaced += 1;
    return shown;
  }

  /** JSON within a text, as it is where it has no secret. */
  #json(text: string, depth: number): string | undefined {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return undefined;
    }
    const before = this.#replaced;
    const shown = this.copy(value, depth + 1);
    return this.#replaced === before ? text : JSON.stringify(shown);
  }

  #mask(): string {
    this.#replaced += 1;
    this.#left -= SECRET_MASK.length;
    return SECRET_MASK;
  }
}

/** The members that name a secret: by a label, or by a place, where only its value is meant. */
function labelsOfSecrets(members: readonly (readonly [string, unknown])[]) {
  const labels = members.filter(([member]) => isLabel(member));
  const secrets = labels.filter(([, label]) => isNameOfSecret(label));
  const isOfValue = labels.every(([, label]) => typeof label === 'string' && pairPart(label) === 'value');
  if (secrets.length > 0 || !isOfValue) return secrets;
  return members.filter(([member, place]) => pairPart(member) === 'place' && isNameOfSecret(place));
}

function isLabel(member: string): boolean {
  const part = pairPart(member);
  return part === 'label' || part === 'name';
}

/** Whether a label is the name of a secret: a text, or the parts of a path. */
function isNameOfSecret(label: unknown): boolean {
  if (typeof label === 'string') return isSecretName(label);
  if (typeof label !== 'object' || label === null) return false;
  return Object.values(label)
    .slice(0, MAX_NAMES)
    .some(each => typeof each === 'string' && isSecretName(each));
}
