import { UriTemplate, WorldError } from '@worldwire/server';
import type { Source, Variables } from './resources.js';

/** Reads resources, for the kernel and past it. */
export class ResourceReader {
  readonly #addresses: readonly { readonly source: Source; readonly address: UriTemplate }[];
  readonly #failed: (reason: WorldError) => void;

  constructor(sources: readonly Source[], failed: (reason: WorldError) => void) {
    this.#addresses = sources.map(source => ({ source, address: new UriTemplate(source.uri) }));
    this.#failed = failed;
  }

  /**
   * For the kernel: nothing where there is none, which it says in the words of the client's revision. The wire that
   * carries its reply reports what went wrong.
   */
  async text(source: Source, variables: Variables): Promise<string | undefined> {
    try {
      return JSON.stringify(await source.look(variables));
    } catch (thrown) {
      if (thrown instanceof WorldError && thrown.kind === 'NotFound') return undefined;
      throw thrown;
    }
  }

  /** By its address, past the kernel. What goes wrong is reported here. */
  async read(uri: string): Promise<object> {
    try {
      return await this.#find(uri);
    } catch (thrown) {
      if (thrown instanceof WorldError) this.#failed(thrown);
      throw thrown;
    }
  }

  #find(uri: string): object | Promise<object> {
    for (const { source, address } of this.#addresses) {
      const variables = address.match(uri);
      if (variables !== undefined) return source.look(variables);
    }
    throw new WorldError(
      'NotFound',
      `There is no resource "${uri.slice(0, 200)}".`,
      'list_resources has those there are.',
    );
  }
}
