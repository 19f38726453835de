import type { JsonObject } from '@worldwire/protocol';
import { WorldError } from '@worldwire/server';

interface Way {
  readonly named: RegExp;
  readonly does: string;
}

/**
 * Objects of the editor that are as good as its console: a call or a write to one of them runs what the caller wrote.
 * Repetitions are bounded, so that a long argument costs no more than its length.
 */
const OBJECTS: readonly Way[] = [
  // The library, its settings with the scripts that run at the start, and whatever else a plugin has of Python.
  { named: /\/script\/\w{0,64}python/i, does: 'runs Python' },
  // Instances of the library, wherever they are.
  { named: /pythonscriptlibrary/i, does: 'runs Python' },
  // Classes that were defined in Python are kept there: their functions are scripts.
  { named: /\/engine\/pythontypes(?![^/.:"'])/i, does: 'runs Python' },
  // What these say lets Python, the console and every function through.
  { named: /remotecontrol\w{0,64}settings/i, does: "opens the editor's own gates" },
  // Runs any editor script, and has a list of those that run at the start.
  { named: /editorutilitysubsystem/i, does: 'runs scripts of the editor' },
  // An entry may be a console command or Python, which the next click runs.
  { named: /\/script\/toolmenus|[.:]toolmenu/i, does: 'puts commands into menus' },
  // A variable of the console is set as a command would set it.
  { named: /\/script\/consolevariables/i, does: 'sets variables of the console' },
  // A rendering job may have an encoder to start, and console commands to begin with.
  { named: /moviepipeline(commandline|consolevariable)/i, does: 'starts programs and console commands' },
  // A file in the right place is a script that runs at the next start.
  { named: /\/script\/blueprintfileutils/i, does: 'writes files outside of the project' },
];

/** Functions that run what they are given, whoever has them: any class may inherit or repeat them. */
const FUNCTIONS: readonly Way[] = [
  { named: /consolecommand/i, does: 'runs console commands' },
  // Of a player: both end in the console.
  { named: /^(sendtoconsole|serverexec(rpc)?)$/i, does: 'runs console commands' },
  { named: /executepython/i, does: 'runs Python' },
  { named: /executejavascript/i, does: 'runs scripts' },
  // The system opens the address with whatever program it has for it.
  { named: /launch(external)?url/i, does: 'starts programs' },
];

/**
 * Refuses what would run code by a detour, where only writes are allowed. What a project's own functions do with their
 * arguments is not known here.
 */
export function refuseCode(
  object: string,
  called?: { readonly name: string; readonly args: JsonObject },
): void {
  refuse(OBJECTS, object, object);
  if (called === undefined) return;
  // As C++, as a script or as a node has it: "K2_ExecuteX", "execute_x", "Execute X".
  refuse(FUNCTIONS, called.name.replace(/[^a-z0-9]/gi, '').replace(/^k2/i, ''), called.name);
  // There are functions that do it to the object they are given.
  refuse(OBJECTS, JSON.stringify(called.args), 'What the arguments name');
}

function refuse(ways: readonly Way[], text: string, subject: string): void {
  const way = ways.find(({ named }) => named.test(text));
  if (way === undefined) return;
  throw new WorldError(
    'PermissionDenied',
    `${subject} ${way.does}, which is not allowed here.`,
    'Only the operator can allow it, by starting the server with --allow eval.',
  );
}
