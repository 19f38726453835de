import { UriTemplate, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { checkedAnswer } from '../dto/shape.js';
import type { Source, Variables } from './resources.js';

interface Known {
  readonly source: Source;
  readonly address: UriTemplate;
  readonly answers: z.ZodType;
}

/** Reads resources, for the kernel and past it. */
export class ResourceReader {
  readonly #known: ReadonlyMap<Source, Known>;
  readonly #failed: (reason: WorldError) => void;

  constructor(sources: readonly Source[], failed: (reason: WorldError) => void) {
    const known = (source: Source): Known => {
      return { source, address: new UriTemplate(source.uri), answers: z.object(source.output) };
    };
    this.#known = new Map(sources.map(source => [source, known(source)]));
    this.#failed = failed;
  }

  /** For the kernel. The wire that carries its reply reports what went wrong. */
  async text(source: Source, variables: Variables): Promise<string> {
    return JSON.stringify(await this.#look(this.#known.get(source) as Known, variables));
  }

  /** By its address, past the kernel. What goes wrong is reported here. */
  async read(uri: string | null): Promise<object> {
    try {
      if (uri === null || uri === '') {
        throw new WorldError('InvalidArgument', 'Say which resource: /read?uri=unity://status.');
      }
      return await this.#find(uri);
    } catch (thrown) {
      if (thrown instanceof WorldError) this.#failed(thrown);
      throw thrown;
    }
  }

  #find(uri: string): Promise<object> {
    for (const known of this.#known.values()) {
      const variables = known.address.match(uri);
      if (variables !== undefined) return this.#look(known, variables);
    }
    throw new WorldError(
      'NotFound',
      `There is no resource "${uri.slice(0, 200)}".`,
      'list_resources has those there are.',
    );
  }

  async #look({ source, answers }: Known, variables: Variables): Promise<object> {
    const value = await source.look(variables);
    checkedAnswer(source.uri, answers, value);
    return value;
  }
}
