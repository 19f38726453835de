import type { Labels } from '../metrics/exposition.js';

export interface Family {
  readonly help: string;
  readonly type: string;
  readonly samples: readonly { readonly name: string; readonly labels: Labels; readonly value: number }[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\+Inf|-Inf|NaN|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/y;

/**
 * A strict reader of the text format 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/ Throws for anything
 * that a scraper may refuse: a sample outside its family, a family in two parts, a series that occurs twice, a histogram whose
 * buckets are not cumulative.
 */
export function readExposition(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.');
  const families = new Map<string, Family & { samples: Family['samples'][number][] }>();
  const series = new Set<string>();
  let help: { name: string; text: string } | undefined;
  let current: string | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (!NAME.test(name) || families.has(name)) throw new Error(`Bad or repeated family: ${line}`);
      help = { name, text: rest };
    } else if (kind === 'TYPE') {
      if (help?.name !== name || !/^(counter|gauge|histogram)$/.test(rest))
        throw new Error(`Bad type: ${line}`);
      families.set(name, { help: help.text, type: rest, samples: [] });
      current = name;
    } else {
      const sample = readSample(line);
      const family = families.get(current ?? '');
      const suffix = sample.name.slice((current ?? '').length);
      const allowed = family?.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      if (family === undefined || !sample.name.startsWith(current ?? '') || !allowed.includes(suffix)) {
        throw new Error(`A sample outside its family ${current}: ${line}`);
      }
      const key = `${sample.name}${JSON.stringify(Object.entries(sample.labels).sort())}`;
      if (series.has(key)) throw new Error(`A series that occurs twice: ${line}`);
      series.add(key);
      family.samples.push(sample);
    }
  }
  for (const [name, family] of families) if (family.type === 'histogram') checkHistogram(name, family);
  return families;
}

/** The value of one series. */
export function seriesValue(
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Labels = {},
): number {
  const family = families.get(name.replace(/_(bucket|sum|count)$/, '')) ?? families.get(name);
  const wanted = JSON.stringify(Object.entries(labels).sort());
  const found = family?.samples.find(
    each => each.name === name && JSON.stringify(Object.entries(each.labels).sort()) === wanted,
  );
  if (found === undefined) throw new Error(`There is no ${name}${JSON.stringify(labels)}.`);
  return found.value;
}

function readSample(line: string): Family['samples'][number] {
  const [, name, inside = '', value = ''] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`Not a sample: ${line}`);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < inside.length) {
    const [whole, label = '', quoted = ''] = LABEL.exec(inside) ?? [];
    if (whole === undefined || Object.hasOwn(labels, label)) throw new Error(`Bad labels: ${line}`);
    labels[label] = quoted.replace(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character));
  }
  return { name, labels, value: Number(value.replace('Inf', 'Infinity')) };
}

function checkHistogram(name: string, { samples }: Family): void {
  for (const [labels, group] of grouped(samples)) {
    const buckets = group.filter(each => each.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels: { le = '' } }) => Number(le.replace('Inf', 'Infinity')));
    const counts = buckets.map(({ value }) => value);
    const rises = (list: readonly number[], strictly: boolean) =>
      list.every(
        (each, index) => index === 0 || each - (list[index - 1] as number) >= (strictly ? 1e-12 : 0),
      );
    const total = group.find(each => each.name === `${name}_count`)?.value;
    const hasSum = group.some(each => each.name === `${name}_sum`);
    if (!rises(bounds, true) || !rises(counts, false)) throw new Error(`${name}${labels} is not cumulative.`);
    if (bounds.at(-1) !== Number.POSITIVE_INFINITY || counts.at(-1) !== total || !hasSum) {
      throw new Error(`${name}${labels} lacks its +Inf bucket, its count or its sum.`);
    }
  }
}

function grouped(samples: Family['samples']): ReadonlyMap<string, Family['samples']> {
  const groups = new Map<string, Family['samples'][number][]>();
  for (const sample of samples) {
    const { le: _, ...labels } = sample.labels;
    const key = JSON.stringify(Object.entries(labels).sort());
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  return groups;
}
