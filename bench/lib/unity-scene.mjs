/** `worldwire serve unity` with a scene of a given size. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct } from './child.mjs';
import { ask } from './requests.mjs';
import {
  fillingScripts,
  PAGE_SIZE,
  PREPARING,
  TRANSFORM,
  unityRequest,
  WRITTEN_MEMBER,
} from './unity-load.mjs';

const FRAME_STATS = 'Worldwire.FrameStats';
const FRAME_NAMES = {
  hz: 'Fps',
  p99: 'P99Ms',
  longest: 'LongestMs',
  workP99: 'WorkP99Ms',
  frames: 'Samples',
};
const RESET = 'Reset';

const CONFIG = {
  allowWrites: true,
  enableConsoleEval: true,
  reflectionAllowlistMembers: [`${TRANSFORM}.${WRITTEN_MEMBER}`, `${FRAME_STATS}.${RESET}`],
};

export class Scene {
  #statsId = '';
  crowd = { first: 0, count: 0 };

  static async start(folder, size, keep) {
    mkdirSync(join(folder, 'unity'), { recursive: true });
    writeFileSync(join(folder, 'unity', 'mcp.config.json'), JSON.stringify(CONFIG));
    const args = ['unity', '--allow', 'writes', '--allow', 'eval'];
    const { server, prepared } = await startProduct({ folder, args }, async server => {
      const scene = new Scene(server, size);
      await scene.#fill();
      return scene;
    });
    keep(server);
    return prepared;
  }

  constructor({ url, pid }, size) {
    this.url = url;
    this.pids = [pid];
    this.size = size;
  }

  async firstPage(wire) {
    const { text, result } = await ask(...unityRequest(this.url, wire, 'ListObjects', { limit: PAGE_SIZE }));
    const { Total, Items } = result?.structuredContent ?? result?.content?.[0]?.json ?? {};
    const ids = new Set(Items?.map(({ Id }) => Id));
    if (Total !== this.size || ids.size !== PAGE_SIZE) {
      throw new Error(`a scene of ${this.size} objects was listed as ${text.slice(0, 300)}`);
    }
    return text;
  }

  async resetFrames() {
    await this.#call('CallMethod', { objectId: this.#statsId, componentType: FRAME_STATS, method: RESET });
  }

  async frames() {
    const frames = {};
    for (const [figure, name] of Object.entries(FRAME_NAMES)) {
      const given = { objectId: this.#statsId, componentType: FRAME_STATS, name };
      frames[figure] = (await this.#call('ReadComponentMember', given)).valueJson;
    }
    return frames;
  }

  async writes() {
    const { Items } = await this.#call('ListJournal', { limit: 1 });
    return Items[0]?.Id ?? 0;
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
    this.crowd = { first, count };
  }

  /** The text of the result, as the dialect has it. */
  async #evaluate(code) {
    return (await this.#call('ConsoleEval', { code })).result;
  }

  async #call(name, given) {
    const { status, result, error } = await ask(...unityRequest(this.url, 'dialect', name, given));
    if (!result) throw new Error(`${name}: ${status} ${error?.message}`);
    return result.content[0].json;
  }
}
