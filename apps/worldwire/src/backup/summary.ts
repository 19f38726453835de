import type { JournalSummary } from './check-journals.js';

const MAX_LISTED = 20;

export function summaryLines(
  files: readonly string[],
  journals: readonly JournalSummary[],
): readonly string[] {
  return [
    ...journals.flatMap(({ path, logs }) => {
      const revisions = logs.reduce((sum, { revision }) => sum + revision, 0);
      const listed = logs.slice(0, MAX_LISTED).map(({ id, revision }) => `    ${id}  revision ${revision}`);
      const more = logs.length - listed.length;
      return [
        `  ${path}: ${counted(logs.length, 'log')}, ${counted(revisions, 'revision')}; every checksum matches`,
        ...listed,
        ...(more > 0 ? [`    and ${more} more`] : []),
      ];
    }),
    ...files.map(path => `  ${path}`),
  ];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
