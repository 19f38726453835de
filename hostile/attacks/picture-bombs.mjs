import { call } from '../lib/mcp.mjs';
import { makeProject, textureBomb, thumbnailBomb } from '../lib/unreal-project.mjs';
import { each } from '../lib/wait.mjs';

/** Just below 128 MiB of pixels, from 124 KiB in the file. */
const SIDE = 5_700;

export default {
  name: 'picture-bombs',
  kind: 'memory',
  claim: '24 readers of textures and thumbnails of 130 MB of pixels in 124 KiB of file are bounded in memory',
  async run(lab) {
    // The name of the file does not matter: a package has one object.
    const bomb = textureBomb('T_Bomb', SIDE, SIDE);
    const thumbnail = thumbnailBomb('M_Bomb', SIDE, SIDE);
    const files = { 'Content/T_Small.uasset': textureBomb('T_Small', 64, 64) };
    for (let i = 0; i < 24; i++) files[`Content/T_Bomb${i}.uasset`] = bomb;
    for (let i = 0; i < 4; i++) files[`Content/M_Bomb${i}.uasset`] = thumbnail;
    const project = makeProject(lab.path('Bombs'), files);
    const server = await lab.serve({ worlds: ['unreal'], args: ['--project', project] });
    const { alice, bob } = lab.tokens;
    const url = server.urls.unreal;
    const read = (token, path) => call(url, token, 'resources/read', { uri: `unreal://texture/${path}` });
    await lab.measureMemory(server, () =>
      each(lab.scale(48, 240), 24, async index => {
        if (!server.alive) return;
        if (index % 6 === 5) await read(alice, `/Game/M_Bomb${index % 4}`);
        else await read(alice, `/Game/T_Bomb${index % 24}`);
      }),
    );
    const small = await read(bob, '/Game/T_Small');
    lab.claim(small.text.includes('image/png'), `a small texture was not read: ${small.text.slice(0, 300)}`);
  },
};
