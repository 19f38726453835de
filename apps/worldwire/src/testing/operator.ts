import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalServer } from '../operator/local-server.js';
import type { Program } from './program.js';

/** The file of the server that a program runs with this data folder. */
export async function localServer(data: string): Promise<LocalServer> {
  const folder = join(data, 'operator');
  const [name = ''] = await readdir(folder);
  return JSON.parse(await readFile(join(folder, name), 'utf8'));
}

/** Sends requests to the operator's interface. */
export class OperatorAt {
  constructor(
    readonly origin: string,
    readonly token?: string,
  ) {}

  static async of(program: Program, token?: string): Promise<OperatorAt> {
    return new OperatorAt(new URL(await program.url()).origin, token);
  }

  as(token: string | undefined): OperatorAt {
    return new OperatorAt(this.origin, token);
  }

  send(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.origin}/operator/${path}`, {
      method,
      headers: {
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async status(method: string, path: string, body?: object): Promise<number> {
    const response = await this.send(method, path, body);
    await response.body?.cancel();
    return response.status;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the shape is what a test states.
  async get(path: string): Promise<any> {
    return (await this.send('GET', path)).json();
  }
}
