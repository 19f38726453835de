import type { JsonObject } from '@worldwire/protocol';
import type { GraphPin } from '../../port/operations.js';

/** A node of a Blueprint's graph. */
export interface NodePlan {
  readonly class: string;
  readonly title: string;
  readonly properties: JsonObject;
  /** The values of input pins without a link. */
  readonly inputs: Readonly<Record<string, string>>;
  /** The numbers of the nodes that execution continues with, by output pin; the next node by default. */
  readonly next?: readonly number[];
}

interface GraphNode extends NodePlan {
  /** Unique in the graph: the class and a number. */
  readonly name: string;
  readonly pins: readonly GraphPin[];
}

type Inputs = NodePlan['inputs'];

const COLUMN = 250;
const ROW = 130;
const EXECUTION_PINS = ['then', 'else'];

export function event(name: string, title: string): NodePlan {
  const reference = { MemberParent: '/Script/Engine.Actor', MemberName: name };
  return node('Event', title, { EventReference: reference });
}

export function entry(name: string): NodePlan {
  return node('FunctionEntry', name, { FunctionReference: { MemberName: name } });
}

export function result(inputs: Inputs = {}): NodePlan {
  return node('FunctionResult', 'Return Node', {}, inputs, []);
}

export function branch(condition: string, True: number, False: number): NodePlan {
  return node('IfThenElse', 'Branch', {}, { Condition: condition }, [True, False]);
}

/** Calls a function of the class with the path `of`. */
export function call(name: string, of: string, inputs: Inputs = {}): NodePlan {
  const title = name.replace(/^K2_/, '').replace(/([a-z\d])([A-Z])/g, '$1 $2');
  return node('CallFunction', title, { FunctionReference: { MemberParent: of, MemberName: name } }, inputs);
}

/** Calls a function of the Blueprint itself. */
export function callOwn(name: string, next?: readonly number[]): NodePlan {
  return node(
    'CallFunction',
    name,
    { FunctionReference: { MemberName: name, bSelfContext: true } },
    {},
    next,
  );
}

export function setVariable(name: string, value: string): NodePlan {
  const reference = { MemberName: name, bSelfContext: true };
  return node('VariableSet', `Set ${name}`, { VariableReference: reference }, { [name]: value });
}

/** Gives the nodes of a graph their names and pins, those of wires at both ends. */
export function graphOf(plans: readonly NodePlan[]): readonly GraphNode[] {
  const names = plans.map((plan, at) => {
    const before = plans.slice(0, at).filter(each => each.class === plan.class).length;
    return `${plan.class}_${before}`;
  });
  const nextOf = (at: number) => plans[at]?.next ?? (at + 1 < plans.length ? [at + 1] : []);
  const places = placesOf(nextOf, plans.length);
  return plans.map((plan, at) => {
    const arrivals = plans.flatMap((_, from) =>
      nextOf(from).flatMap((to, pin) => (to === at ? [`${names[from]}.${EXECUTION_PINS[pin]}`] : [])),
    );
    const isStart = /^K2Node_(Event|FunctionEntry)$/.test(plan.class);
    const entry = execPin('execute', 'input', arrivals);
    const inputs = Object.entries(plan.inputs).map(
      ([name, value]): GraphPin => ({ name, direction: 'input', type: 'value', default: value }),
    );
    const outputs = nextOf(at).map((to, pin) =>
      execPin(EXECUTION_PINS[pin] as string, 'output', [`${names[to]}.execute`]),
    );
    const properties = { ...plan.properties, ...places[at] };
    const pins = [...(isStart ? [] : [entry]), ...inputs, ...outputs];
    return { ...plan, name: names[at] as string, properties, pins };
  });
}

/** Each step of execution is a column, and each further way of a branch a row. */
function placesOf(nextOf: (at: number) => readonly number[], count: number): readonly JsonObject[] {
  const places = new Map<number, JsonObject>();
  let rows = 0;
  const place = (at: number, column: number, row: number) => {
    places.set(at, { NodePosX: column * COLUMN, NodePosY: row * ROW });
    for (const [way, next] of nextOf(at).entries())
      if (!places.has(next)) place(next, column + 1, way === 0 ? row : ++rows);
  };
  for (let at = 0; at < count; at++) if (!places.has(at)) place(at, 0, at === 0 ? 0 : ++rows);
  return Array.from({ length: count }, (_, at) => places.get(at) as JsonObject);
}

function execPin(name: string, direction: GraphPin['direction'], linkedTo: readonly string[]): GraphPin {
  return { name, direction, type: 'exec', ...(linkedTo.length > 0 && { linkedTo }) };
}

function node(
  kind: string,
  title: string,
  properties: JsonObject,
  inputs: Inputs = {},
  next?: readonly number[],
): NodePlan {
  return { class: `K2Node_${kind}`, title, properties, inputs, ...(next && { next }) };
}
