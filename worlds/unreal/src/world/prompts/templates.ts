import { promptUri } from '../resources/uris.js';
import type { PromptTemplate, PromptTemplateArgument } from './prompt-template.js';

export const TEMPLATES: readonly PromptTemplate[] = [
  written(
    'explain_blueprint',
    'Explain a Blueprint',
    'Explains what a Blueprint does, from its graphs and variables.',
    { path: required('The path of the Blueprint, such as "/Game/Doors/BP_Door"') },
    [
      'Explain the Blueprint {{path}} to a colleague who has to change it.',
      'First call describe_asset {"path":"{{path}}"} for its outline: parent, variables, components, and what each graph calls.',
      'Where that is not enough, get_blueprint_contents {"path":"{{path}}"} has the graphs themselves (pass nextOffset as offset).',
      'Say what it is for, what starts it (events, input, overlaps), what each function does in order, which variables',
      'hold its state and who sets them, and what other assets it needs (get_references).',
      'End with what is surprising or fragile. Say where you are guessing, and where the answers came from (provenance).',
    ],
  ),
  written(
    'review_level',
    'Review a level',
    'Reviews a level for mistakes, expensive parts and leftovers.',
    { path: required('The path of the level, such as "/Game/Maps/Hall"') },
    [
      'Review the level {{path}}.',
      'Call list_actors {"path":"{{path}}"} until there is no nextCursor, and get_actor for those that stand out.',
      'Look for: actors in the same place, far outside the level or below its floor; scales of 0 or negative; names that are still',
      'the default; lights that overlap or cast shadows without need; many copies that could be one instanced mesh; actors whose',
      'class is missing; no player start, no sky, no light.',
      'If an editor is connected, call take_screenshot and compare it with your findings.',
      'List the findings by weight, each with the path of the actor and one proposal. Change nothing before I agree.',
    ],
  ),
  written(
    'find_unused_assets',
    'Find unused assets',
    'Finds assets below a folder without references to them.',
    {
      path: {
        description: 'The folder to search; default "/Game"',
        required: false,
        otherwise: '/Game',
      },
    },
    [
      'Find the assets below {{path}} that nothing uses.',
      'Call find_unused_assets {"path":"{{path}}"} until there is no nextCursor. It counts levels, what the settings name and',
      'primary assets as used, follows chains of references, and says what it did not search (notSearched).',
      'Names in code, configuration and data tables can refer to an asset without a reference: mark what might be loaded by name.',
      'Check the largest with get_references before you call them unused.',
      'Give a table with path, class, size and why you are sure or not, largest first, and the sum. Delete nothing.',
    ],
  ),
  written(
    'plan_refactor',
    'Plan a refactoring',
    'Plans how to change an asset and everything that depends on it.',
    {
      path: required('The path of the asset to change, such as "/Game/Doors/BP_Door"'),
      goal: required('What it should be afterwards, such as "one base class for all doors"'),
    },
    [
      'Plan this change of {{path}}: {{goal}}',
      'First look: describe_asset {"path":"{{path}}"}, get_blueprint_contents where it is a Blueprint, and get_references for what it',
      'needs and, with direction "referencers" and depth 5, what needs it. Do the same for each referencer that the change would target.',
      'Then write the plan: what becomes what, in which order, so that the project works after every step; which assets each step',
      'touches, with their paths; how each step is checked (what to read back, what to play); how it is taken back.',
      'Name what could break without an error: saved levels, references by name, children that override what moves.',
      'Do not change anything yet.',
    ],
  ),
];

function written(
  name: string,
  title: string,
  description: string,
  args: PromptTemplate['arguments'],
  lines: readonly string[],
): PromptTemplate {
  const messages = [{ role: 'user' as const, text: lines.join('\n') }];
  return { name, uri: promptUri(name), title, description, arguments: args, messages };
}

function required(description: string): PromptTemplateArgument {
  return { description, required: true };
}
