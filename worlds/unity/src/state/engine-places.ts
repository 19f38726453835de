import { Places } from '@worldwire/server/kit';

/** What one engine does at once, over all principals. The built-in scene has the same limits, without shares. */
const WAITS = 64;
const STEPS = 64;
const INPUTS = 16;
const PROFILES = 8;
const PICTURES = 8;
const VIDEOS = 4;

const LATER = 'Try again when some of them are over, and call with fewer seconds.';

/** Numbers of one engine that principals share. A call that was cancelled counts until the engine has answered it. */
export class EnginePlaces {
  readonly waits: Places;
  readonly steps: Places;
  readonly inputs: Places;
  readonly profiles: Places;
  /** Pictures and watches, until they are written. */
  readonly pictures: Places;
  readonly videos: Places;

  constructor(percent: number) {
    const places = (limit: string, total: number, things: string, state: string, next = LATER) =>
      new Places({ limit, total, percent, of: 'this engine', things, state, next });
    this.waits = places('engineWaits', WAITS, 'calls', 'wait for conditions');
    this.steps = places('engineSteps', STEPS, 'calls of StepScene', 'are in progress');
    this.inputs = places('engineInputs', INPUTS, 'sequences of input', 'are played');
    this.profiles = places('engineProfiles', PROFILES, 'profiles', 'are measured');
    this.pictures = places('enginePictures', PICTURES, 'pictures and watches', 'are in progress');
    this.videos = places(
      ...(['engineVideos', VIDEOS, 'videos', 'are made or wait'] as const),
      'Try again in half a minute, or leave `video` out: the sheet shows the same pictures.',
    );
  }
}
