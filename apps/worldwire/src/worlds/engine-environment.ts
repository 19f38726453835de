import { isHarmless, only, type Variables } from '../process/program-environment.js';

/** The variable in which clients and bridges find their token. */
export const TOKEN_VARIABLE = 'WORLDWIRE_TOKEN';

/**
 * The environment of the engine command: harmless variables, the token, and those that the operator names. Others may have secrets, such as the
 * address of the store.
 */
export function engineEnvironment(inherited: Variables, named: readonly string[]): Variables {
  const passes = (name: string) => {
    const upper = name.toUpperCase();
    return (
      // The bridge in the engine authenticates with it.
      upper === TOKEN_VARIABLE || isHarmless(upper) || named.includes(name)
    );
  };
  return only(inherited, passes);
}
