import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePackage } from '@worldwire/uasset/testing';
import { call, tool } from '../lib/mcp.mjs';
import { whileSwapped } from '../lib/swapping.mjs';
import { makeProject } from '../lib/unreal-project.mjs';

const SECRET = 'OutsideSecret4711';
const READERS = 8;

/** Folders that become links while they are read. Reads may fail; what is outside must not be read or written. */
export default [
  {
    name: 'link-swaps-project',
    kind: 'files',
    claim: 'folders of an Unreal project that are exchanged with links let nothing outside be read',
    async run(lab) {
      const outside = makeProject(lab.path('outside'), files(SECRET));
      const project = makeProject(lab.path('Inside'), files('Inside'));
      const server = await lab.serve({ worlds: ['unreal'], args: ['--project', project] });
      const url = server.urls.unreal;
      const { alice } = lab.tokens;
      const read = uri => call(url, alice, 'resources/read', { uri });
      const swaps = [
        ['Content/Doors', () => tool(url, alice, 'describe_asset', { path: '/Game/Doors/BP_Door' })],
        ['Content/Doors', () => read('unreal://asset//Game/Doors/BP_Door')],
        ['Saved/Logs', () => tool(url, alice, 'tail_log', { lines: 10 })],
        ['Config', () => read('unreal://project')],
      ];
      for (const [folder, ask] of swaps) {
        const { reads, leaks, answered } = await readsWhile(
          lab,
          join(project, folder),
          join(outside, folder),
          ask,
        );
        lab.note(`${folder}: ${reads} reads, ${answered} answered, ${leaks} from outside`);
        lab.claim(leaks === 0, `${leaks} of ${reads} reads below ${folder} came from outside of the project`);
      }
    },
  },
  {
    name: 'link-swaps-scripts',
    kind: 'files',
    claim: 'folders of scripts that are exchanged with links let nothing outside be read, written or removed',
    async run(lab) {
      const outside = lab.path('outside');
      mkdirSync(outside);
      writeFileSync(join(outside, 'a.cs'), `return '${SECRET}'`);
      writeFileSync(join(outside, 'w.cs'), SECRET);
      const data = lab.path('data');
      const folder = join(data, 'unity', 'Scripts', 'sub');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, 'a.cs'), 'return 1');
      const server = await lab.serve({ worlds: ['unity'], data, args: ['--allow', 'writes'] });
      const url = server.urls.unity;
      const { alice } = lab.tokens;
      const asks = [
        () => tool(url, alice, 'ReadConsoleScript', { path: 'sub/a.cs' }),
        () => tool(url, alice, 'WriteConsoleScript', { path: 'sub/w.cs', content: 'return 2' }),
        () => tool(url, alice, 'DeleteConsoleScript', { path: 'sub/w.cs' }),
      ];
      for (const ask of asks) {
        const { reads, leaks, answered } = await readsWhile(lab, folder, outside, ask);
        lab.note(`${reads} calls, ${answered} answered, ${leaks} from outside`);
        lab.claim(leaks === 0, `${leaks} of ${reads} reads of scripts came from outside of the folder`);
      }
      const left = readdirSync(outside).sort().join();
      lab.claim(left === 'a.cs,w.cs', `outside of the folder there is now: ${left}`);
      const kept = left.includes('w.cs') && readFileSync(join(outside, 'w.cs'), 'utf8');
      lab.claim(kept === SECRET, 'a file outside of the folder was changed or removed');
    },
  },
  {
    name: 'dash-names',
    kind: 'files',
    claim: 'names of scripts with a leading dash are refused',
    async run(lab) {
      const server = await lab.serve({ worlds: ['unity'], args: ['--allow', 'writes'] });
      for (const path of ['-rf.cs', '--help.cs', 'sub/-x.cs', './-x.cs', '-sub/x.cs']) {
        const { ok, text } = await tool(server.urls.unity, lab.tokens.alice, 'WriteConsoleScript', {
          path,
          content: '1',
        });
        lab.claim(!ok, `the script "${path}" was written`);
        if (!path.includes('/'))
          lab.claim(
            /dash|"-"|hyphen|begin/i.test(text),
            `"${path}" was refused for another reason: ${text.slice(0, 300)}`,
          );
      }
    },
  },
];

async function readsWhile(lab, folder, outside, ask) {
  const end = performance.now() + lab.scale(1_500, 15_000);
  let [reads, leaks, answered] = [0, 0, 0];
  await whileSwapped(folder, outside, () =>
    Promise.all(
      Array.from({ length: READERS }, async () => {
        while (performance.now() < end) {
          const { ok, text, status } = await ask();
          reads++;
          if (ok ?? status === 200) answered++;
          if (text.includes(SECRET)) leaks++;
        }
      }),
    ),
  );
  return { reads, leaks, answered };
}

function files(word) {
  return {
    'Content/Doors/BP_Door.uasset': writePackage({
      imports: [
        { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
        { name: 'Material', className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
      ],
      exports: [
        {
          name: 'BP_Door',
          classIndex: -2,
          isAsset: true,
          properties: [{ name: 'Note', type: 'StrProperty', value: word }],
        },
      ],
    }),
    'Saved/Logs/Hostile.log': `LogTemp: ${word}\n`.repeat(5),
    'Config/DefaultEngine.ini': `[/Script/EngineSettings.GameMapsSettings]\nGameDefaultMap=/Game/${word}\n[Section]\nNote=${word}\n`,
    'Config/DefaultGame.ini': `[/Script/EngineSettings.GeneralProjectSettings]\nProjectName=${word}\nDescription=${word}\n`,
  };
}
