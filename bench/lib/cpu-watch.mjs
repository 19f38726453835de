/** CPU use of programs that are not part of the bench. */
import { childrenCpuSeconds } from './children-cpu.mjs';
import { cpuSeconds } from './machine.mjs';

export class CpuWatch {
  #parents;
  #begun;
  #startedAt = performance.now();

  constructor(...parents) {
    this.#parents = [process.pid, ...parents];
    this.#begun = this.#reading();
  }

  others() {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    return Math.max(0, this.#reading() - this.#begun) / seconds;
  }

  #reading() {
    const { busy, stolen } = cpuSeconds();
    const { user, system } = process.cpuUsage();
    const children = this.#parents.map(childrenCpuSeconds).reduce((sum, seconds) => sum + seconds, 0);
    return busy + stolen - (user + system) / 1e6 - children;
  }
}
