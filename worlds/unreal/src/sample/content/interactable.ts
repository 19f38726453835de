import type { JsonObject } from '@worldwire/protocol';
import type { BlueprintFunction, BlueprintPlan } from '../model/blueprint-plan.js';
import { objectPath } from '../model/blueprint-plan.js';
import type { Self } from '../model/function-plan.js';
import { entry, type NodePlan } from '../model/graph.js';
import { bool, object, text } from '../model/property.js';
import { PATHS } from './paths.js';

/** What can be used by whoever stands before it. */
export const INTERACTABLE: BlueprintPlan = {
  path: PATHS.interactable,
  description: 'For everything in the harbour that a visitor can use.',
  parent: 'Interface',
  isInterface: true,
  interfaces: [],
  variables: [],
  components: [],
  // As in Unreal, an interface by itself does nothing.
  functions: [interact([], async () => {}), getPrompt([], async () => '')],
  events: [],
};

/** The function `Interact` of the interface, as a Blueprint fills it in. */
export function interact(nodes: readonly NodePlan[], use: (self: Self) => Promise<void>): BlueprintFunction {
  return {
    name: 'Interact',
    inputs: [{ name: 'Instigator', type: object('Actor'), initial: null }],
    outputs: [{ name: 'bHandled', type: bool }],
    nodes: [entry('Interact'), ...nodes],
    run: async (self): Promise<JsonObject> => {
      await use(self);
      return { bHandled: true };
    },
  };
}

/** The function `GetPrompt`: what a visitor reads before using it. */
export function getPrompt(
  nodes: readonly NodePlan[],
  prompt: (self: Self) => Promise<string>,
): BlueprintFunction {
  return {
    name: 'GetPrompt',
    inputs: [],
    outputs: [{ name: 'Prompt', type: text }],
    nodes: [entry('GetPrompt'), ...nodes],
    run: async self => ({ Prompt: await prompt(self) }),
  };
}

/** A text of the string table, as properties of texts spell it. */
export function tableText(key: string): string {
  return `LOCTABLE("${objectPath(PATHS.texts)}", "${key}")`;
}
