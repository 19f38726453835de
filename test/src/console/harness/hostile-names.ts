const COUNT = 1_000;
const MAX_LENGTH = 256;

/** Calls that report themselves if they run. */
const SCRIPTS = [
  'hostile(1)',
  'alert(1)',
  'parent.hostile(1)',
  'top["hos"+"tile"](1)',
  'fetch("//evil.example")',
];

/** HTML by which a text becomes code where it is put into a page unescaped. `§` is the script. */
const MARKUP = [
  '<script>§</script>',
  '<ScRiPt data-hostile>§//',
  '<img data-hostile src=x onerror=§>',
  '<svg data-hostile onload=§>',
  '<svg><script>§</script></svg>',
  '<svg><animate data-hostile onbegin=§ attributeName=x dur=1s>',
  '<svg><foreignObject><iframe srcdoc="<script>parent.§</script>"></iframe></foreignObject></svg>',
  '<math><mtext><table><mglyph><style><img data-hostile src=x onerror=§>',
  '<iframe data-hostile src="javascript:§"></iframe>',
  '<iframe srcdoc="&lt;script&gt;parent.§&lt;/script&gt;">',
  '<object data-hostile data="javascript:§">',
  '<embed data-hostile src="javascript:§">',
  '<details data-hostile open ontoggle=§>',
  '<input data-hostile autofocus onfocus=§>',
  '<video data-hostile><source onerror=§></video>',
  '<body onload=§>',
  '<a data-hostile href="javascript:§">here</a>',
  '<form action="javascript:§"><button data-hostile>',
  '<base data-hostile href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:§">',
  '<link rel=stylesheet href="//evil.example/a.css">',
  '<style>@import "//evil.example/a.css";</style>',
  '<template data-hostile><script>§</script></template>',
  '<!--><img data-hostile src=x onerror=§>-->',
  '<![CDATA[><img data-hostile src=x onerror=§>]]>',
  '</title><script>§</script>',
  '</textarea><script>§</script>',
  '</style><script>§</script>',
  '</script><script>§</script>',
  '</bdi></div><img data-hostile src=x onerror=§>',
  '<marquee data-hostile onstart=§>',
  '<dialog data-hostile open onclose=§>',
  '<xss data-hostile onpointerrawupdate=§ style=position:fixed;inset:0>',
];

/** Texts that leave an attribute, a string, a template, a path, an address or a format. */
const BREAKS = [
  '" onmouseover="§',
  "' onfocus='§' autofocus='",
  '` onload=`§',
  '"><img data-hostile src=x onerror=§>',
  "'><svg data-hostile onload=§>",
  '";§;//',
  "';§;//",
  '`;§;//',
  '$' + '{§}',
  '{{§}}',
  '{{constructor.constructor("§")()}}',
  '<%= § %>',
  '#{§}',
  '[[§]]',
  '%3Cscript%3E§%3C/script%3E',
  '\\u003cscript\\u003e§\\u003c/script\\u003e',
  '&lt;script&gt;§&lt;/script&gt;',
  '&#x3c;img src=x onerror=§&#x3e;',
  'javascript:§',
  'JaVaScRiPt:§',
  'java\tscript:§',
  ' javascript:§',
  'data:text/html,<script>§</script>',
  'data:text/html;base64,PHNjcmlwdD5ob3N0aWxlKDEpPC9zY3JpcHQ+',
  'vbscript:§',
  '//evil.example/§',
  'https://evil.example/?§',
  'blob:https://evil.example/§',
  '../../../../etc/passwd?§',
  '#/universe/sol?sel=<script>§</script>',
  '#login=§',
  'red;background:url(//evil.example/§)',
  'url(javascript:§)',
  'expression(§)',
  '%s%n%d%x§',
  "' OR 1=1; DROP TABLE stars; --§",
  '$(§)',
  '|§',
  '=cmd|"/c calc"!A1§',
];

