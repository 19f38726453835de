import { InputDevices } from '../input/input-devices.js';
import { InputPlayer } from '../input/input-player.js';
import { InputRecorder } from '../input/input-recorder.js';
import { describeActions, type InputState } from '../input/input-state.js';
import { Pointer } from '../input/pointer.js';
import type { Clock } from '../model/clock.js';
import type { World } from '../model/world.js';
import { checkFlags, pageOf } from '../params/check-params.js';
import type { Freecam } from '../view/freecam.js';
import type { Handlers } from './handlers.js';

/** The input of a scene: its operations, and what plays it in each frame. */
export function inputOperations(
  world: World,
  clock: Clock,
  freecam: Freecam,
  state: InputState,
): {
  readonly player: InputPlayer;
  readonly pointer: Pointer;
  readonly handlers: Handlers<'input.send' | 'input.actions' | 'input.record'>;
} {
  const recorder = new InputRecorder(clock);
  const pointer = new Pointer(world, () => freecam.view);
  const player = new InputPlayer(new InputDevices(world, clock, state, pointer, recorder));
  return {
    player,
    pointer,
    handlers: {
      'input.send': params => {
        checkFlags(params, 'dryRun');
        return player.send(params.steps, params.dryRun ?? false);
      },
      'input.actions': paging => pageOf(describeActions(), paging),
      'input.record': ({ action }) => recorder.control(action),
    },
  };
}
