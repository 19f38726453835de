// Repeatedly replaces a folder by a link to another one, until it is killed.
import { renameSync, symlinkSync, unlinkSync } from 'node:fs';

const [folder, outside] = process.argv.slice(2);
const aside = `${folder}.aside`;
process.on('disconnect', () => process.exit());
// Each state lasts some microseconds to milliseconds, at random.
const pause = () => {
  const end = performance.now() + Math.random() ** 3;
  while (performance.now() < end);
};
const turn = () => {
  for (let i = 0; i < 50; i++) {
    renameSync(folder, aside);
    symlinkSync(outside, folder);
    pause();
    unlinkSync(folder);
    renameSync(aside, folder);
    pause();
  }
  setImmediate(turn);
};
turn();
