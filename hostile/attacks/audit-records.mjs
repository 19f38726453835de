import { readAudit, wrongRecord } from '../lib/audit.mjs';
import { request } from '../lib/http.mjs';
import { tool } from '../lib/mcp.mjs';
import { until } from '../lib/wait.mjs';
import { origin, smallCommand } from '../lib/worlds.mjs';

const COMMAND = smallCommand(5);

/** Every write leaves records, at every log level. */
export default [
  {
    name: 'audit-silent',
    kind: 'audit',
    claim:
      'with the log silent, writes by REST and by tools of three worlds leave an intent and an outcome; reads leave none',
    async run(lab) {
      const server = await lab.serve({
        worlds: ['universe', 'unity', 'unreal'],
        args: ['--allow', 'writes', '--log-level', 'silent'],
      });
      const { alice } = lab.tokens;
      const { universe, unity, unreal } = server.urls;
      const read = { universeId: 'sol', ids: ['sun'] };
      await tool(universe, alice, 'get_universe_state', read);
      lab.claim(readAudit(server.data).intents.size === 0, 'a read left an audit line');
      const root = origin(universe);
      const options = { token: alice, json: COMMAND };
      const { status } = await request(`${root}/universes/sol/commands?returning=changes`, options);
      lab.claim(status === 200, `the REST write got ${status}`);
      await until(() => readAudit(server.data).outcomes.size === 1, 3_000);
      const rest = readAudit(server.data);
      const left = `${rest.intents.size} intents and ${rest.outcomes.size} outcomes`;
      lab.claim(rest.intents.size === 1 && rest.outcomes.size === 1, `a REST write left ${left}`);
      const calls = [
        [universe, 'send_universe_command', { universeId: 'sol', command: COMMAND }],
        [unity, 'SetTimeScale', { value: 1 }],
        [unreal, 'log_message', { message: 'hello' }],
      ];
      for (const [url, name, args] of calls) {
        const { ok, text } = await tool(url, alice, name, args);
        lab.claim(ok, `${name} was refused: ${text.slice(0, 200)}`);
        const wrong = await wrongRecord(server.data, name);
        lab.claim(wrong === undefined, `${name}: ${wrong}`);
      }
      lab.claim(
        server.stderr === '',
        `the log with level silent is not empty: ${server.stderr.slice(0, 200)}`,
      );
    },
  },
  {
    name: 'audit-set-config',
    kind: 'audit',
    claim: 'SetConfig that opens eval leaves an intent and an outcome',
    async run(lab) {
      const args = ['--allow', 'remote-config', '--allow', 'writes', '--log-level', 'warn'];
      const server = await lab.serve({ worlds: ['unity'], args });
      const { alice } = lab.tokens;
      const url = server.urls.unity;
      const opened = await tool(url, alice, 'SetConfig', { enableConsoleEval: true });
      lab.claim(opened.ok, `SetConfig was refused: ${opened.text.slice(0, 300)}`);
      const wrong = await wrongRecord(server.data, 'SetConfig');
      lab.claim(wrong === undefined, `SetConfig: ${wrong}`);
    },
  },
];
