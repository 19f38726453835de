import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fetchedNode } from '../../../scripts/fetched-node.mjs';

const LAUNCHER = fileURLToPath(
  new URL(
    './clients/launcher/build/index.js',
    import.meta.resolve('@modelcontextprotocol/inspector/package.json'),
  ),
);
/** The Inspector needs 22.19. */
const NODE = '24.21.0';
const TOKEN = 'token-of-the-inspector-0123456789';

/** The web page of MCP Inspector, a host of MCP Apps: its own process, with a home folder of its own. */
export class InspectorHost {
  private constructor(
    readonly base: string,
    readonly child: ChildProcess,
    readonly home: string,
  ) {}

  static async start(): Promise<InspectorHost> {
    const home = await mkdtemp(join(tmpdir(), 'worldwire-inspector-'));
    const [port, sandbox] = [await freePort(), await freePort()];
    const child = spawn(nodeForInspector(), [LAUNCHER, '--web'], {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        HOST: '127.0.0.1',
        CLIENT_PORT: String(port),
        MCP_SANDBOX_PORT: String(sandbox),
        MCP_AUTO_OPEN_ENABLED: 'false',
        MCP_INSPECTOR_API_TOKEN: TOKEN,
        MCP_INSPECTOR_SECRET_STORE: 'memory',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr?.resume();
    await new Promise<void>((resolve, reject) => {
      child.once('exit', code => reject(new Error(`The Inspector ended with ${code}.`)));
      createInterface({ input: child.stdout! }).on('line', line => line.includes('is up') && resolve());
    });
    return new InspectorHost(`http://127.0.0.1:${port}/`, child, home);
  }

  /** The address that connects to a server, calls a tool and opens its view. */
  deepLink(serverUrl: string, tool: string, args: object): string {
    const query = new URLSearchParams({
      serverUrl,
      transport: 'http',
      autoConnect: TOKEN,
      openApp: tool,
      appArgs: Buffer.from(JSON.stringify(args)).toString('base64url'),
      autoOpen: TOKEN,
    });
    return `${this.base}?${query}`;
  }

  async close(): Promise<void> {
    this.child.kill('SIGKILL');
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function nodeForInspector(): string {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19) ? process.execPath : fetchedNode(NODE);
}

/** The Inspector takes ports by number only. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise(resolve => server.close(resolve));
  return port;
}
