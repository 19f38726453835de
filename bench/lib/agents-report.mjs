import { count, section } from './markdown.mjs';

export function agentsSections({ packages, rows }) {
  return section(
    'Agents: what a task costs',
    [
      ['task', ({ title }) => title],
      ['calls', ({ calls }) => count(calls)],
      ['at most', ({ maxCalls }) => count(maxCalls)],
      ['bytes', ({ bytes }) => count(bytes)],
      ['at most', ({ maxBytes }) => count(maxBytes)],
    ],
    rows,
    'Each task is done with what the server itself says. Bytes are those of the results as JSON, with the data as text and as',
    'structured content; tools/list is not counted. With several agents the row shows the one that paid most. The project has',
    `${count(packages)} packages.`,
  );
}

/** The share of tasks within their ceilings. */
export function tasksWithin(rows) {
  if (rows.length === 0) return Number.NaN;
  const within = ({ calls, bytes, maxCalls, maxBytes }) => calls <= maxCalls && bytes <= maxBytes;
  return rows.filter(within).length / rows.length;
}