/** Characters that reorder, hide or break what is shown. */
const INVISIBLE = [
  '\u202e',
  '\u202d',
  '\u202a',
  '\u202b',
  '\u202c',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u200e',
  '\u200f',
  '\u061c',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u180e',
  '\u2028',
  '\u2029',
  '\u0000',
  '\u0001',
  '\u0007',
  '\u0008',
  '\u000b',
  '\u000c',
  '\u001b[31m',
  '\u001b]0;x\u0007',
  '\u007f',
  '\u0085',
  '\u009b',
  '\ue000',
  '\uf8ff',
  '\u{e0001}',
  '\u{e0041}',
  '\u{f0000}',
  '\ufffe',
  '\uffff',
  '\ufff9',
  '\r\n',
  '\t',
  '\n',
];
const WRAPPINGS = ['§', 'Earth§', '§Earth', 'a§b', 'invoice§gnp.exe', 'x §§§ y', '§‮§'];

/** Names of members of every object, and of words that programs take for values. */
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'then',
  'toJSON',
  'length',
  'name',
  'id',
  'undefined',
  'null',
  'NaN',
  'true',
  'false',
  '0',
  '-0',
  '1e999',
  '[object Object]',
  'function(){}',
  '$&',
  '$1',
  '\\',
  '/',
  '.',
  '..',
  '*',
  '?',
  '#',
  '%',
  '%00',
  '%',
  '&',
  '+',
  '=',
  ' ',
  '   ',
];

const SCRIPTS_OF_THE_WORLD = [
  'الأرض',
  'כדור הארץ',
  'پڕۆژەی کوردی',
  '地球',
  '지구',
  'ดาวโลก',
  'पृथ्वी',
  'ܐܪܥܐ',
  'ߗߋ',
  '𞤀𞤣𞤤𞤢𞤥',
  '𓂀𓃭',
  '🪐',
  '👩‍👩‍👧‍👦',
  '🏴‍☠️',
  '🇺🇳',
  '👍🏿',
  'ﷺ',
  '꧅',
  '𒐫',
  '﷽',
  'Ａｄｍｉｎ',
  'аdmin',
  'Z͑ͫa̴l͡g҉o',
  'e\u0301',
  'ﬀ',
  '①',
  '㊙',
];

/** 1,000 different names by which a page could be attacked. The order is always the same. */
export function hostileNames(): readonly string[] {
  const names = new Set<string>();
  const add = (name: string) => names.add(name.slice(0, MAX_LENGTH));
  for (const form of [...MARKUP, ...BREAKS]) for (const script of SCRIPTS) add(form.replaceAll('§', script));
  for (const wrapping of WRAPPINGS) for (const part of INVISIBLE) add(wrapping.replaceAll('§', part));
  for (const key of KEYS) add(key);
  for (const text of SCRIPTS_OF_THE_WORLD)
    for (const tail of ['', ' \u202e x', '<b data-hostile>']) add(text + tail);
  for (const letter of ['W', '\u4e00', '\ufdfd', '\u{1242b}', '\u202e', 'a\u0300', 'a ', '\u00a0']) {
    for (const count of [64, 128, 256]) add(letter.repeat(count));
  }
  for (let marks = 1; marks <= 20; marks++) add(`Z${'\u0315\u0358\u0489'.repeat(marks)}`);
  // The rest: markup hidden between characters that a filter may remove or translate.
  const parts = [...INVISIBLE.slice(0, 24), '\u00a0', '\u3000', 'ſ', 'İ', '＜', '＞'];
  for (let at = 0; names.size < COUNT; at++) {
    const form = MARKUP[at % MARKUP.length] as string;
    const part = parts[Math.floor(at / MARKUP.length) % parts.length] as string;
    add(`${part}${form.replaceAll('§', `hostile(${at})`)}`);
  }
  return [...names].slice(0, COUNT);
}

/** The names that ids of a batch can have: no control characters, at most 128 characters, not `$1`. */
export function hostileIds(): readonly string[] {
  return hostileNames().filter(
    name =>
      name.length <= 128 && name !== '__proto__' && !/^\$\d/.test(name) && !/[\p{Cc}\p{Cs}]/u.test(name),
  );
}
