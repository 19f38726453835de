import type { JsonValue } from '@worldwire/protocol';
import { folded, lettersOf } from './folded.js';

/*
 * Names through which a call or a write runs code, loads libraries, writes files or opens programs. They decide only where everyday
 * work must stay possible: on actors, components and assets. Everything else is refused unless it is known to be harmless.
 */

/** Beginnings of the names of nodes and graphs: the next compilation runs what is set in them. The engine names an object after its class. */
const NODES: readonly string[] = [
  'k2node',
  'edgraph',
  'rigvm',
  'niagaranode',
  'niagarascript',
  'scsnode',
  'simpleconstructionscript',
  'materialexpressioncustom',
  'materialexpressionexternalcode',
];

/** Parts of the names of nodes, and of objects that run commands, scripts or pages. */
const OBJECTS: readonly string[] = [
  'graphnode',
  'pythonscript',
  'cheatmanager',
  'playerinput',
  'consolevariable',
  'webbrowser',
  'editorutility',
  'blutility',
  'toolmenu',
  'remotecontrolpreset',
  'remotecontroltracker',
  // Jobs of rendering write files and may start programs.
  'moviepipeline',
  'moviegraph',
];

/** Parts of the names of native classes that a class or an object in the arguments must not have. */
const CLASSES: readonly string[] = [
  'python',
  'remotecontrol',
  'editorutility',
  'blutility',
  'toolmenu',
  'consolevariable',
  'moviepipeline',
  'movierender',
  'moviegraph',
  'blueprintfileutils',
  'webbrowser',
  'cheatmanager',
  'commandlet',
  'kismetsystemlibrary',
  'assettools',
  'editorassetlibrary',
  'editorloadingandsaving',
  'exporttask',
  'importtask',
];

/** Parts of the names of functions that run their arguments as code or as a command. */
const RUNNERS: readonly string[] = [
  'consolecommand',
  'consolevariable',
  'consolekey',
  'toconsole',
  'executepython',
  'runpython',
  'evalpython',
  'evaluatepython',
  'pythonscript',
  'pythoncommand',
  'pythonfile',
  'javascript',
  'executeubergraph',
  'callfunctionbyname',
  'launchurl',
  'launchexternalurl',
];

/** Parts of the names of other functions that reach beyond the level. */
const FUNCTIONS: readonly string[] = [
  ...RUNNERS,
  'python',
  'runpy',
  'execpy',
  'executepy',
  'runjs',
  'execjs',
  'executejs',
  'runlua',
  'executelua',
  'evaluatelua',
  'dostring',
  'dofile',
  'sendconsole',
  'consolecmd',
  'shellcommand',
  'shellscript',
  'systemcommand',
  'powershell',
  'batchfile',
  'cheatscript',
  'enablecheats',
  'execbinding',
  'commandlet',
  'runexe',
  'launchexe',
  'launchapp',
  'openurl',
  'loadurl',
  'browseurl',
  'dynamiclibrary',
  'deleteasset',
  'renameasset',
  'duplicateasset',
  'tofile',
  'todisk',
  'tocsv',
  'screenshot',
  'clienttravel',
  'servertravel',
  'localtravel',
  'seamlesstravel',
  'switchlevel',
  'quitgame',
  'quiteditor',
  'exiteditor',
  'requestexit',
  'propertybyname',
  'remotecontrol',
];
const FUNCTION_NAMES: ReadonlySet<string> = new Set([
  'exec',
  'serverexec',
  'serverexecrpc',
  'clientexec',
  'setbind',
  'bugit',
  'createproc',
  'system',
  'shell',
  'eval',
]);

/**
 * A function whose name has a part of both lists of one pair reaches beyond the level, such as "InvokeTheScript". The engine ignores
 * case, so that a name does not tell where its words begin.
 */
const PAIRS: readonly (readonly [verbs: readonly string[], things: readonly string[]])[] = [
  [
    ['exec', 'run', 'eval', 'invoke', 'compile', 'interpret'],
    ['console', 'command', 'cmd', 'script', 'shell', 'code', 'macro', 'string', 'file'],
  ],
  [
    ['exec', 'run', 'start', 'launch', 'open', 'create', 'spawn', 'kill'],
    ['process', 'program', 'executable', 'terminal'],
  ],
  [
    ['load', 'open', 'import', 'inject', 'mount'],
    ['library', 'dll', 'pak', 'module', 'plugin', 'package'],
  ],
  [
    [
      'load',
      'open',
      'save',
      'write',
      'read',
      'create',
      'make',
      'delete',
      'remove',
      'copy',
      'move',
      'rename',
      'import',
      'export',
      'dump',
    ],
    ['file', 'directory', 'folder', 'disk', 'csv', 'json', 'png', 'exr'],
  ],
  [
    ['save', 'write', 'export', 'dump'],
    ['asset', 'package', 'config', 'slot', 'game', 'level', 'texture', 'target', 'image', 'mesh', 'log'],
  ],
];
/** Words of everyday names that have a thing of a pair in them. */
const OTHER_WORDS = /postprocess|profile|dialog|constructionscript/g;

