import { enterGroup } from '../commands/group-hierarchy.js';
import type { Edit } from '../model/edit.js';
import type { DomainEvent } from '../model/event.js';
import type { Entity } from '../model/state.js';
import type { Steps } from '../model/steps.js';
import type { GenerateRequest } from './generate-request.js';
import type { Generated } from './generated.js';
import { Random } from './random.js';
import { starField } from './star-fields.js';
import { belt, system } from './systems.js';

/** Makes the bodies of a request, the same for the same request. `host` is the body that a belt surrounds. */
export function generateSteps(request: GenerateRequest, host: Entity | undefined): Steps<Generated> {
  const random = new Random(`${request.kind} ${request.seed}`);
  if (request.kind === 'system') return system(request, random);
  if (request.kind === 'belt' && host !== undefined) return belt(request, random, host);
  return starField(request, random);
}

/** Adds generated entities. Callers have checked that their ids are free, and that the parent and the group exist. */
export function addGenerated(edit: Edit, request: GenerateRequest, generated: Generated): DomainEvent[] {
  const { group, bodies, smallBodyField } = generated;
  const { groupId = null } = request;
  if (group !== undefined) {
    edit.make({ op: 'add', in: 'groups', id: group.id, value: group });
    enterGroup(edit, { id: group.id, type: 'group' }, groupId);
  }
  const members = group?.id ?? groupId;
  for (const body of bodies) {
    const parentId = body.parentId as string | null;
    edit.make({ op: 'add', in: 'stars', id: body.id, value: body });
    edit.append(parentId === null ? 'rootIds' : 'children', parentId, body.id);
    if (parentId === null) enterGroup(edit, { id: body.id, type: 'system' }, members);
  }
  if (smallBodyField !== undefined)
    edit.make({ op: 'add', in: 'smallBodyFields', id: smallBodyField.id, value: smallBodyField });
  const { kind, id, name } = request;
  return [{ type: 'generated', kind, id, name, bodies: bodies.length }];
}
