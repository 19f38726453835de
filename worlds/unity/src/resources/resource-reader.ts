import { UriTemplate, WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import type { z } from 'zod';
import { answerShape } from '../dto/schemas.js';
import { checkedAnswer } from '../dto/shape.js';
import { SCRIPT_ANSWER_BYTES } from '../scripts/script-part.js';
import type { Source, Variables } from './resources.js';

const MIN_BYTES = 1_024;
const DEFAULT_BYTES = 64 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;

interface Known {
  readonly source: Source;
  readonly address: UriTemplate;
  readonly answers: z.ZodType;
}

/** Reads resources, for the kernel and for GET /read. */
export class ResourceReader {
  readonly #known: ReadonlyMap<Source, Known>;

  constructor(
    sources: readonly Source[],
    readonly revision: () => Promise<number>,
    /** Reports a failed read of GET /read. */
    readonly failed: (reason: WorldError) => void,
  ) {
    const known = (source: Source): Known => {
      return { source, address: new UriTemplate(source.uri), answers: answerShape(source.output) };
    };
    this.#known = new Map(sources.map(source => [source, known(source)]));
  }

  /** For the kernel, whose reply reports a failure to the log. */
  async text(source: Source, variables: Variables, maxBytes: number): Promise<string> {
    return JSON.stringify(await this.#read(this.#known.get(source) as Known, variables, maxBytes));
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
      if (thrown instanceof WorldError) this.failed(thrown);
      throw thrown;
    }
  }

  #find(uri: string): Promise<object> {
    for (const known of this.#known.values()) {
      const variables = known.address.match(uri);
      if (variables === undefined) continue;
      const usual = known.source.name === 'script' ? SCRIPT_ANSWER_BYTES : DEFAULT_BYTES;
      return this.#read(known, variables, maxBytesOf(variables, usual));
    }
    throw new WorldError(
      'NotFound',
      `There is no resource "${cutText(uri, 200)}".`,
      'list_resources lists them.',
    );
  }

  /** With the revision at which the read began. */
  async #read({ source, answers }: Known, variables: Variables, maxBytes: number): Promise<object> {
    const revision = await this.revision();
    const value = await source.read(variables, maxBytes);
    checkedAnswer(source.uri, answers, value);
    return { ...value, revision };
  }
}

/** Of GET /read, which does not pass the kernel. */
function maxBytesOf({ maxBytes = '' }: Variables, usual: number): number {
  if (maxBytes === '') return usual;
  const bytes = /^\d{1,9}$/.test(maxBytes) ? Number(maxBytes) : 0;
  if (bytes >= MIN_BYTES && bytes <= MAX_BYTES) return bytes;
  throw new WorldError(
    'InvalidArgument',
    `maxBytes must be an integer from ${MIN_BYTES} to ${MAX_BYTES}.`,
    'Read the resource again with another maxBytes, or without.',
  );
}
