import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BRIDGE, compileDemo, EDITOR_ASSEMBLIES } from './compile.js';

const run = promisify(execFile);

export interface SignatureReport {
  /** Members of the shim that Unity declares, with the same number of parameters. */
  readonly known: number;
  /** Members of types that Unity declares, which Unity does not have. */
  readonly unknown: readonly string[];
  /** Types of the shim that the declarations do not cover, such as those of uGUI and the editor. */
  readonly uncovered: readonly string[];
}

interface Declared {
  /** The type that it extends, and its members with their numbers of parameters. */
  readonly base: string | undefined;
  readonly members: Map<string, Set<number>>;
}

/** Members that only tests use. */
const OWN = /^(Shim|AddPersistentForTests)|\.Shim|^Worldwire\./;
/** An extension method, which the declarations give to the type that it extends. */
const EXTENSIONS = 'UnityEngine.InputSystem.InputActionSetupExtensions';

/** Compares the members of the shim with the declarations of Unity's types in the npm package unity-types, in a folder. */
export async function checkSignatures(types: string): Promise<SignatureReport> {
  const declared = new Map<string, Declared>();
  for (const file of readdirSync(types).filter(each => each.endsWith('.d.ts')))
    readTypes(readFileSync(join(types, file), 'utf8'), declared);
  const unknown: string[] = [];
  const uncovered = new Set<string>();
  let known = 0;
  for (const [type, kind, name, count] of await shimMembers()) {
    if (OWN.test(type) || OWN.test(name) || type === EXTENSIONS) continue;
    if (!declared.has(type)) uncovered.add(type);
    else if (kind !== 'type' && !hasMember(declared, type, name, kind === 'Method' ? Number(count) : 0))
      unknown.push(`${type}.${name}${kind === 'Method' ? `(${count})` : ''}`);
    else if (kind !== 'type') known++;
  }
  return { known, unknown: unknown.sort(), uncovered: [...uncovered].sort() };
}

function hasMember(declared: Map<string, Declared>, type: string, name: string, count: number): boolean {
  const found = declared.get(type);
  if (found === undefined) return false;
  if (found.members.get(name)?.has(count)) return true;
  return found.base !== undefined && hasMember(declared, found.base, name, count);
}

async function shimMembers(): Promise<[string, string, string, string][]> {
  const folder = await compileDemo(EDITOR_ASSEMBLIES);
  const made = mkdtempSync(join(tmpdir(), 'worldwire-members-'));
  const program = join(made, 'Dump.exe');
  try {
    await run('mcs', [`-out:${program}`, join(BRIDGE, 'testing/members/Dump.cs')]);
    const assemblies = ['UnityEngine.dll', 'UnityEditor.dll'].map(each => join(folder, each));
    const { stdout } = await run('mono', [program, ...assemblies], { maxBuffer: 16 * 1024 * 1024 });
    return stdout
      .trim()
      .split('\n')
      .map(line => line.split('\t') as [string, string, string, string]);
  } finally {
    rmSync(made, { recursive: true });
  }
}

/** Reads namespaces, classes, interfaces and enums of a file of declarations. */
function readTypes(text: string, declared: Map<string, Declared>): void {
  const scope: string[] = [];
  let current: Declared | undefined;
  for (const line of text.split('\n').map(each => each.trim())) {
    const opened = /^(?:declare )?namespace ([\w.]+) \{/.exec(line)?.[1];
    const type =
      /^(?:abstract )?(class|interface|enum) (\w+)(?:\$\d+)?(?:<[^{]*?>)?(?: extends ([\w.]+))?.*\{$/.exec(
        line,
      );
    if (opened !== undefined) scope.push(...(opened === 'CS' ? [''] : [opened]));
    else if (type !== null) {
      const name = [...scope.filter(each => each !== ''), type[2]].join('.');
      current = declared.get(name) ?? { base: type[3], members: new Map() };
      declared.set(name, current);
    } else if (line === '}') {
      if (current === undefined) scope.pop();
      current = undefined;
    } else if (current !== undefined) readMember(line, current);
  }
}

function readMember(line: string, { members }: Declared): void {
  const add = (name: string, count: number) => {
    const counts = members.get(name) ?? new Set();
    counts.add(count);
    members.set(name, counts);
  };
  const value = /^(\w+)(?: = -?\d+)?,?$/.exec(line)?.[1];
  const field = /^(?:(?:public|protected|static|readonly|abstract) )*(?:get |set )?(\w+)(?:\(\))?\??: /.exec(
    line,
  )?.[1];
  const method =
    /^(?:(?:public|protected|static|abstract) )*(\w+)(?:<.*?>)?\((.*)\): [^()]*(?:\(.*\).*)?;$/.exec(line);
  if (value !== undefined) add(value, 0);
  if (field !== undefined) add(field, 0);
  if (method === null || method[1] === undefined) return;
  const parameters = (method[2] ?? '').split(/,\s*(?=\.{3}|\$)/).filter(each => each !== '');
  const optional = parameters.filter(each => /^\$\w+\?/.test(each)).length;
  for (let count = parameters.length - optional; count <= parameters.length; count++) add(method[1], count);
}
