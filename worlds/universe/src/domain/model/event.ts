import type { GroupChild } from './state.js';

/** Describes a command's effect for people and agents. The changes have the details. */
export type DomainEvent =
  | { readonly type: 'ticked'; readonly dt: number; readonly time: number }
  | { readonly type: 'starAdded'; readonly id: string; readonly parentId: string | null }
  | { readonly type: 'starUpdated'; readonly id: string; readonly fields: readonly string[] }
  | { readonly type: 'starRemoved'; readonly id: string; readonly removedIds: readonly string[] }
  | {
      readonly type: 'starAttached';
      readonly childId: string;
      readonly parentId: string;
      readonly formerParentId: string | null;
    }
  | { readonly type: 'starDetached'; readonly childId: string; readonly formerParentId: string }
  | { readonly type: 'groupAdded'; readonly id: string; readonly parentGroupId: string | null }
  | { readonly type: 'groupUpdated'; readonly id: string; readonly fields: readonly string[] }
  | {
      readonly type: 'groupRemoved';
      readonly id: string;
      /** The group that its children moved to; null: none. */
      readonly parentGroupId: string | null;
      readonly movedChildren: readonly GroupChild[];
    }
  | MembershipEvent<'childAddedToGroup'>
  /** Nothing changed. */
  | MembershipEvent<'childAlreadyInGroup'>
  | MembershipEvent<'childRemovedFromGroup'>
  | {
      readonly type: 'movedToGroup';
      readonly childId: string;
      readonly childType: GroupChild['type'];
      readonly formerGroupId: string | null;
      readonly targetGroupId: string | null;
    }
  | { readonly type: 'protoplanetaryDiskAdded'; readonly id: string }
  | {
      readonly type: 'smallBodyFieldsSet' | 'protoplanetaryDisksSet' | 'nebulaeSet';
      readonly ids: readonly string[];
    }
  | {
      readonly type: 'smallBodyFieldUpdated' | 'protoplanetaryDiskUpdated' | 'nebulaUpdated';
      readonly id: string;
      readonly fields: readonly string[];
    }
  | {
      readonly type: 'smallBodyFieldRemoved' | 'protoplanetaryDiskRemoved' | 'nebulaRemoved';
      readonly id: string;
    }
  | {
      readonly type: 'ringUpdated';
      readonly planetId: string;
      readonly created: boolean;
      readonly fields: readonly string[];
    }
  | { readonly type: 'ringRemoved'; readonly planetId: string }
  | { readonly type: 'snapshotReplaced'; readonly stars: number; readonly groups: number }
  | {
      readonly type: 'generated';
      readonly kind: string;
      /** Of the new group, star or belt, and the prefix of the ids of the bodies. */
      readonly id: string;
      readonly name: string;
      readonly bodies: number;
    }
  /** From the service: the domain has no revisions. */
  | { readonly type: 'undone'; readonly revision: number }
  | { readonly type: 'undoneSince'; readonly since: number; readonly revisions: readonly number[] }
  | { readonly type: 'restored'; readonly revision: number };

interface MembershipEvent<Type extends string> {
  readonly type: Type;
  readonly groupId: string;
  readonly childId: string;
  readonly childType: GroupChild['type'];
}
