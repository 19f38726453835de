// One cell of the matrix: a client over a wire in a world.
import { TASKS } from './worlds.mjs';

/** For one check. Only a client or server that hangs needs it. */
const CHECK_MS = 40_000;

/**
 * Runs the checks of a cell, in this order, and returns the reason of each that failed.
 * @param {(target: object) => Promise<Driver>} open
 * @param {{ world: string, wire: string, tools: string[], mark: string, checks: string[] }} cell
 */
export async function runCell(open, { checks, ...cell }) {
  const failed = {};
  const passed = [];
  let driver;
  for (const check of checks) {
    try {
      if (check === 'connect') driver = await within(CHECK_MS, open(cell));
      else if (driver === undefined) throw new Error('the client is not connected');
      await within(CHECK_MS, RUNS[check](driver, TASKS[cell.world], cell));
      passed.push(check);
    } catch (thrown) {
      failed[check] = thrown instanceof Error ? thrown.message : String(thrown);
    }
  }
  await within(CHECK_MS, driver?.close()).catch(thrown => {
    failed.close = thrown.message;
  });
  return { passed, failed };
}

const RUNS = {
  async connect(driver, { name }) {
    const shown = await driver.name?.();
    if (driver.name !== undefined && shown !== name)
      throw new Error(`the server is ${shown} instead of ${name}`);
  },
  async tools(driver, _task, { tools }) {
    const listed = await driver.tools();
    const missing = tools.filter(name => !listed.includes(name));
    const strange = listed.filter(name => !tools.includes(name));
    if (missing.length + strange.length > 0 || listed.length !== tools.length)
      throw new Error(
        `${listed.length} of ${tools.length}; missing: ${missing}; not of this world: ${strange}`,
      );
  },
  async read(driver, { read }) {
    said(await driver.call(read.tool, read.args), false, read.says);
  },
  async error(driver, { error }) {
    said(await driver.call(error.tool, error.args), true, error.says);
  },
  async resource(driver, { resource }) {
    contains(await driver.read(resource.uri), resource.says);
  },
  async write(driver, { write, readBack }, { mark }) {
    const { tool, args } = write(mark);
    said(await driver.call(tool, args), false, mark);
    said(await driver.call(readBack.tool, readBack.args), false, mark);
  },
  async progress(driver, { progress }) {
    const first = await driver.progress(progress.tool, progress.args);
    if (typeof first !== 'number') throw new Error(`the progress is ${first}`);
  },
  async update(driver, { write, update }, { mark }) {
    const { tool, args } = write(`${mark}-again`);
    await driver.update(update, () => driver.call(tool, args));
  },
  async wire(_driver, _task, { wire, relay }) {
    const used = relay.wires().join(' and ');
    if (used !== wire) throw new Error(`messages went over ${used || 'no wire'}`);
  },
};

function said({ text, isError }, failed, wanted) {
  if (isError !== failed)
    throw new Error(`the call ${isError ? 'failed' : 'succeeded'}: ${text.slice(0, 300)}`);
  contains(text, wanted);
}

function contains(text, wanted) {
  if (typeof text !== 'string' || !text.includes(wanted))
    throw new Error(`${JSON.stringify(wanted)} is not in ${String(text).slice(0, 300)}`);
}

async function within(ms, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
