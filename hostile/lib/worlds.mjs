/** The worlds of a whole server. */
export const ALL_WORLDS = ['universe', 'unity', 'unreal'];

/** @param {string} url of a world's MCP endpoint */
export function origin(url) {
  return new URL(url).origin;
}

/**
 * A small command for the universe `sol`.
 * @param {number} value
 */
export function smallCommand(value) {
  return { type: 'updateStar', id: 'earth', payload: { orbitRotX: value / 1e6 } };
}
