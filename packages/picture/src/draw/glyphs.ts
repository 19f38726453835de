/** The columns of the characters from space to tilde: five bytes each, the lowest bit on top. */
const GLYPHS = [
  '0000000000 00005f0000 0007000700 147f147f14 242a7f2a12 2313086462 3649562050 0000070000',
  '001c224100 0041221c00 2a1c7f1c2a 08083e0808 0040300000 0808080808 0060600000 2010080402',
  '3e5149453e 00427f4000 4261514946 2241494936 1814127f10 2745454539 3c4a494930 0171090503',
  '3649494936 064949291e 0036360000 0056360000 0814224100 1414141414 0041221408 0201510906',
  '3e415d551e 7e1111117e 7f49494936 3e41414122 7f4141221c 7f49494941 7f09090901 3e4149493a',
  '7f0808087f 00417f4100 2040413f01 7f08142241 7f40404040 7f020c027f 7f0408107f 3e4141413e',
  '7f09090906 3e4151215e 7f09192946 2649494932 01017f0101 3f4040403f 1f2040201f 3f4038403f',
  '6314081463 0708700807 6151494543 007f414100 0204081020 0041417f00 0402010204 4040404040',
  '0001020400 2054545478 7f48444438 3844444428 384444487f 3854545418 087e090102 0c5252523e',
  '7f08040478 00447d4000 2040443d00 7f10284400 00417f4000 7c04180478 7c08040478 3844444438',
  '7c14141408 081414187c 7c08040408 4854545424 043f444020 3c4040207c 1c2040201c 3c4030403c',
  '4428102844 0c5050503c 4464544c44 0008364100 00007f0000 0041360800 0804081008',
]
  .join(' ')
  .split(' ');
const FIRST = 32;
/** Pixels of a character, and of a line from one character to the next. */
export const GLYPH = { width: 5, height: 7, advance: 6 } as const;

/** The columns of a character from the left, one bit for each row, the lowest on top. Other characters than ASCII are question marks. */
export function glyphColumns(character: string): readonly number[] {
  const index = (character.codePointAt(0) ?? 0) - FIRST;
  const glyph = GLYPHS[index] ?? (GLYPHS['?'.charCodeAt(0) - FIRST] as string);
  return Array.from({ length: GLYPH.width }, (_, at) => Number.parseInt(glyph.slice(at * 2, at * 2 + 2), 16));
}

/** In pixels at the scale 1. */
export function textWidth(text: string): number {
  return Math.max(0, [...text].length * GLYPH.advance - 1);
}
