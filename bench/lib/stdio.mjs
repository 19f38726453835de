/** A program of servers/ on standard input and output. */
import { Child, programPath } from './child.mjs';
import { laneOver, overLane } from './lanes.mjs';
import { LineReader } from './readers.mjs';
import { echoAnswered, echoRequest, INITIALIZED, initializeRequest, isStateless } from './requests.mjs';

const START_SECONDS = 20;

/** Starts it, and resolves to its load when it has answered a call. */
export async function startOnStdio(program, revision, keep) {
  const words = [programPath(program), '--stdio'];
  const child = keep(new Child(program, process.execPath, words, { input: 'pipe' }));
  const { stdin, stdout } = child.process;
  const lane = laneOver(stdout, stdin, new LineReader());
  const call = `${echoRequest({ revision }).body}\n`;
  const ask = async (text, expected) => {
    const answered = lane.first(() => true);
    lane.send(text);
    const line = await child.until(answered, START_SECONDS, `starting ${program}`);
    if (!line.includes(expected)) throw new Error(`${program} answered ${line}`);
  };
  if (!isStateless(revision)) {
    await ask(`${JSON.stringify(initializeRequest())}\n`, '"protocolVersion"');
    lane.send(`${JSON.stringify(INITIALIZED)}\n`);
  }
  await ask(call, '"result"');
  return { ...overLane(async () => lane, call, echoAnswered), pids: [child.pid] };
}
