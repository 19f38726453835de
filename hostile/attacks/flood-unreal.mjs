import { writeFileSync } from 'node:fs';
import { startFakeEditor } from '../lib/fake-editor.mjs';
import { modern, tool } from '../lib/mcp.mjs';
import { levelOf, makeProject, textureBomb } from '../lib/unreal-project.mjs';

const BYSTANDER = modern('prompts/list');
const INI_BYTES = 4_000_000;
const LOG_LINES = 300_000;

/** Files of a project that cost the most to read. */
export default [
  flood(
    'flood-ini',
    'ten ini files of 4 MB',
    () => {
      const files = {};
      for (const [index, name] of ['Engine', 'Game', 'Input', 'Editor', 'Scalability'].entries()) {
        files[`Config/Default${name}.ini`] = ini(index);
        files[`Config/Windows/Windows${name}.ini`] = ini(index + 5);
      }
      return files;
    },
    [
      ['resources/read', { uri: 'unreal://project' }],
      [
        'tools/call',
        {
          name: 'get_property',
          arguments: { object: '/Script/Section.Default__Section', property: 'Key1' },
        },
      ],
    ],
  ),
  flood(
    'flood-log',
    'a log of 300,000 lines',
    () => ({
      'Saved/Logs/Hostile.log': Array.from({ length: LOG_LINES }, (_, i) => logLine(i)).join('\n'),
    }),
    [['tools/call', { name: 'tail_log', arguments: { lines: 1000, query: 'absent' } }]],
  ),
  flood(
    'flood-pictures',
    'textures of 130 MB of pixels',
    () => ({ 'Content/T_Bomb.uasset': textureBomb('T_Bomb', 5_700, 5_700) }),
    [['resources/read', { uri: 'unreal://texture//Game/T_Bomb' }]],
  ),
  flood(
    'flood-level',
    'a level of 100,000 actors',
    () => ({ 'Content/Maps/Hall.umap': levelOf('Hall', 100_000) }),
    [
      ['tools/call', { name: 'list_actors', arguments: { path: '/Game/Maps/Hall', query: 'absent' } }],
      ['resources/read', { uri: 'unreal://level//Game/Maps/Hall' }],
    ],
  ),
  {
    name: 'flood-editor',
    kind: 'flood',
    claim: '300,000 actors of a running editor, listed on 32 connections, keep no other client waiting',
    async run(lab) {
      const editor = await startFakeEditor(300_000);
      lab.onCleanup(() => editor.close());
      await floodUnreal(
        lab,
        ['--editor', editor.url],
        [['tools/call', { name: 'list_actors', arguments: { limit: 1 } }]],
      );
    },
  },
];

function flood(name, what, files, messages) {
  return {
    name,
    kind: 'flood',
    claim: `${what} in an Unreal project, read on 32 connections, keep no other client waiting`,
    async run(lab) {
      const project = makeProject(lab.path('Hostile'), files());
      await floodUnreal(lab, ['--project', project], messages);
    },
  };
}

async function floodUnreal(lab, args, messages) {
  const server = await lab.serve({ worlds: ['unreal'], args });
  const url = server.urls.unreal;
  const requests = messages.map(([method, params], index) => {
    const { headers, body } = modern(method, params);
    const bodyFile = lab.path(`body-${index}`);
    writeFileSync(bodyFile, body);
    return { url, headers, bodyFile };
  });
  await lab.flood(server, { requests, bystander: { url, ...BYSTANDER } });
  const { ok, text } = await tool(url, lab.tokens.bob, 'get_editor_state');
  lab.claim(ok, `the world was not readable afterwards: ${text.slice(0, 300)}`);
}

/** Long lines with words that look like credentials, and many short ones. */
function ini(seed) {
  const lines = [`[/Script/Section.Section${seed}]`];
  let bytes = 0;
  for (let i = 0; bytes < INI_BYTES; i++) {
    const value =
      i % 500 === 0 ? `(${'Secret=(Token=('.repeat(4_000)}x` : `Value ${i} https://user:pass@host/?sig=${i}`;
    const line = `${i % 7 === 0 ? '+' : ''}Key${i}=${value}`;
    lines.push(line);
    bytes += line.length + 1;
  }
  return lines.join('\n');
}

function logLine(i) {
  return `[2026.01.01-00.00.00:000][${i % 1000}]LogTemp: Warning: line ${i} of a long log`;
}
