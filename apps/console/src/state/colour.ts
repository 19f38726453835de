const HUES = 36;
/** Chosen so that the names of common clients have different hues. */
const SEED = 213_260;
/** Lightness and chroma of OKLCH: at least 3:1 on the backgrounds of both themes. */
const LIGHTNESS = 0.62;
const CHROMA = 0.16;

/** The colour of a name: the same in every browser, and readable as a mark on light and dark. */
export function colourOf(name: string): string {
  return COLOURS[hashOf(name) % HUES]!;
}

const COLOURS: readonly string[] = Array.from({ length: HUES }, (_, index) => hexOf((index * 360) / HUES));

/** As FNV-1a, with a last mix: names that differ by one digit get hues that are far from each other. */
function hashOf(text: string): number {
  let hash = SEED;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** https://bottosson.github.io/posts/oklab/ */
function hexOf(degrees: number): string {
  const hue = (degrees * Math.PI) / 180;
  const [a, b] = [CHROMA * Math.cos(hue), CHROMA * Math.sin(hue)];
  const l = (LIGHTNESS + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (LIGHTNESS - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (LIGHTNESS - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear.map(value => byteOf(value).toString(16).padStart(2, '0')).join('')}`;
}

function byteOf(linear: number): number {
  const value = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));
}
