import { EngineError } from '../../port/engine-error.js';
import { targetOf } from '../components/find-component.js';
import type { World } from '../model/world.js';
import { checkFlags, pageOf, shown } from '../params/check-params.js';
import { callMethod, plannedWrite, readMember, requireMethod, writeMember } from '../reflection/invoke.js';
import type { Handlers } from './handlers.js';

export function memberOperations(
  world: World,
): Handlers<'member.list' | 'member.read' | 'member.write' | 'method.call'> {
  return {
    'member.list': ({ object, type, methods = false, ...paging }) =>
      pageOf(targetOf(world, object, type).reflected.describe(methods), paging),

    'member.read': ({ object, type, name }) => {
      const { target, reflected } = targetOf(world, object, type);
      return readMember(reflected, target, name);
    },

    'member.write': params => {
      checkFlags(params, 'dryRun');
      const { object, type, name, value, dryRun } = params;
      const { target, reflected } = targetOf(world, object, type);
      const before = readMember(reflected, target, name);
      if (dryRun) return { before, after: plannedWrite(reflected, name, value, world) };
      writeMember(reflected, target, name, value, world);
      return { before, after: readMember(reflected, target, name) };
    },

    'method.call': ({ object, type, name, args }) => {
      const { target, reflected } = targetOf(world, object, type);
      requireMethod(reflected, name);
      if (!Array.isArray(args))
        throw new EngineError('invalid', `args is ${shown(args)}`, 'send an array, empty for no arguments');
      return callMethod(reflected, target, name, args, world);
    },
  };
}
