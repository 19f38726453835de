import { entry, type NodePlan } from '../model/graph.js';
import { parameters, type Self, type Signature } from '../model/object-class.js';
import type { BlueprintFunction, BlueprintPlan } from '../model/plans.js';
import { bool, object, text } from '../model/property-type.js';
import { objectPath } from '../model/sample-object-path.js';
import { PATHS } from './paths.js';

/** The interface of everything that a visitor can use. */
export const INTERACTABLE: BlueprintPlan = {
  path: PATHS.interactable,
  description: 'For everything in the harbour that a visitor can use.',
  interfaces: [],
  variables: [],
  components: [],
  functions: [interact(() => {}, []), getPrompt(() => '', [])],
  events: [],
};

/** A function of a Blueprint with its graph, which starts with the entry. */
export function method(
  name: string,
  inputs: Signature,
  outputs: Signature,
  run: BlueprintFunction['run'],
  nodes: readonly NodePlan[],
): BlueprintFunction {
  const graph = [entry(name), ...nodes];
  return { name, inputs: parameters(inputs), outputs: parameters(outputs), nodes: graph, run };
}

/** The function `Interact` of the interface. */
export function interact(use: (self: Self) => void, nodes: readonly NodePlan[]): BlueprintFunction {
  const run = (self: Self) => {
    use(self);
    return { bHandled: true };
  };
  return method('Interact', { Instigator: [object('Actor'), null] }, { bHandled: bool }, run, nodes);
}

/** The function `GetPrompt`, which returns the text that a visitor reads. */
export function getPrompt(prompt: (self: Self) => string, nodes: readonly NodePlan[]): BlueprintFunction {
  return method('GetPrompt', {}, { Prompt: text }, self => ({ Prompt: prompt(self) }), nodes);
}

/** A text of the string table, as text properties refer to it. */
export function tableText(key: string): string {
  return `LOCTABLE("${objectPath(PATHS.texts)}", "${key}")`;
}
