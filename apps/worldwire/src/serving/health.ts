import { json, type WebRoute } from '@worldwire/server';

const HEALTH_PATH = '/health';

/** The routes of a world. Its health check also fails while the audit refuses writes. */
export function withServerHealth(
  routes: readonly WebRoute[],
  refusal: () => string | undefined,
): readonly WebRoute[] {
  return routes.map(route => (route.path === HEALTH_PATH ? healthRoute(route, refusal) : route));
}

function healthRoute(route: WebRoute, refusal: () => string | undefined): WebRoute {
  return {
    ...route,
    async answer(request) {
      const answer = await route.answer(request);
      const reason = refusal();
      if (reason === undefined || !('body' in answer) || typeof answer.body !== 'string') return answer;
      return json(503, { ...JSON.parse(answer.body), ok: false, reason });
    },
  };
}
