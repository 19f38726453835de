/** `worldwire serve unity` with a scene of a given size. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_ID } from './call-template.mjs';
import { childrenCpuSeconds } from './children-cpu.mjs';
import { drive } from './drive.mjs';
import { startProduct } from './product-server.mjs';
import { STATELESS_REVISION } from './revisions.mjs';
import { fillingScripts, PREPARING } from './unity-crowd.mjs';
import { PAGE_SIZE, TRANSFORM, unityRequest, WRITTEN_MEMBER } from './unity-exchange.mjs';

const FRAME_STATS = 'Worldwire.FrameStats';
const RESET = 'Reset';

const CONFIG = {
  allowWrites: true,
  enableConsoleEval: true,
  reflectionAllowlistMembers: [`${TRANSFORM}.${WRITTEN_MEMBER}`, `${FRAME_STATS}.${RESET}`],
};

export class UnityServer {
  #server;
  #statsId = '';
  #crowd = { first: 0, count: 0 };
  /** The last id that a call had. */
  #lastId = FIRST_ID;

  static async start({ folder, size }) {
    mkdirSync(join(folder, 'unity'), { recursive: true });
    writeFileSync(join(folder, 'unity', 'mcp.config.json'), JSON.stringify(CONFIG));
    const args = ['unity', '--allow', 'writes', '--allow', 'eval'];
    const { prepared } = await startProduct({ folder, args }, async server => {
      const unity = new UnityServer(server, size);
      await unity.#fill();
      return unity;
    });
    return prepared;
  }

  constructor(server, size) {
    this.#server = server;
    this.size = size;
  }

  get url() {
    return this.#server.url;
  }

  get crowd() {
    return this.#crowd;
  }

  /** CPU time of the server and of the process that runs the scene. */
  async cpuSeconds() {
    return (await this.#server.cpuSeconds()) + childrenCpuSeconds(this.#server.pid);
  }

  async firstPage(wire) {
    const { url, ...request } = unityRequest(new URL(this.url), wire, 'ListObjects', { limit: PAGE_SIZE });
    const text = await (await fetch(url, request)).text();
    const { result } = JSON.parse(text);
    const { Total, Items } = result?.structuredContent ?? result?.content?.[0]?.json ?? {};
    const ids = new Set(Items?.map(({ Id }) => Id));
    if (Total !== this.size || ids.size !== PAGE_SIZE) {
      throw new Error(`a scene of ${this.size} objects was listed as ${text.slice(0, 300)}`);
    }
    return text;
  }

  async drive(load, who, watch) {
    const { url } = this;
    const idsBehind = this.#lastId;
    const run = await drive(this, { url, revision: STATELESS_REVISION, idsBehind, ...load }, who, watch);
    for (const { answered } of [run, ...(run.beside ?? [])]) this.#lastId += answered;
    return run;
  }

  async resetFrames() {
    await this.#call('CallMethod', { objectId: this.#statsId, componentType: FRAME_STATS, method: RESET });
  }

  async frames() {
    const names = ['Fps', 'P99Ms', 'LongestMs', 'WorkP99Ms', 'Samples'];
    const values = [];
    for (const name of names) values.push(await this.#frameStat(name));
    const [hz, p99, longest, workP99, frames] = values;
    return { hz, p99, longest, workP99, frames };
  }

  async writes() {
    const { Items } = await this.#call('ListJournal', { limit: 1 });
    return Items[0]?.Id ?? 0;
  }

  stop() {
    return this.#server.stop();
  }

  async #fill() {
    const stats = await this.#call('ListObjects', { type: FRAME_STATS });
    this.#statsId = stats.Items[0].Id;
    const parent = await this.#evaluate(PREPARING);
    const { Total } = await this.#call('ListObjects', { limit: 1 });
    const count = this.size - Total;
    const first = Number(parent.slice('obj:'.length)) + 1;
    let next = first;
    for (const script of fillingScripts(parent, count)) {
      const [from, to] = JSON.parse(await this.#evaluate(script.code));
      if (from !== next || to !== next + script.count - 1) {
        throw new Error(`stones from ${next} on were made with the numbers ${from} to ${to}`);
      }
      next = to + 1;
    }
    this.#crowd = { first, count };
  }

  /** The text of the result, as the dialect has it. */
  async #evaluate(code) {
    return (await this.#call('ConsoleEval', { code })).result;
  }

  async #frameStat(name) {
    const given = { objectId: this.#statsId, componentType: FRAME_STATS, name };
    return (await this.#call('ReadComponentMember', given)).valueJson;
  }

  async #call(name, given) {
    const { url, ...request } = unityRequest(new URL(this.url), 'dialect', name, given);
    const answer = await fetch(url, request);
    const { result, error } = await answer.json();
    if (!result) throw new Error(`${name}: ${answer.status} ${error?.message}`);
    return result.content[0].json;
  }
}
