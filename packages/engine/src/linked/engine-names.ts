import type { LinkHello } from './link-hello.js';

const MAX_SLUG = 24;
/** Tools of the server itself have these words before an underscore, as tools of games have the name of their engine. */
const RESERVED: ReadonlySet<string> = new Set(['call', 'describe', 'search', 'engine', 'engines']);

/** The name of an engine: its project, its role unless it is a game, and a number where the name is taken. */
export function engineName({ project, name, role }: LinkHello, taken: ReadonlySet<string>): string {
  const slug = slugOf(project) || slugOf(name) || 'game';
  const own = RESERVED.has(slug) ? `${slug}-game` : slug;
  const base = role === 'game' ? own : `${own}-${role}`;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Letters without their marks, digits and single hyphens. */
function slugOf(text: string): string {
  const words = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return words
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-|-$/g, '');
}
