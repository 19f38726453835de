import { UriTemplate, WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import { z } from 'zod';
import { checkedAnswer } from '../dto/shape.js';
import type { Source, Variables } from './resources.js';

interface Known {
  readonly source: Source;
  readonly address: UriTemplate;
  readonly answers: z.ZodType;
}

/** Reads resources, for the kernel and for GET /read. */
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

  /** For the kernel, whose reply reports a failure to the log. */
  async text(source: Source, variables: Variables): Promise<string> {
    return JSON.stringify(await this.#read(this.#known.get(source) as Known, variables));
  }

  /** By its URI, without the kernel. Reports failures itself. */
  async read(uri: string | null): Promise<object> {
    try {
      if (uri === null || uri === '') {
        throw new WorldError(
          'InvalidArgument',
          'The parameter uri is missing.',
          'For example /read?uri=unity://status.',
        );
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
      if (variables !== undefined) return this.#read(known, variables);
    }
    throw new WorldError(
      'NotFound',
      `There is no resource "${cutText(uri, 200)}".`,
      'list_resources lists them.',
    );
  }

  async #read({ source, answers }: Known, variables: Variables): Promise<object> {
    const value = await source.read(variables);
    checkedAnswer(source.uri, answers, value);
    return value;
  }
}
