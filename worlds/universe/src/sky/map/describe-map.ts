import type { Star, UniverseState } from '../../domain/index.js';
import { shapeOf } from '../orbits/orbit.js';
import type { Plan, System } from './plan.js';
import { distanceText, plainText } from './quantity.js';
import { cleanText, grouped } from './text.js';

const MAX_NAMED = 24;
const MAX_SYSTEMS = 12;
const MAX_CHARACTERS = 2_000;

/** What is on a map, in words: the bodies by distance from their centre, and what is left out. */
export function describeMap(state: UniverseState, plan: Plan): string {
  const distance = state.units === undefined ? distanceText : plainText;
  const systems = plan.systems.slice(0, MAX_SYSTEMS).map(system => systemText(system, distance));
  if (plan.systems.length > MAX_SYSTEMS) systems.push(`${plan.systems.length - MAX_SYSTEMS} more systems`);
  const insets = plan.insets.map(inset => systemText(inset, distance));
  const sentences = [
    plan.total === 0 ? 'No bodies.' : `Drawn with distances from the centre: ${systems.join('; ')}.`,
    ...(insets.length > 0 ? [`Insets: ${insets.join('; ')}.`] : []),
    ...(plan.left > 0 ? [`${grouped(plan.left)} of ${grouped(plan.total)} bodies are not drawn.`] : []),
    'Seen from the north (+y): +x to the right, +z down. Distances and sizes by logarithm.',
  ];
  const text = sentences.join(' ');
  return text.length <= MAX_CHARACTERS ? text : cleanText(text, MAX_CHARACTERS);
}

function systemText({ host, bodies }: System, distance: (km: number) => string): string {
  const far = bodies.toSorted((one, other) => shapeOf(one).axis - shapeOf(other).axis);
  const named = far.slice(0, MAX_NAMED).map(body => {
    const { axis } = shapeOf(body);
    return axis > 0 ? `${nameOf(body)} ${distance(axis)}` : nameOf(body);
  });
  if (far.length > MAX_NAMED) named.push(`${far.length - MAX_NAMED} more`);
  return named.length === 0 ? nameOf(host) : `${nameOf(host)} with ${named.join(', ')}`;
}

function nameOf({ id, name }: Star): string {
  return cleanText(name, 40) || cleanText(id, 40);
}
