import { ModelObject } from './model-object.js';
import { derive, plan } from './object-class.js';
import { bool, string } from './property-type.js';

/** The library of functions that do not belong to an object. */
export function systemLibrary(engineVersion: string): ModelObject {
  const library = derive(undefined, 'KismetSystemLibrary', {
    functions: [
      plan('GetEngineVersion', {}, { ReturnValue: string }, () => ({ ReturnValue: engineVersion })),
      plan(
        'PrintString',
        { InString: string, bPrintToScreen: [bool, true], bPrintToLog: [bool, true] },
        {},
        (self, { InString, bPrintToLog }) => {
          if (bPrintToLog === true) self.log(String(InString));
          return {};
        },
      ),
    ],
  });
  return new ModelObject('/Script/Engine.Default__KismetSystemLibrary', library, '');
}
