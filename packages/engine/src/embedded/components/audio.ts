import { Component } from '../model/component.js';
import { accessor, field, method } from '../reflection/member.js';
import { boolean, nothing, single } from '../reflection/primitives.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import { behaviourType, monoBehaviourType } from './base.js';

export class AudioListener extends Component {
  pause = false;
  #volume = 1;

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    this.#volume = Math.min(1, Math.max(0, volume));
  }
}

export const audioListenerType = new ReflectedType({
  name: 'UnityEngine.AudioListener',
  base: behaviourType,
  component: AudioListener,
  unique: true,
  members: [
    accessor<AudioListener, 'volume'>('volume', single),
    field<AudioListener, 'pause'>('pause', boolean),
  ],
  summary: self => `volume ${(self as AudioListener).volume}`,
});

/** Keeps the volumes of music and effects over all scenes. */
export class AudioManager extends Component {
  music = 0.8;
  effects = 1;
  muted = false;
}

export const audioManagerType = new ReflectedType({
  name: 'Worldwire.AudioManager',
  base: monoBehaviourType,
  component: AudioManager,
  members: [
    field<AudioManager, 'music'>('music', single),
    field<AudioManager, 'effects'>('effects', single),
    field<AudioManager, 'muted'>('muted', boolean),
  ],
  methods: [
    method('Mute', [], nothing, (self: AudioManager) => {
      self.muted = true;
    }),
    method('Unmute', [], nothing, (self: AudioManager) => {
      self.muted = false;
    }),
  ],
  summary: self => ((self as AudioManager).muted ? 'muted' : `music ${(self as AudioManager).music}`),
});
