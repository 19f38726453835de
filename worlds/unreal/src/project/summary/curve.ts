import { elements, isStructure, numberOf, structure, textOf, type Values } from '../read/property-values.js';
import { counted } from './phrases.js';
import type { Subject } from './subject.js';
import { listText, numberText } from './value-text.js';

const MAX_KEYS = 12;
const INTERPOLATIONS: readonly string[] = ['linear', 'constant', 'cubic', 'none'];
const CHANNELS: Readonly<Record<string, readonly string[]>> = {
  CurveVector: ['X', 'Y', 'Z'],
  CurveLinearColor: ['R', 'G', 'B', 'A'],
};

/** The keys of each channel as "time: value". */
export function curve({ main: { values, class: kind } }: Subject): string[] {
  const single = structure(values, 'FloatCurve');
  if ('FloatCurve' in values) return [curveText(single)];
  const names = CHANNELS[kind] ?? ['value'];
  return names.map((name, at) => {
    const channel = structure(values, at === 0 ? 'FloatCurves' : `FloatCurves[${at}]`);
    return `${name}: ${curveText(channel)}`;
  });
}

/** "3 keys, cubic: 0 s 0, 0.5 s 0.5, 1 s 1". */
export function curveText(channel: Values): string {
  const keys = elements(channel, 'Keys').filter(isStructure);
  if (keys.length === 0) return 'no keys';
  const kinds = [...new Set(keys.map(interpolation))].filter(kind => kind !== undefined);
  const shown = keys.map(key => () => {
    return `${numberText(numberOf(key, 'Time') ?? 0)}: ${numberText(numberOf(key, 'Value') ?? 0)}`;
  });
  return `${counted(keys.length, 'key')}${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}: ${listText(shown, MAX_KEYS)}`;
}

function interpolation(key: Values): string | undefined {
  const mode = key.InterpMode;
  if (typeof mode === 'number') return INTERPOLATIONS[mode];
  return textOf(key, 'InterpMode')
    ?.replace(/^.*RCIM_/, '')
    .toLowerCase();
}
