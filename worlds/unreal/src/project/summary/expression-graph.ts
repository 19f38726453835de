import type { PropertyValue } from '@worldwire/uasset';
import { elements, isStructure, numberOf, textOf, type Values } from '../read/property-values.js';
import { expressionText } from './expression-text.js';
import type { Part, Subject } from './subject.js';

/** Longer formulas are divided: a part gets a line of its own. */
const MAX_FORMULA = 140;
const MAX_DEPTH = 100;

/** A connection of an expression to the output of another. */
export interface Input {
  readonly name: string;
  readonly from: Part;
  readonly output: number;
  /** The channels that are taken: "R", "RG", "" for a whole colour; undefined where the connection does not choose. */
  readonly mask: string | undefined;
}

/**
 * The formulas of a material graph. What is used more than once, or is too long, is a line "#1 = …" behind the first line
 * that uses it.
 */
export class ExpressionGraph {
  readonly lines: string[] = [];
  readonly #subject: Subject;
  readonly #uses = new Map<number, number>();
  readonly #labels = new Map<number, string>();
  readonly #waiting: [label: string, text: string][] = [];
  readonly #open = new Set<number>();

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  /** The lines "name = formula" of outputs. */
  async add(outputs: readonly Input[]): Promise<void> {
    for (const { from } of outputs) await this.#count(from, 0);
    for (const output of outputs) {
      const text = await this.#formula(output, 0);
      this.lines.push(`${output.name} = ${text}`);
      this.#flush();
    }
  }

  /** The inputs of an expression that are connected. */
  async inputs(values: Values): Promise<readonly Input[]> {
    const found: Input[] = [];
    for (const [name, value] of Object.entries(values)) {
      const list = Array.isArray(value) ? (value as readonly PropertyValue[]) : [value];
      for (const each of list) {
        const input = isStructure(each) ? await this.#input(name, each, list.length > 1) : undefined;
        if (input !== undefined) found.push(input);
      }
    }
    return found;
  }

  async #input(name: string, value: Values, isListed: boolean): Promise<Input | undefined> {
    // The inputs of function calls and custom code have the connection inside.
    const nested = isStructure(value.Input) ? value.Input : value;
    const from = await this.#source(await this.#subject.part(nested.Expression));
    if (from === undefined) return undefined;
    const own = textOf(nested, 'InputName') ?? textOf(value, 'InputName');
    return {
      name: own ?? (isListed ? '' : name),
      from: from.part,
      output: from.output ?? numberOf(nested, 'OutputIndex') ?? 0,
      mask: maskOf(nested),
    };
  }

  /** Reroutes are passed over. */
  async #source(part: Part | undefined): Promise<{ part: Part; output?: number } | undefined> {
    let [found, output] = [part, undefined as number | undefined];
    for (let steps = 0; found !== undefined && steps < MAX_DEPTH; steps++) {
      const { class: kind, values } = found;
      if (!/^MaterialExpression(Reroute|NamedReroute(Declaration|Usage))$/.test(kind)) break;
      const usage = await this.#subject.part(values.Declaration);
      const input = isStructure(values.Input) ? values.Input : {};
      const next = usage ?? (await this.#subject.part(input.Expression));
      if (next === undefined) break;
      if (usage === undefined) output = numberOf(input, 'OutputIndex') ?? 0;
      found = next;
    }
    return found && { part: found, ...(output !== undefined && { output }) };
  }

  async #count(part: Part, depth: number): Promise<void> {
    const uses = (this.#uses.get(part.index) ?? 0) + 1;
    this.#uses.set(part.index, uses);
    if (uses > 1 || depth > MAX_DEPTH) return;
    for (const { from } of await this.inputs(part.values)) await this.#count(from, depth + 1);
  }

  async #formula({ from, output, mask }: Input, depth: number): Promise<string> {
    const { index, values } = from;
    const label = this.#labels.get(index);
    const chosen = mask ?? outputName(values, output);
    const suffix = chosen === '' ? '' : `.${chosen}`;
    if (label !== undefined) return label + suffix;
    if (this.#open.has(index) || depth > MAX_DEPTH) return `${from.name}${suffix}`;
    this.#open.add(index);
    const inputs = await this.inputs(values);
    const terms: { name: string; text: string }[] = [];
    for (const input of inputs) {
      terms.push({ name: input.name, text: await this.#formula(input, depth + 1) });
    }
    this.#open.delete(index);
    const text = expressionText(from, terms);
    const isShared = (this.#uses.get(index) ?? 0) > 1 && inputs.length > 0;
    if (!isShared && text.length <= MAX_FORMULA)
      return suffix !== '' && / /.test(text) && !text.endsWith(')') ? `(${text})${suffix}` : text + suffix;
    const made = `#${this.#labels.size + 1}`;
    this.#labels.set(index, made);
    this.#waiting.push([made, text]);
    return made + suffix;
  }

  #flush(): void {
    const order = this.#waiting.sort(([a], [b]) => Number(b.slice(1)) - Number(a.slice(1)));
    for (const [label, text] of order) this.lines.push(`  ${label} = ${text}`);
    this.#waiting.length = 0;
  }
}

function maskOf(connection: Values): string | undefined {
  if (numberOf(connection, 'Mask') !== 1) return undefined;
  const channels = ['R', 'G', 'B', 'A'].filter(each => numberOf(connection, `Mask${each}`) === 1).join('');
  return channels === 'RGB' || channels === 'RGBA' ? '' : channels;
}

/** Of a function call or another expression that names its outputs. */
function outputName(values: Values, output: number): string {
  const called = elements(values, 'FunctionOutputs').filter(isStructure);
  const names = called.length > 0 ? called : elements(values, 'Outputs').filter(isStructure);
  if (names.length < 2) return output === 0 ? '' : `output ${output}`;
  const one = names[output];
  const inner = one !== undefined && isStructure(one.Output) ? one.Output : one;
  return textOf(inner, 'OutputName') ?? '';
}
