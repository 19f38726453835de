import { Component } from '../model/component.js';
import { method, property } from '../reflection/member.js';
import { integer, nothing, single } from '../reflection/primitives.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import { monoBehaviourType } from './base.js';

/** Statistics of the last frames. */
export class FrameStats extends Component {
  get frames() {
    return this.object.world.surroundings.frames;
  }
}

export const frameStatsType = new ReflectedType({
  name: 'Worldwire.FrameStats',
  base: monoBehaviourType,
  component: FrameStats,
  members: [
    property('P99Ms', single, (self: FrameStats) => self.frames.p99),
    property('AverageMs', single, (self: FrameStats) => self.frames.average),
    property('LongestMs', single, (self: FrameStats) => self.frames.longest),
    property('WorkP99Ms', single, (self: FrameStats) => self.frames.workP99),
    property('Fps', single, ({ frames }: FrameStats) => (frames.average === 0 ? 0 : 1000 / frames.average)),
    property('Samples', integer, (self: FrameStats) => self.frames.count),
    property('Frame', integer, (self: FrameStats) => self.object.world.surroundings.clock.frame),
  ],
  methods: [method('Reset', [], nothing, (self: FrameStats) => self.frames.clear())],
  summary: self => `p99 ${(self as FrameStats).frames.p99.toFixed(1)} ms`,
});
