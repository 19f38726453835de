/** A universe of 10,000 bodies and about 7.7 MB, made once by the program itself and copied for each attack. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from './http.mjs';
import { ServerProcess } from './server.mjs';

const BODIES = 10_000;
const BODIES_PER_REQUEST = 1_000;
const ID = 'big';
const NAME = 'x'.repeat(200);

export class BigUniverse {
  id = ID;
  /** @type {Promise<string> | undefined} */
  #made;

  /** @param {string} program */
  constructor(program) {
    this.program = program;
    this.folder = mkdtempSync(join(tmpdir(), 'worldwire-hostile-big-'));
  }

  /** @returns {Promise<string>} the data folder to copy */
  data() {
    this.#made ??= this.#make();
    return this.#made;
  }

  async #make() {
    const command = [process.execPath, this.program, 'serve', 'universe', '--json', '--port', '0'];
    const server = new ServerProcess({ command: [...command, '--data', this.folder], cwd: this.folder });
    await server.ready;
    const root = new URL(server.urls.universe ?? '').origin;
    await expectOk(request(`${root}/universes`, { json: { id: ID, name: 'Big' } }));
    for (let from = 0; from < BODIES; from += BODIES_PER_REQUEST) {
      const commands = Array.from({ length: BODIES_PER_REQUEST }, (_, index) => addBody(from + index));
      await expectOk(request(`${root}/universes/${ID}/commands?returning=changes`, { json: commands }));
    }
    await server.stop();
    return this.folder;
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** @param {number} index */
function addBody(index) {
  const payload = {
    name: `${NAME} ${index}`,
    bodyType: index === 0 ? 'star' : 'planet',
    ...(index > 0 && { parentId: 'b0' }),
    mass: 1e20 + index,
    radius: 1_000 + index,
    color: '#a59c8c',
    orbitalDistance: 1e6 * (index + 1),
    orbitalSpeed: 1e-7,
    eccentricity: 0.1,
    comet: { notes: 'y'.repeat(250) },
  };
  return { type: 'addStar', id: `b${index}`, payload };
}

/** @param {Promise<import('./http.mjs').Answer>} answer */
async function expectOk(answer) {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`the large universe could not be made: ${status} ${text.slice(0, 500)}`);
}
