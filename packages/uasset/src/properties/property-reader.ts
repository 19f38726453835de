import type { NameCursor } from '../bytes/name-cursor.js';
import { PackageError } from '../bytes/package-error.js';
import type { PropertyValue } from '../format/package.js';
import { NATIVE_STRUCTS } from './native-structs.js';
import { NESTED_STRUCTS } from './nested-structs.js';
import { hasInnerTag, type PropertyTag, readTag } from './property-tag.js';
import { type PropertyType, typeLabel } from './property-type.js';
import { readScalar } from './scalars.js';
import { type StructReader, structName } from './struct-reader.js';
import { UNNAMED_STRUCTS } from './unnamed-structs.js';
import type { ValueScope } from './value-scope.js';

type Form = () => PropertyValue;

const MAX_NOTES = 100;
/** In values. Reading nested structs in two layouts would otherwise double the work at each level. */
const COST_OF_A_SECOND_FORM = 20;

/**
 * Reads lists of tagged properties. A property that cannot be read is skipped by the size in its tag, with a note. Where an
 * older tag allows two layouts, the one that takes exactly the bytes of the tag is right.
 */
export class PropertyReader implements StructReader {
  readonly notes: string[] = [];
  readonly #scope: ValueScope;
  #depth = 0;

  constructor(scope: ValueScope) {
    this.#scope = scope;
  }

