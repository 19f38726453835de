import type { HostContext } from '../link/host-link.js';

/** The part of the host's variables that the views use. */
const USED = /^--(color-(background|text|border|ring)|font|border-radius)-[a-z0-9-]{1,40}$/;
const MAX_VALUE = 200;

/** The host's variables that may be set: colours, fonts and corners, none of which loads anything. */
export function hostVariables({ styles }: HostContext): readonly (readonly [name: string, value: string])[] {
  const variables = styles?.variables;
  if (typeof variables !== 'object' || variables === null) return [];
  return Object.entries(variables).flatMap(([name, value]) => {
    const isPlain = typeof value === 'string' && value.length <= MAX_VALUE && !/url\(|[;{}\\]/i.test(value);
    return isPlain && USED.test(name) ? [[name, value] as const] : [];
  });
}

/** How high the view is: as high as the host says, or its own height up to the host's maximum. */
export function viewHeight(
  { containerDimensions, displayMode }: HostContext,
  own: number,
): { readonly fills: boolean; readonly height: number } {
  const { height, maxHeight } = containerDimensions ?? {};
  if (displayMode === 'fullscreen' || typeof height === 'number')
    return { fills: true, height: typeof height === 'number' ? height : own };
  return { fills: false, height: typeof maxHeight === 'number' ? Math.min(own, maxHeight) : own };
}

/** A language that the browser knows. */
export function localeOf({ locale }: HostContext): string | undefined {
  try {
    return typeof locale === 'string' ? Intl.getCanonicalLocales(locale)[0] : undefined;
  } catch {
    return undefined;
  }
}
