/** A REST client of one universe that never retries. */
import { Agent, request } from 'node:http';

const PAGE = 500;

export class UniverseClient {
  #agent;

  constructor(origin, id, connections = 64) {
    this.origin = origin;
    this.id = id;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  async create(state) {
    const answer = await this.#ask('POST', '/universes', { id: this.id, name: this.id, state });
    return good(answer, 201).state;
  }

  send(commands, key) {
    const body = commands.length === 1 ? commands[0] : commands;
    return this.#ask('POST', `${this.#path}/commands?returning=changes`, body, {
      ...(key !== undefined && { 'idempotency-key': key }),
    });
  }

  async read() {
    return good(await this.#ask('GET', this.#path), 200);
  }

  async changes() {
    const entries = [];
    for (let since = 0; ; ) {
      const page = good(await this.#ask('GET', `${this.#path}/changes?since=${since}&limit=${PAGE}`), 200);
      entries.push(...page.items);
      if (page.nextSince === undefined) return entries;
      since = page.nextSince;
    }
  }

  async history() {
    const entries = [];
    for (let cursor = ''; ; ) {
      const page = good(await this.#ask('GET', `${this.#path}/history?limit=${PAGE}${cursor}`), 200);
      entries.push(...page.items);
      if (page.nextCursor === undefined) return entries;
      cursor = `&cursor=${page.nextCursor}`;
    }
  }

  async remove() {
    await this.#ask('DELETE', this.#path);
  }

  close() {
    this.#agent.destroy();
  }

  get #path() {
    return `/universes/${this.id}`;
  }

  /** Rejects when the connection ends before the whole answer is there. */
  #ask(method, path, body, headers = {}) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const sent = request(
        this.origin + path,
        {
          method,
          agent: this.#agent,
          headers: { ...headers, ...(text && { 'content-type': 'application/json' }) },
        },
        response => {
          let received = '';
          response.setEncoding('utf8');
          response.on('data', chunk => {
            received += chunk;
          });
          response.on('error', reject);
          response.on('end', () => {
            const { statusCode: status = 0, headers } = response;
            resolve({ status, headers, body: received === '' ? undefined : JSON.parse(received) });
          });
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  }
}

function good(answer, status) {
  if (answer.status === status) return answer.body;
  throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
}
