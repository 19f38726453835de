/** Answers of the Unity Explorer interface, as far as the view uses them. */

export interface Vector {
  readonly X: number;
  readonly Y: number;
  readonly Z: number;
}

export interface Card {
  readonly Id: string;
  readonly Name?: string;
  readonly Path?: string;
  readonly Tag?: string;
  readonly Layer?: number;
  readonly Active?: boolean;
  readonly ActiveInHierarchy?: boolean;
  readonly ComponentCount?: number;
  readonly Position?: Vector | null;
  readonly Speed?: number | null;
  readonly AngularSpeed?: number;
  readonly Bounds?: { readonly Min: Vector; readonly Max: Vector } | null;
  readonly Visible?: boolean | null;
  readonly VisibleReason?: string;
  readonly VisibleCause?: { readonly Id: string; readonly Path: string };
  readonly CoveredBy?: { readonly Id: string; readonly Path: string };
  readonly Descendants?: number | null;
  readonly Distance?: number;
}

export interface Page<Item> {
  readonly Total: number;
  readonly Items: readonly Item[];
  readonly NextOffset?: number;
  readonly revision: number;
}

export interface SceneCard {
  readonly Id: string;
  readonly Name: string;
  readonly Index: number;
  readonly IsLoaded: boolean;
  readonly RootCount: number;
}

export interface Status {
  readonly UnityVersion: string;
  readonly Runtime: string;
  readonly Platform: string;
  readonly Ready: boolean;
  readonly ScenesLoaded: number;
  readonly revision: number;
}

export interface ComponentCard {
  readonly Type: string;
  readonly Summary: string;
}

export interface MemberCard {
  readonly Name: string;
  readonly Kind: string;
  readonly Type: string;
  readonly CanRead: boolean;
  readonly CanWrite: boolean;
}

export interface MemberValue {
  readonly type: string;
  readonly valueText: string;
  readonly valueJson?: unknown;
}

export interface LogLine {
  readonly T: string;
  readonly Level: string;
  readonly Message: string;
  readonly Source: string;
}

export interface JournalItem {
  readonly Id: number;
  readonly At: string;
  readonly Principal: string | null;
  readonly Tool: string;
  readonly Arguments: unknown;
  readonly Before: unknown;
  readonly After: unknown;
  readonly Outcome: string;
  readonly Error?: string;
  readonly Undone?: boolean;
  readonly Undo?: string;
}
