import { elements } from '../read/property-values.js';
import type { Subject } from './subject.js';
import { valueText } from './value-text.js';

/** Its rows are not saved: they are those of its parents. */
export function compositeTable({ main: { values } }: Subject): string[] {
  const parents = elements(values, 'ParentTables');
  if (parents.length === 0) return ['no parent tables'];
  return [
    'rows of these tables, where a later one replaces rows of earlier ones:',
    ...parents.map(each => `  ${valueText(each)}`),
  ];
}
