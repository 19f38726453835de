import { fileURLToPath } from 'node:url';
import { driveProxy } from './sdk-1.mjs';

const PROXY = fileURLToPath(new URL('./dist/proxy.js', import.meta.resolve('mcp-remote/package.json')));

export function open({ wire, http, sse, home }) {
  const [url, transport] = wire === 'http' ? [http, 'http-only'] : [sse, 'sse-only'];
  const env = { HOME: home, MCP_REMOTE_CONFIG_DIR: home };
  return driveProxy(PROXY, [url, '--allow-http', '--silent', '--transport', transport], env);
}
