import type { WebRoute } from '@worldwire/server';
import type { Mount } from '@worldwire/transports/http';

const DESCRIPTION = '/openapi.json';

/** The mounts of a world below its name, where a listener serves several worlds. */
export function below(world: string, mounts: readonly Mount[]): readonly Mount[] {
  const prefix = `/${world}`;
  return mounts.map(({ routes, ...mount }) => ({
    ...mount,
    path: prefix + mount.path,
    prefix,
    ...(routes !== undefined && {
      routes: routes.map(route => (route.path === DESCRIPTION ? described(route, world) : route)),
    }),
  }));
}

/** The description of the world's HTTP interface, with its place: relative to the document, for proxies with a sub-path. */
function described(route: WebRoute, world: string): WebRoute {
  return {
    ...route,
    async answer(request) {
      const answer = await route.answer(request);
      if (!('body' in answer) || typeof answer.body !== 'string' || answer.status !== 200) return answer;
      const document = JSON.parse(answer.body) as object;
      return { ...answer, body: JSON.stringify({ ...document, servers: [{ url: `../${world}` }] }) };
    },
  };
}