  /** Properties up to the closing name "None", one by one, because a broken one may follow good ones. */
  read(found: (key: string, type: PropertyType, value: PropertyValue | undefined) => void): void {
    const { cursor, layout } = this.#scope;
    for (let tag = readTag(cursor, layout); tag; tag = readTag(cursor, layout)) {
      const end = cursor.offset + tag.size;
      const key = tag.index === 0 ? tag.name : `${tag.name}[${tag.index}]`;
      found(key, tag.type, this.#readOrNote(tag));
      cursor.seek(end);
    }
  }

  /** The same as a value. fromEntries also accepts the name "__proto__". */
  struct(): Readonly<Record<string, PropertyValue>> {
    return this.#deeper(() => {
      const values: [string, PropertyValue][] = [];
      this.read((key, _type, value) => value !== undefined && values.push([key, value]));
      return Object.fromEntries(values);
    });
  }

  sized(name: string, size: number): PropertyValue {
    const { cursor } = this.#scope;
    const end = cursor.offset + size;
    try {
      return cursor.within(size, () =>
        this.#deeper(() => this.#fitting(this.#structForms(structName(name)))),
      );
    } catch (error) {
      if (!(error instanceof PackageError) || error.kind === 'too-large') throw error;
      cursor.seek(end);
      this.note(`A ${structName(name)} (${size} bytes) was left out: ${error.message}`);
      return null;
    }
  }

  named(name: string): PropertyValue {
    const native = NATIVE_STRUCTS.get(structName(name));
    return native ? native(this.#scope) : this.struct();
  }

  note(text: string): void {
    if (this.notes.length < MAX_NOTES) this.notes.push(text);
    else if (this.notes.length === MAX_NOTES) this.notes.push('More properties could not be read.');
  }

  #readOrNote(tag: PropertyTag): PropertyValue | undefined {
    try {
      return this.#scope.cursor.within(tag.size, () => this.#value(tag.type, tag));
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      this.note(`${tag.name} (${typeLabel(tag.type)}, ${tag.size} bytes) was left out: ${error.message}`);
      return undefined;
    }
  }

  /** The value of a tag, which takes all remaining bytes. */
  #value(type: PropertyType, tag: PropertyTag): PropertyValue {
    const { cursor } = this.#scope;
    this.#scope.spend(1);
    const [first, second] = type.parameters;
    // A boolean is in the tag itself; inside a container it is a byte.
    if (tag.type.name === 'BoolProperty') return tag.truth;
    switch (type.name) {
      case 'ArrayProperty':
        return this.#array(first, tag);
      case 'SetProperty':
        return this.#fitting(this.#forms(first, tag).map(form => () => this.#set(form)));
      case 'MapProperty':
        return this.#fitting(
          this.#forms(first, tag).flatMap(key =>
            this.#forms(second, tag).map(value => () => this.#map(key, value)),
          ),
        );
      case 'OptionalProperty':
        if (first === undefined) throw cursor.malformed('An optional value has no type.');
        return cursor.flag() ? this.#value(first, tag) : null;
      default:
        return this.#fitting(this.#forms(type, tag));
    }
  }

  #array(element: PropertyType | undefined, tag: PropertyTag): PropertyValue {
    const { cursor, layout } = this.#scope;
    const announced = cursor.i32();
    if (hasInnerTag(tag.type, layout)) readTag(cursor, layout);
    return this.#fitting(this.#forms(element, tag).map(form => () => this.#list(announced, form)));
  }

  #set(form: Form): PropertyValue {
    const { cursor } = this.#scope;
    this.#list(cursor.i32(), form);
    return this.#list(cursor.i32(), form);
  }

  /** Keys that were removed from the default come first. */
  #map(key: Form, value: Form): PropertyValue {
    const { cursor } = this.#scope;
    this.#list(cursor.i32(), key);
    return this.#list(cursor.i32(), () => ({ key: key(), value: value() }));
  }

  #list(announced: number, form: Form): PropertyValue[] {
    const { cursor } = this.#scope;
    if (announced < 0)
      throw new PackageError('unsupported', 'It stores only differences from its default.', cursor.offset);
    return this.#scope.repeat(cursor.checkCount(announced, 1), form);
  }

  /** The possible layouts of a value of this type. */
  #forms(type: PropertyType | undefined, tag: PropertyTag): Form[] {
    const { cursor } = this.#scope;
    if (type === undefined)
      throw new PackageError('unsupported', 'The tag does not name the type of the elements.', cursor.offset);
    if (type.name === 'ByteProperty') return byteForms(cursor, type);
    if (type.name === 'StructProperty') {
      if (tag.native === false) return [() => this.struct()];
      return this.#structForms(type.parameters[0]?.name ?? UNNAMED_STRUCTS.get(tag.name));
    }
    const scalar = readScalar(type.name);
    if (scalar) return [() => scalar(this.#scope)];
    throw new PackageError('unsupported', `${type.name} is not supported.`, cursor.offset);
  }

  /** Some native structs use tags, at least in older versions. */
  #structForms(name: string | undefined): Form[] {
    if (name === undefined) return [() => this.#taggedOrUnknown()];
    const nested = NESTED_STRUCTS.get(name);
    if (nested)
      return [...nested.map(form => () => this.#deeper(() => form(this.#scope, this))), () => this.struct()];
    const native = NATIVE_STRUCTS.get(name);
    if (!native) return [() => this.#taggedOrUnknown()];
    return [() => native(this.#scope), () => this.struct()];
  }

  #taggedOrUnknown(): PropertyValue {
    try {
      return this.struct();
    } catch (error) {
      if (!(error instanceof PackageError) || error.kind !== 'malformed') throw error;
      throw new PackageError('unsupported', 'The layout of this struct is unknown.', error.offset);
    }
  }

  /** The value in the first layout that takes exactly the available bytes. */
  #fitting(forms: readonly Form[]): PropertyValue {
    const { cursor } = this.#scope;
    const start = cursor.offset;
    const noted = this.notes.length;
    let problem: PackageError | undefined;
    for (const form of forms) {
      try {
        const value = form();
        if (cursor.left === 0) return value;
        problem ??= cursor.malformed(`${cursor.left} bytes are left over.`);
      } catch (error) {
        if (!(error instanceof PackageError)) throw error;
        problem ??= error;
      }
      cursor.seek(start);
      this.notes.length = noted;
      this.#scope.spend(COST_OF_A_SECOND_FORM);
    }
    throw problem ?? cursor.malformed('No layout fits the value.');
  }

  #deeper<T>(read: () => T): T {
    const { cursor, context } = this.#scope;
    if (this.#depth >= context.limits.depth)
      throw new PackageError('too-large', 'Structs are nested too deeply.', cursor.offset);
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }
}

/** A byte, or the name of an enum value. In a container the tag may lack the enum. */
function byteForms(cursor: NameCursor, type: PropertyType): Form[] {
  const forms = [() => cursor.u8(), () => cursor.name()];
  return type.parameters.length > 0 ? forms.reverse() : forms;
}
