import { Program } from '../../../apps/worldwire/src/testing/program.js';
import { Rest } from './rest.js';

export interface Served {
  readonly program: Program;
  /** Of MCP. */
  readonly url: string;
  readonly rest: Rest;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
}

/** The real program with a SQLite store in the folder. */
export async function serveUniverse(data: string, flags: readonly string[] = []): Promise<Served> {
  const args = ['serve', 'universe', '--port', '0', '--json', '--store', 'sqlite', '--data', data];
  const program = new Program([...args, ...flags]);
  const url = await program.url();
  return {
    program,
    url,
    rest: new Rest(new URL(url).origin),
    stop: async () => {
      program.kill('SIGTERM');
      const { code, stderr } = await program.ended;
      if (code !== 0) throw new Error(`The program ended with ${code}.\n${stderr}`);
    },
  };
}
