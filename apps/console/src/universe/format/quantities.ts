const AU_KM = 149_597_870.7;
const LIGHT_YEAR_KM = 9.4607e12;
const EARTH_KG = 5.9722e24;
const SUN_KG = 1.98841e30;

/** A length in km with the unit that is easiest to read beside it: `1,426,666,410 km (9.54 AU)`. */
export function lengthText(km: number): string {
  const size = Math.abs(km);
  if (size < 0.1 * AU_KM) return `${digits(km)} km`;
  if (size < 1_000 * AU_KM) return `${digits(km)} km (${digits(km / AU_KM, 4)} AU)`;
  return `${digits(km / LIGHT_YEAR_KM, 4)} light years`;
}

/** One unit only. */
export function shortLength(km: number): string {
  const size = Math.abs(km);
  if (size < 0.05 * AU_KM) return `${digits(km, 4)} km`;
  return size < 5_000 * AU_KM ? `${digits(km / AU_KM, 4)} AU` : `${digits(km / LIGHT_YEAR_KM, 4)} ly`;
}

/** A mass in kg, and in masses of Earth or of the Sun. */
export function massText(kg: number): string {
  if (kg === 0) return '0 kg';
  const sun = kg / SUN_KG;
  const earth = kg / EARTH_KG;
  const [count, name] = sun > 0.01 ? [sun, 'solar masses'] : [earth, 'Earth masses'];
  const also = earth < 1e-6 ? '' : ` (${digits(count, 4)} ${name})`;
  return `${power(kg)} kg${also}`;
}

export function degreesText(radians: number): string {
  return `${digits((radians * 180) / Math.PI, 5)}°`;
}

export function speedText(kmPerSecond: number): string {
  return `${digits(kmPerSecond, 4)} km/s`;
}

/** With separators, or as a power of ten if it is long. */
export function digits(value: number, significant = 9): string {
  if (!Number.isFinite(value)) return String(value);
  const rounded = Number(value.toPrecision(significant));
  const size = Math.abs(rounded);
  if (size !== 0 && (size >= 1e15 || size < 1e-4)) return power(rounded, significant);
  return rounded.toLocaleString('en', { maximumFractionDigits: 9 });
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function power(value: number, significant = 4): string {
  const [head, tail] = Number(value.toPrecision(significant)).toExponential().split('e') as [string, string];
  const raised = [...tail.replace('+', '')].map(sign => (sign === '-' ? '⁻' : RAISED[Number(sign)])).join('');
  return raised === '⁰' ? head : `${head} × 10${raised}`;
}
