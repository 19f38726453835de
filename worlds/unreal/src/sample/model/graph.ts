import type { JsonObject } from '@worldwire/protocol';

/** A node of a Blueprint's graph. The flow goes on to the next node of the graph, unless it is said where else. */
export interface NodePlan {
  readonly class: string;
  readonly title: string;
  readonly properties: JsonObject;
  /** What its pins hold where nothing is linked to them. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** The numbers of the nodes that the flow goes to, by its pins in their order; none where it ends. */
  readonly next?: readonly number[];
}

export interface GraphNode extends NodePlan {
  /** Unique within the graph: the class and a number. */
  readonly name: string;
  readonly pins: readonly JsonObject[];
}

const WIDTH = 320;
const FLOW_PINS = ['then', 'else'];

export function event(name: string, title: string): NodePlan {
  const properties = { EventReference: { MemberParent: '/Script/Engine.Actor', MemberName: name } };
  return { class: 'K2Node_Event', title, properties };
}

export function entry(name: string): NodePlan {
  return {
    class: 'K2Node_FunctionEntry',
    title: name,
    properties: { FunctionReference: { MemberName: name } },
  };
}

export function result(inputs: Readonly<Record<string, string>> = {}): NodePlan {
  return { class: 'K2Node_FunctionResult', title: 'Return Node', properties: {}, inputs, next: [] };
}

export function branch(condition: string, True: number, False: number): NodePlan {
  const next = [True, False];
  return {
    class: 'K2Node_IfThenElse',
    title: 'Branch',
    properties: {},
    inputs: { Condition: condition },
    next,
  };
}

/** `of` is the path of the class that has the function. */
export function call(name: string, of: string, inputs: Readonly<Record<string, string>> = {}): NodePlan {
  const properties = { FunctionReference: { MemberParent: of, MemberName: name } };
  const title = name.replace(/^K2_/, '').replace(/([a-z\d])([A-Z])/g, '$1 $2');
  return { class: 'K2Node_CallFunction', title, properties, inputs };
}

/** A function of the Blueprint itself. */
export function callOwn(name: string, next?: readonly number[]): NodePlan {
  const properties = { FunctionReference: { MemberName: name, bSelfContext: true } };
  return { class: 'K2Node_CallFunction', title: name, properties, ...(next === undefined ? {} : { next }) };
}

export function setVariable(name: string, value: string): NodePlan {
  const properties = { VariableReference: { MemberName: name, bSelfContext: true } };
  return { class: 'K2Node_VariableSet', title: `Set ${name}`, properties, inputs: { [name]: value } };
}

/** Gives the nodes of a graph their names and their pins. */
export function graphOf(plans: readonly NodePlan[]): readonly GraphNode[] {
  const counts = new Map<string, number>();
  const names = plans.map(plan => {
    const count = counts.get(plan.class) ?? 0;
    counts.set(plan.class, count + 1);
    return `${plan.class}_${count}`;
  });
  return plans.map((plan, at) => {
    const next = plan.next ?? (at + 1 < plans.length ? [at + 1] : []);
    const flow = next.map((to, pin) => ({
      PinName: FLOW_PINS[pin] as string,
      Direction: 'EGPD_Output',
      LinkedTo: names[to] as string,
    }));
    const inputs = Object.entries(plan.inputs ?? {}).map(([pin, value]) => ({
      PinName: pin,
      Direction: 'EGPD_Input',
      DefaultValue: value,
    }));
    const properties = { ...plan.properties, NodePosX: at * WIDTH, NodePosY: 0 };
    return { ...plan, name: names[at] as string, properties, pins: [...inputs, ...flow] };
  });
}
