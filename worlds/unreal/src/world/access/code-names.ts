import type { JsonValue } from '@worldwire/protocol';
import { folded, isAscii, lettersOf } from './folded.js';

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
/** One search for all of them: a call may have many texts. */
const RUNNER = new RegExp(RUNNERS.join('|'), 'g');
const PROPERTY = new RegExp(PROPERTIES.join('|'), 'g');
/** Characters of a word that may be a name. */
const MAX_NAME = 128;
/** Characters of texts that are not in ASCII: normalizing makes up to 18 of one. */
const MAX_FOREIGN = 128 * 1024;
/** Parts of the names of members that have the name of a function. */
const FUNCTION_MEMBERS: readonly string[] = ['function', 'method', 'delegate', 'callback'];
/** What stands before the name of a function in a delegate as text, such as "(Hud_1.ConsoleCommand)" and `FunctionName="Exec"`. */
const BEFORE_FUNCTION = `.:='"(`;

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
  return lettersOf(path).search(PROPERTY) !== -1;
}

/** Whether the name or the path of a class leads to one that runs code as soon as it exists. */
export function isCodeClass(name: string): boolean {
  const text = folded(name);
  const isNative = !text.startsWith('/') || text.startsWith('/script/');
  return (isNative && includesAny(lettersOf(text), CLASSES)) || isReferenceToCode(text);
}

/**
 * Whether a value, at any depth, has the path of an object or the name of a function that runs code, or sets a property whose value is
 * run. A struct is set by an object or by its text. More text than can be searched counts as code.
 */
export function mentionsCode(value: JsonValue): boolean {
  return foreignLength(value) > MAX_FOREIGN || mentions(value);
}

/** Characters of all texts that are not in ASCII. */
function foreignLength(value: JsonValue): number {
  if (typeof value === 'string') return isAscii(value) ? 0 : value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const [key, part] of Object.entries(value)) sum += foreignLength(key) + foreignLength(part);
  return sum;
}

function mentions(value: JsonValue): boolean {
  if (typeof value === 'string') return isCodeText(folded(value));
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(mentions);
  return Object.entries(value).some(([key, each]) => isCodeMember(key, each) || mentions(each));
}

/** Folded. */
function isCodeText(text: string): boolean {
  if (isReferenceToCode(text)) return true;
  const words = text.replaceAll('_', '');
  return hasWord(words, PROPERTY, isAssigned) || hasWord(words, RUNNER, isFunctionOfDelegate);
}

/** Whether a struct as text sets it: `(StartupScript="quit")`, `(StartupScripts(0)="quit")`. */
function isAssigned(text: string, _: number, end: number): boolean {
  let at = afterSpaces(text, end);
  const index = /[[(]\d{1,9}[\])]/y;
  index.lastIndex = at;
  if (index.test(text)) at = afterSpaces(text, index.lastIndex);
  return text[at] === '=';
}

/** Not a word of a sentence. */
function isFunctionOfDelegate(text: string, start: number, end: number): boolean {
  const before = text[start - 1];
  return before === undefined ? end === text.length : BEFORE_FUNCTION.includes(before);
}

function afterSpaces(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at++;
  return at;
}

/** Whether a word has one of the parts and stands where `holds`. Takes linear time: it looks at a word once. */
function hasWord(
  text: string,
  parts: RegExp,
  holds: (text: string, start: number, end: number) => boolean,
): boolean {
  for (let at = text.search(parts); at !== -1; ) {
    let [start, end] = [at, at];
    while (isInWord(text, start - 1)) start--;
    while (isInWord(text, end)) end++;
    if (end - start <= MAX_NAME && holds(text, start, end)) return true;
    parts.lastIndex = end;
    at = parts.exec(text)?.index ?? -1;
  }
  return false;
}

function isInWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

function isCodeMember(name: string, value: JsonValue): boolean {
  if (isCodeProperty(name) || mentions(name)) return true;
  if (typeof value !== 'string') return false;
  const letters = lettersOf(name);
  if (includesAny(letters, FUNCTION_MEMBERS)) return isCodeFunction(value);
  return /propert(?:y|ies)/.test(letters) && isCodeProperty(value);
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
