const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const NUMBER = '[+-]?(?:\\d{1,9}(?:\\.\\d{1,9})?|\\.\\d{1,9})';
const FUNCTION = new RegExp(
  `^(rgb|hsl)a?\\(\\s*(${NUMBER}%?)(?:deg)?(?:\\s*,\\s*|\\s+)(${NUMBER}%?)(?:\\s*,\\s*|\\s+)(${NUMBER}%?)(?:\\s*[,/]\\s*(${NUMBER}%?))?\\s*\\)$`,
  'i',
);
const MAX_LENGTH = 80;

/** The colour names of SVG. Renderers draw unknown names in black. */
const NAMES = new Set(
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
  cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
  darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
  darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
  firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
  hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
  lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
  lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
  mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
  midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
  palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
  red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue
  slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow
  yellowgreen`.split(/\s+/),
);

/**
 * Returns a valid colour, which is safe in an attribute, or the fallback. Functions are written with commas, the form that
 * every SVG renderer supports.
 */
export function safeColour(value: unknown, fallback: string): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return fallback;
  const colour = value.trim().toLowerCase();
  if (HEX.test(colour) || NAMES.has(colour)) return colour;
  const parts = FUNCTION.exec(colour);
  if (parts === null) return fallback;
  const [, name, one, two, three, alpha] = parts;
  return alpha === undefined
    ? `${name}(${one},${two},${three})`
    : `${name}a(${one},${two},${three},${alphaOf(alpha)})`;
}

function alphaOf(text: string): number {
  const share = text.endsWith('%') ? Number.parseFloat(text) / 100 : Number(text);
  return Math.max(0, Math.min(1, share));
}