/** Parts of the names of properties whose value is run, or names what is run or where files go. */
const PROPERTIES: readonly string[] = [
  'consolecommand',
  'consolecmd',
  'consolevariable',
  'javascript',
  'python',
  'commandline',
  'luacode',
  'luafile',
  'luamodule',
  'luascript',
  'scriptcode',
  'scriptfile',
  'scriptpath',
  'scriptsource',
  'scripttext',
  'sourcecode',
  'startupscript',
  'startupcommand',
  'startupobject',
  'utilityonstartup',
  'runonstartup',
  'autorundefaultaction',
  'savedcommands',
  'execbinding',
  'execcmd',
  'execcommand',
  'hlsl',
  'bytecode',
  'ubergraph',
  'functiongraph',
  'macrograph',
  'eventgraph',
  'delegatesignaturegraph',
  'parentclass',
  'generatedclass',
  'directorclass',
  'directorblueprint',
  'constructionscript',
  'functionreference',
  'memberreference',
  'includefilepath',
  'additionaldefines',
  'outputdirectory',
  'outputpath',
  'savedirectory',
  'savepath',
  'exportdirectory',
  'exportpath',
  'initialurl',
  'executablepath',
  'executablename',
  'programpath',
  'dllpath',
  'outputfile',
];
const MAX_NAME = 128;
/** Parts of the names of members that have the name of a function. */
const FUNCTION_MEMBERS: readonly string[] = ['function', 'method', 'delegate', 'callback'];
const NOT_IN_NAMES = /\W/;
/** Names in a delegate as text, such as "(Hud_1.ConsoleCommand)" and `FunctionName="ConsoleCommand"`; not the words of a sentence. */
const DELEGATES = /[.:='"(](\w+)/g;

/** Whether an object or one that it is inside of is named like one that runs code. */
export function hasCodeName(names: readonly string[]): boolean {
  return names.some(name => {
    const letters = lettersOf(name);
    return includesAny(letters, OBJECTS) || NODES.some(start => letters.startsWith(start));
  });
}

export function isCodeFunction(name: string): boolean {
  const letters = lettersOf(name).replace(/^k2/, '');
  return FUNCTION_NAMES.has(letters) || includesAny(letters, FUNCTIONS) || hasPair(letters);
}

function hasPair(letters: string): boolean {
  const rest = letters.replace(OTHER_WORDS, ' ');
  return PAIRS.some(pair => pair.every(parts => includesAny(rest, parts)));
}

export function isCodeProperty(path: string): boolean {
  return includesAny(lettersOf(path), PROPERTIES);
}

/** Whether the name or the path of a class leads to one that runs code as soon as it exists. */
export function isCodeClass(name: string): boolean {
  const text = folded(name);
  const isNative = !text.startsWith('/') || text.startsWith('/script/');
  return (isNative && includesAny(lettersOf(text), CLASSES)) || isReferenceToCode(text);
}

/**
 * Whether a value, at any depth, has the path of an object or the name of a function that runs code, or sets a property whose value is
 * run. A struct is set by an object or by its text.
 */
export function mentionsCode(value: JsonValue): boolean {
  if (typeof value === 'string') {
    const text = folded(value);
    if (isReferenceToCode(text)) return true;
    if (setsCode(text)) return true;
    const names = /^\w+$/.test(text) ? [text] : Array.from(text.matchAll(DELEGATES), ([, name = '']) => name);
    return names.some(name => name.length <= MAX_NAME && includesAny(lettersOf(name), RUNNERS));
  }
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(mentionsCode);
  return Object.entries(value).some(([key, each]) => isCodeMember(key, each) || mentionsCode(each));
}

function isCodeMember(name: string, value: JsonValue): boolean {
  if (mentionsCode(name) || isCodeProperty(name)) return true;
  const isName = typeof value === 'string' && includesAny(lettersOf(name), FUNCTION_MEMBERS);
  if (isName) return isCodeFunction(value);
  return typeof value === 'string' && /propert(?:y|ies)/.test(lettersOf(name)) && isCodeProperty(value);
}

/** Whether a struct as text sets a property whose value is run: `(StartupScript="quit")`. */
function setsCode(text: string): boolean {
  for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', at + 1)) {
    const before = text.slice(Math.max(0, at - MAX_NAME), at).trimEnd();
    if (isCodeProperty(before.split(NOT_IN_NAMES).at(-1) ?? '')) return true;
  }
  return false;
}

/** Folded. Searches for fixed texts only, which takes linear time. */
function isReferenceToCode(text: string): boolean {
  if (text.includes('default__')) return true;
  if (['.', ':', '/'].some(end => text.includes(`/engine/pythontypes${end}`))) return true;
  return text.includes('/script/') && includesAny(text, CLASSES);
}

function includesAny(text: string, parts: readonly string[]): boolean {
  return parts.some(part => text.includes(part));
}
