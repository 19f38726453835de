import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Program, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { RawSocket, rawRequest } from '../http/raw-socket.js';

/** A request without its address. */
export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Served {
  readonly program: Program;
  readonly url: string;
  readonly port: number;
  /** Sends SIGTERM, and waits until requests are refused. */
  stop(): Promise<void>;
  /** Sends a request on a connection of its own, or on one that is open. */
  send(request: Sent, on?: RawSocket): Promise<RawSocket>;
  /** Sends the head and half of the body. Resolves when the head has arrived. */
  sendHalf(request: Sent): Promise<{ finish(): RawSocket; readonly socket: RawSocket }>;
}

/** The real program with a universe in memory. */
export async function serve(flags: readonly string[] = [], limits: object = {}): Promise<Served> {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'worldwire.json'), JSON.stringify({ limits }));
  const args = ['serve', 'universe', '--port', '0', '--json', '--config', 'worldwire.json', ...flags];
  const program = new Program(args, { cwd });
  const url = await program.url();
  const port = Number(new URL(url).port);
  const text = ({ method = 'POST', path = '/mcp', headers, body }: Sent, more: [string, string][] = []) =>
    rawRequest(method, path, [['Host', `127.0.0.1:${port}`], ...Object.entries(headers), ...more], body);
  return {
    program,
    url,
    port,
    async stop() {
      program.kill('SIGTERM');
      await program.line('stderr', 'stopping');
    },
    send: async (request, on) => (on ?? (await RawSocket.open(port))).send(text(request)),
    async sendHalf(request) {
      const whole = text(request, [['Expect', '100-continue']]);
      const middle = whole.length - Math.ceil(request.body.length / 2);
      const socket = (await RawSocket.open(port)).send(whole.slice(0, middle));
      const { status } = await socket.response();
      if (status !== 100) throw new Error(`The head was answered with ${status}.`);
      return { socket, finish: () => socket.send(whole.slice(middle)) };
    },
  };
}
