import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A member of the shim that the bridge uses. */
export interface UsedMember {
  readonly type: string;
  readonly kind: 'field' | 'get' | 'set' | 'add' | 'remove' | 'method' | 'new' | 'op';
  readonly name: string;
  readonly parameters: readonly string[];
  readonly result: string;
}

/** A line of UsedApi.cs. */
export function readUsed(line: string): UsedMember {
  const [type = '', kind, name = '', parameters = '', result = ''] = line.split('|');
  return {
    type: type.replaceAll('+', '.'),
    kind: kind as UsedMember['kind'],
    name,
    parameters: parameters === '' ? [] : parameters.split(','),
    result,
  };
}

interface DeclaredType {
  readonly base: string | undefined;
  /** Its lines, such as "public static Abs($f: number): number;". */
  readonly members: string[];
}

/** The API of Unity as the package unity-types declares it: most of the engine, physics, input, and the Input System. */
export class UnityApi {
  readonly version: string;
  readonly #types = new Map<string, DeclaredType>();

  /** `manifest` is the path of its package.json. */
  constructor(manifest: string) {
    this.version = JSON.parse(readFileSync(manifest, 'utf8')).version;
    const folder = dirname(manifest);
    for (const file of readdirSync(folder).filter(name => /^Unity.*\.d\.ts$/.test(name)))
      this.#read(readFileSync(join(folder, file), 'utf8'));
  }

  has(type: string): boolean {
    return this.#types.has(type);
  }

  /** What is wrong with the use of a member; undefined if it is declared. */
  fault(used: UsedMember): string | undefined {
    const { type, kind, name, parameters, result } = used;
    const lines = this.#membersOf(type);
    const wanted = parameters.map(shown);
    const about = `${type}.${name}(${wanted.join(', ')})`;
    if (kind === 'op') return undefined;
    if (kind === 'new') {
      // The constructors of delegates, and those of structs without parameters, are not declared.
      if (wanted.length === 0 || parameters.at(-1) === 'System.IntPtr') return undefined;
      return lines.some(line => fits(line, 'constructor', wanted)) ? undefined : `no constructor ${about}`;
    }
    const indexed = kind === 'get' && wanted.length > 0;
    if (kind === 'method' || kind === 'add' || kind === 'remove' || indexed) {
      const method = kind === 'method' ? name : `${kind}_${name}`;
      return lines.some(line => fits(line, method, wanted)) ? undefined : `no method ${about}`;
    }
    const value = kind === 'set' ? wanted[0] : shown(result);
    const get = new RegExp(`^public (?:static )?(?:readonly )?(?:get )?${name}(?:\\(\\))?: (.*);$`);
    const both = new RegExp(`^public (?:static )?${name}: (.*);$|set ${name}\\(.*: (.*)\\)`);
    const found = lines.map(line => (kind === 'set' ? both : get).exec(line)).filter(match => match !== null);
    if (found.length === 0) return `no member ${type}.${name}`;
    return found.some(match => same(match[1] ?? match[2] ?? '', value ?? ''))
      ? undefined
      : `${type}.${name} is ${found[0]?.[1]} and not ${value}`;
  }

  #membersOf(type: string): string[] {
    const declared = this.#types.get(type);
    if (declared === undefined) return [];
    const { base, members } = declared;
    return base === undefined ? members : [...members, ...this.#membersOf(base)];
  }

  #read(text: string): void {
    const open: string[] = [];
    for (const raw of text.split('\n')) {
      const line = raw.trim();
      const begun =
        /^(?:declare )?(?:export )?(?:abstract )?(namespace|class|interface|enum) ([\w$]+)(?:<.*?>)?(?: extends ([\w.$]+))?.*\{/.exec(
          line,
        );
      if (begun !== null) {
        const [, what, name = '', base] = begun;
        if (!line.endsWith('}')) open.push(name);
        const full = [...open, ...(line.endsWith('}') ? [name] : [])].filter(each => each !== 'CS').join('.');
        if (what !== 'namespace' && !this.#types.has(full)) this.#types.set(full, { base, members: [] });
      } else if (line === '}') open.pop();
      else this.#types.get(open.filter(each => each !== 'CS').join('.'))?.members.push(line);
    }
  }
}

/** Whether a line declares a method with these parameters. */
function fits(line: string, name: string, wanted: readonly string[]): boolean {
  const found = new RegExp(
    `^(?:public |protected )?(?:static )?${name.replace('$', '\\$')}(?:<.*>)?\\(((?:[^()]|\\(.*\\))*)\\)`,
  ).exec(line);
  if (found === null) return false;
  const given = (found[1] ?? '') === '' ? [] : (found[1] as string).split(/, (?=[\w.$]+\??: )/);
  if (given.length < wanted.length) return false;
  return given.every((each, at) => {
    const [, optional, type = ''] = /^(?:\.\.\.)?[\w$]+(\?)?: (.*)$/.exec(each) ?? [];
    return at < wanted.length ? same(type, wanted[at] as string) : optional !== undefined;
  });
}

const NUMBERS = /^System\.(?:Single|Double|Byte|SByte|U?Int(?:16|32|64))$/;

/** A type of .NET in the words of the declarations. */
function shown(type: string): string {
  if (type.endsWith('&')) return `$Ref<${shown(type.slice(0, -1))}>`;
  if (type.endsWith('[]')) return `System.Array$1<${shown(type.slice(0, -2))}>`;
  if (NUMBERS.test(type)) return 'number';
  const plain: Readonly<Record<string, string>> = {
    'System.Boolean': 'boolean',
    'System.String': 'string',
    'System.Void': 'void',
    'System.Object': 'any',
    'System.Char': 'number',
  };
  return plain[type] ?? type.replaceAll('+', '.');
}

/** Generic types are compared without their arguments; delegates are declared as functions. */
function same(declared: string, wanted: string): boolean {
  const bare = (type: string) =>
    type
      .replaceAll('$Out<', '$Ref<')
      .replace('System.TypeLike', 'System.Type')
      .replace(/[`$]\d.*/, '');
  if (wanted.startsWith('System.Array$1'))
    return declared.startsWith('System.Array$1') || declared.includes('[]');
  return (
    bare(declared) === bare(wanted) || wanted.startsWith('System.Action') || wanted.startsWith('System.Func')
  );
}
