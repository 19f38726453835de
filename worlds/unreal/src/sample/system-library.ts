import { UnrealError } from '../port/unreal-error.js';
import { ENGINE_VERSION } from './content/project.js';
import { bool, string } from './model/property.js';
import type { SampleObject } from './objects.js';

/** The library of functions that belong to no object, as far as the sample has it. */
export const SYSTEM_LIBRARY: SampleObject = {
  path: '/Script/Engine.Default__KismetSystemLibrary',
  class: 'KismetSystemLibrary',
  properties: [],
  functions: [
    {
      name: 'GetEngineVersion',
      inputs: [],
      outputs: [{ name: 'ReturnValue', type: string }],
      run: async () => ({ ReturnValue: ENGINE_VERSION }),
    },
    {
      name: 'PrintString',
      inputs: [
        { name: 'InString', type: string },
        { name: 'bPrintToScreen', type: bool, initial: true },
        { name: 'bPrintToLog', type: bool, initial: true },
      ],
      outputs: [],
      run: async (self, { InString, bPrintToLog }) => {
        if (bPrintToLog === true) self.say(String(InString));
        return {};
      },
    },
  ],
  changes: {},
  read: nothing,
  write: nothing,
};

async function nothing(): Promise<never> {
  throw new UnrealError('not-found', 'KismetSystemLibrary has no properties. Call one of its functions.');
}
