import type { JsonObject } from '@worldwire/protocol';
import type { Access } from '@worldwire/server';
import type { Kernel } from '@worldwire/server/internal';

/** A call whose arguments need more than its tool does without them. */
export interface RaisedCall {
  readonly tool: string;
  readonly access: Access;
  readonly when: string;
  readonly arguments: JsonObject;
}

/** Calls a tool with all rights, and returns its structured answer. */
export type Call = (tool: string, args: JsonObject) => Promise<JsonObject>;

const SIGNATURE = 'System.Single Worldwire.Health::Heal(System.Single)';
const DOOR = '/Game/Maps/Harbour.Harbour:PersistentLevel.BP_Door_C_1';
/** A value that names an object with code. */
const LABEL = { property: 'ActorLabel', value: 'Default__Door' };
const HOOKED = { type: 'Worldwire.Health', methodOrSignature: 'Heal' };

/** Arguments for the cases that depend on earlier calls, by tool: a function makes these calls. */
const PREPARED: Readonly<Record<string, (call: Call) => Promise<JsonObject>>> = {
  UndoWrite: async call => {
    const { journalId } = await call('WriteStartupScript', { content: 'return 1;' });
    return { id: journalId as number };
  },
  HookSetEnabled: async call => {
    const { error } = await call('HookAdd', HOOKED);
    // It is there already.
    if (error === undefined) await call('HookSetSource', { signature: SIGNATURE, source: 'return 1;' });
    return { signature: SIGNATURE, enabled: true };
  },
  undo_write: async call => {
    const { revision } = await call('set_property', { object: DOOR, ...LABEL });
    return { revision: revision as number };
  },
};

/** Every case of every tool in the registry of a world. Throws for a case without arguments. */
export async function raisedCalls({ registry }: Kernel, call: Call): Promise<readonly RaisedCall[]> {
  const found: RaisedCall[] = [];
  for (const { tool } of registry.tools.values()) {
    for (const { access, when, example } of tool.raises ?? []) {
      const given = example ?? (await PREPARED[tool.name]?.(call));
      if (given === undefined)
        throw new Error(`${tool.name} needs more if ${when}, and the matrix has no arguments for that.`);
      found.push({
        tool: tool.name,
        // A tool that changes permissions needs the highest right in any case.
        access: tool.audited === true ? 'danger' : access,
        when,
        // The plan needs what the write needs, and changes nothing.
        arguments: tool.common?.includes('dryRun') === true ? { ...given, dryRun: true } : given,
      });
    }
  }
  return found;
}
