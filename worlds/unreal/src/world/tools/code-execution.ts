import type { JsonObject } from '@worldwire/protocol';
import { WorldError } from '@worldwire/server';

interface Detour {
  readonly named: RegExp;
  readonly does: string;
}

/**
 * Objects through which a call or a write runs the caller's code. Repetitions in patterns are bounded, so that matching takes
 * linear time.
 */
const OBJECTS: readonly Detour[] = [
  // The library, its settings with startup scripts, and other Python plugins.
  { named: /\/script\/\w{0,64}python/i, does: 'runs Python' },
  // Instances of the library.
  { named: /pythonscriptlibrary/i, does: 'runs Python' },
  // Classes defined in Python.
  { named: /\/engine\/pythontypes(?![^/.:"'])/i, does: 'runs Python' },
  // These settings open the gates for Python, the console and all functions.
  { named: /remotecontrol\w{0,64}settings/i, does: "opens the editor's own gates" },
  // Runs editor scripts, also at startup.
  { named: /editorutilitysubsystem/i, does: 'runs scripts of the editor' },
  // A menu entry may run a console command or Python.
  { named: /\/script\/toolmenus|[.:]toolmenu/i, does: 'puts commands into menus' },
  { named: /\/script\/consolevariables/i, does: 'sets variables of the console' },
  // A rendering job may start an encoder and run console commands.
  { named: /moviepipeline(commandline|consolevariable)/i, does: 'starts programs and console commands' },
  // A file may become a startup script.
  { named: /\/script\/blueprintfileutils/i, does: 'writes files outside of the project' },
];

/** Functions that run their arguments, on any class. */
const FUNCTIONS: readonly Detour[] = [
  { named: /consolecommand/i, does: 'runs console commands' },
  // Functions of a player that run console commands.
  { named: /^(sendtoconsole|serverexec(rpc)?)$/i, does: 'runs console commands' },
  { named: /executepython/i, does: 'runs Python' },
  { named: /executejavascript/i, does: 'runs scripts' },
  // The system starts a program for the address.
  { named: /launch(external)?url/i, does: 'starts programs' },
];

/** Refuses writes that would run code. What the project's own functions do with their arguments is not known. */
export function refuseCode(
  object: string,
  called?: { readonly name: string; readonly args: JsonObject },
): void {
  refuse(OBJECTS, object, object);
  if (called === undefined) return;
  // Spellings in C++, Python and on a node: "K2_ExecuteX", "execute_x", "Execute X".
  refuse(FUNCTIONS, called.name.replace(/[^a-z0-9]/gi, '').replace(/^k2/i, ''), called.name);
  // A function may act on an object in its arguments.
  refuse(OBJECTS, JSON.stringify(called.args), 'An object in the arguments');
}

function refuse(detours: readonly Detour[], text: string, subject: string): void {
  const detour = detours.find(({ named }) => named.test(text));
  if (detour === undefined) return;
  throw new WorldError(
    'PermissionDenied',
    `${subject} ${detour.does}, which is not allowed here.`,
    'The operator can allow it by starting the server with --allow eval.',
  );
}
