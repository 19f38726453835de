// Reads all pictures of a project concurrently, and prints the results and the peak memory.
import { openProject } from '@worldwire/unreal';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const [folder, ...paths] = process.argv.slice(2);
const project = await openProject({ folder, log, now: Date.now });
const { signal } = new AbortController();
const before = process.memoryUsage().rss;
const ended = [];
const pictures = paths.map(async path => {
  const { data, mimeType } = await project.call('asset.picture', { path }, { signal });
  ended.push(path);
  return `${mimeType} ${data.length}`;
});
// A call without a picture is answered while pictures are decoded.
const small = project.call('log.tail', { lines: 1 }, { signal }).then(() => ended.push('small'));
const results = await Promise.allSettled(pictures);
await small;
await project.close();
const grown = process.resourceUsage().maxRSS * 1024 - before;
const said = results.map(({ status, value, reason }) => (status === 'fulfilled' ? value : reason.message));
process.stdout.write(JSON.stringify({ said, ended, grown }));
