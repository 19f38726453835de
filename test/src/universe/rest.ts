/** The parts of a state that tests use. */
export interface State {
  readonly stars: Readonly<Record<string, Record<string, unknown> & { readonly name: string }>>;
  readonly rootIds: readonly string[];
  readonly groups: Readonly<Record<string, object>>;
  readonly time: number;
}

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly command: { readonly type: string } & Record<string, unknown>;
  readonly events: readonly { readonly type: string }[];
  readonly changes: readonly { readonly op: string }[];
  readonly at: string;
  readonly principal: string;
  readonly operationKey?: string;
  readonly undoes?: number;
}

/** The fields of all answers. */
export interface Body {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revision: number;
  readonly state: State;
  readonly nextState: State;
  readonly events: readonly ({ readonly type: string } & Record<string, unknown>)[];
  readonly changes: readonly ({ readonly op: string } & Record<string, unknown>)[];
  readonly items: readonly Item[];
  readonly nextCursor?: string | number;
  readonly nextSince?: number;
  readonly undone: number;
  readonly firstRevision?: number;
  readonly bodies: readonly {
    readonly id: string;
    readonly x: number;
    readonly y: number;
    readonly z: number;
  }[];
  readonly t: number;
  readonly error: {
    readonly kind: string;
    readonly message: string;
    readonly hint?: string;
    readonly detail?: object;
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  /** The JSON, if it is JSON. */
  readonly body: Body;
}

type Headed = Readonly<Record<string, string>>;

/** An HTTP client of the web interface. */
export class Rest {
  constructor(
    readonly base: string,
    readonly headers: Headed = {},
  ) {}

  get(path: string, headers: Headed = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Headed = {}): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  put(path: string, body: unknown, headers: Headed = {}): Promise<Answer> {
    return this.send('PUT', path, body, headers);
  }

  delete(path: string, headers: Headed = {}): Promise<Answer> {
    return this.send('DELETE', path, undefined, headers);
  }

  /** Creates a universe and returns its id. */
  async create(id: string, state?: object): Promise<string> {
    const { status, text } = await this.post('/universes', { id, name: id, ...(state && { state }) });
    if (status !== 201) throw new Error(`Creating ${id} answered ${status}: ${text}`);
    return id;
  }

  command(id: string, command: unknown, headers: Headed = {}, query = '?returning=changes'): Promise<Answer> {
    return this.post(`/universes/${id}/commands${query}`, command, headers);
  }

  /** Without a body there is no content type. */
  async send(method: string, path: string, body?: unknown, headers: Headed = {}): Promise<Answer> {
    const response = await fetch(`${this.base}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...this.headers,
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString('utf8');
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const parsed = isJson && text !== '' ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, bytes, text, body: parsed as Body };
  }
}

export const THREE_STARS = {
  stars: {
    alpha: { name: 'Alpha', bodyType: 'star', mass: 2e30, radius: 700_000, color: '#ffd27a' },
    beta: { name: 'Beta', bodyType: 'star', mass: 1e30, radius: 400_000, color: '#ff8a5a' },
    gamma: { name: 'Gamma', bodyType: 'star', mass: 4e30, radius: 900_000, color: '#aaccff' },
  },
  time: 100,
} as const;

export const NO_STATE: object = {
  stars: {},
  rootIds: [],
  groups: {},
  rootGroupIds: [],
  belts: {},
  smallBodyFields: {},
  protoplanetaryDisks: {},
  nebulae: {},
  time: 0,
};
