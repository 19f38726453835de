import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { LogFilter } from './log-filter.js';
import type { Reference } from './reference-list.js';
import type { WriteCall, WritePlan } from './write-plan.js';

/** Centimetres, or factors of a scale. */
export type Vector = {
  readonly x: number;
  readonly y: number;
  readonly z: number;
};

/** Degrees. */
export type Rotator = {
  readonly pitch: number;
  readonly yaw: number;
  readonly roll: number;
};

export type Transform = {
  readonly location: Vector;
  readonly rotation: Rotator;
  readonly scale: Vector;
};

export interface Paging {
  /** 1 to 1,000; 50 unless given. */
  readonly limit?: number;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Of all pages, where it is known. */
  readonly total?: number;
  /** Missing on the last page. */
  readonly nextCursor?: string;
}

export interface ProjectInfo extends WithNotes {
  readonly name: string;
  /** Such as "5.4.4-35576357+++UE5+Release-5.4", or what the .uproject file associates. */
  readonly engineVersion?: string;
  /** The folder of the .uproject file. */
  readonly folder?: string;
  readonly description?: string;
  readonly modules: readonly { readonly name: string; readonly type?: string; readonly files?: number }[];
  readonly plugins: readonly {
    readonly name: string;
    readonly enabled: boolean;
    readonly where?: 'project' | 'engine';
    readonly version?: string;
  }[];
  /**
   * From Config/DefaultEngine.ini and the like: the default map, the game mode and such, by section and key. Credentials are
   * masked.
   */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Without those of the engine and its plugins. */
  readonly gameplayTags?: {
    readonly total: number;
    /** Of ini files, C++ and data tables: "Tag (source)" or "Tag: comment (source)". */
    readonly tags: readonly string[];
    /** The data tables, whose tags are included as far as the notes say nothing else. */
    readonly tables?: readonly string[];
    /** Tags that C++ asks for by name and nothing of the project defines, with the place. */
    readonly undefined?: readonly string[];
  };
  /** The keys of each action and axis before Enhanced Input. */
  readonly input?: {
    readonly actions: Readonly<Record<string, readonly string[]>>;
    readonly axes: Readonly<Record<string, readonly string[]>>;
  };
  /** Content that is not shown, with the reason. */
  readonly hidden?: readonly string[];
}

export interface AssetInfo {
  /** Of the package: "/Game/Doors/BP_Door". */
  readonly path: string;
  readonly name: string;
  /** The short name, such as "Blueprint", "Texture2D", "World". */
  readonly class: string;
  /** Bytes on disk, where they are known. */
  readonly size?: number;
  /** For the file of a single actor: its level, label, folder and class. */
  readonly actor?: string;
}

export interface AssetFilter extends Paging {
  /** Only below this folder or package. */
  readonly path?: string;
  /** The short name of the class, or its whole path. */
  readonly class?: string;
  /** Part of the name or path, without case. */
  readonly query?: string;
}

export interface BlueprintFunction {
  readonly name: string;
  readonly graph?: string;
  /** Types by name. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly returns?: Readonly<Record<string, string>>;
  /** Public unless given. */
  readonly access?: 'protected' | 'private';
  /** "pure", "const", "static", "server", "reliable" and others. */
  readonly flags?: readonly string[];
}

export interface BlueprintInfo {
  readonly parent?: string;
  /** The nearest parent in the project's C++: "/Script/Harbour.Door (Source/Harbour/Door.h:12)". */
  readonly nativeParent?: string;
  readonly generatedClass?: string;
  readonly interfaces?: readonly string[];
  readonly variables: readonly {
    readonly name: string;
    readonly type: string;
    readonly default?: JsonValue;
    readonly category?: string;
  }[];
  readonly functions: readonly BlueprintFunction[];
  readonly components: readonly {
    readonly name: string;
    readonly class: string;
    readonly parent?: string;
    /** Of a parent class, with values that the Blueprint changes. */
    readonly inherited?: true;
    /** Values that differ from those of its class, where they are known. */
    readonly values?: JsonObject;
  }[];
  /** Values of the class defaults that differ from those of the parent class, without those of the own variables. */
  readonly defaults?: JsonObject;
  readonly graphs: readonly {
    readonly name: string;
    readonly nodes: readonly {
      readonly name: string;
      readonly class: string;
      /** As on the node: the function, variable or event. */
      readonly title?: string;
    }[];
    /** What is executed, as indented lines; missing where the pins are unknown or nothing is executed. */
    readonly flow?: readonly string[];
  }[];
}

export interface AssetDetail extends AssetInfo, WithNotes {
  /** The engine that saved it, such as "5.4.4". */
  readonly savedBy?: string;
  /** From the asset registry. */
  readonly tags?: Readonly<Record<string, string>>;
  /** What a developer would say of it, by its class, as short indented lines. */
  readonly summary?: readonly string[];
  readonly blueprint?: BlueprintInfo;
  readonly texture?: { readonly width: number; readonly height: number; readonly format?: string };
  readonly dataTable?: {
    readonly rowStruct?: string;
    readonly rows: Readonly<Record<string, JsonValue>>;
    /** Of all pages. */
    readonly total: number;
  };
  readonly stringTable?: {
    readonly namespace?: string;
    readonly entries: Readonly<Record<string, string>>;
    readonly total: number;
  };
  /** Of the table; missing on its last page. */
  readonly nextCursor?: string;
  readonly level?: { readonly actors: number };
  /** Readable properties of the main object. */
  readonly properties?: JsonObject;
  /** References to packages that the project does not have, with similar paths: "/Game/M_Wod: no such package…". */
  readonly missingReferences?: readonly string[];
}

/** "referencers" need the asset; the asset needs its "dependencies". */
export type Direction = 'referencers' | 'dependencies';

export interface Reached extends Reference {
  /** Steps from the asset. */
  readonly depth: number;
  /** The short name, where it is known. */
  readonly class?: string;
}

export interface Reach {
  /** Without the asset itself: hard ones first, then by depth, levels first. `soft`: every chain has a soft reference. */
  readonly items: readonly Reached[];
  /** Whether references go on beyond `depth`, or beyond the limit of packages. */
  readonly deeper: boolean;
}

/** Where the path is an actor with a file of its own: its level, label, folder and class. */
export interface AskedActor {
  readonly actor?: string;
}

export interface UnusedAsset extends Pick<AssetInfo, 'path' | 'class' | 'size'> {
  /** "no referencers", or "only unused referencers": all assets that refer to it are unused. */
  readonly why: 'no referencers' | 'only unused referencers';
}

export interface UnusedAssets {
  /** Assets below the folder, used and unused. */
  readonly checked: number;
  /** Sorted by path. */
  readonly unused: readonly UnusedAsset[];
  /** What counts as used without a reference, with the number of assets of the whole project, such as { "levels": 3 }. */
  readonly roots: Readonly<Record<string, number>>;
  /** What may use an asset and was not searched. */
  readonly notSearched: readonly string[];
}

/** A member that C++ declares for Unreal. */
export interface NativeMember {
  readonly name: string;
  /** "Source/Harbour/Door.h:12". */
  readonly at: string;
  /** "bool Open(float Speed)", "float OpenAngle". */
  readonly declared: string;
  readonly specifiers?: string;
  /** The Blueprints that call the function or implement the event. */
  readonly blueprints?: readonly string[];
}

/** A class, struct, enum or interface that the C++ of the project declares. */
export interface NativeClassInfo extends Pick<AssetInfo, 'path' | 'name' | 'class'>, WithNotes {
  readonly at: string;
  readonly module: string;
  /** As in C++: "class ADoor : AActor". */
  readonly declared: string;
  readonly specifiers?: string;
  readonly interfaces?: readonly string[];
  readonly functions: readonly NativeMember[];
  readonly properties: readonly NativeMember[];
  /** C++ classes and Blueprints that derive from it, nearest first. */
  readonly children: readonly string[];
}

/**
 * What a search looks for. "children" are the classes that derive from a class, over any number of steps; "source" are lines of
 * source files.
 */
export const SEARCH_KINDS = [
  'any',
  'calls',
  'variable',
  'tag',
  'text',
  'asset',
  'class',
  'children',
  'source',
] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

export interface SearchHit {
  /** Of the package, of a C++ class ("/Script/Harbour.Door"), or of a file of code or settings. */
  readonly path: string;
  /** The short name of the class; "C++ class" and the like for code. */
  readonly class: string;
  /** Such as "EventGraph: calls Fire (Weapon)" or "Source/Harbour/Door.h:12: void Open()". */
  readonly where: readonly string[];
  /** Places that are left out. */
  readonly more?: number;
}

export interface SearchResult {
  readonly items: readonly SearchHit[];
  readonly total: number;
  /** Other names that contain the query, where some are equal to it. */
  readonly similar?: readonly string[];
  /** Such as "214 packages: names, texts and graphs". */
  readonly searched: readonly string[];
  /** What may have the query and was not searched, with the reason. */
  readonly notSearched: readonly string[];
}

/** A pin of a graph node. */
export interface GraphPin {
  readonly name: string;
  /** As the editor shows it, where it differs from the name. */
  readonly label?: string;
  readonly direction: 'input' | 'output';
  /** "exec", "bool", "array of Actor". */
  readonly type: string;
  /** The value without a wire: a literal, or the path of an object. */
  readonly default?: string;
  /** The other ends of its wires: "K2Node_IfThenElse_3.execute". */
  readonly linkedTo?: readonly string[];
  /** The pin of the whole struct, where this is one part of it. */
  readonly partOf?: string;
  /** "hidden", "advanced" (folded away in the editor), "initial" (the default was not changed) and others. */
  readonly flags?: readonly string[];
}

/** An object of a package with the objects inside it. */
export interface ObjectNode {
  readonly class: string;
  readonly name: string;
  readonly properties: JsonObject;
  /** Of a graph node. */
  readonly pins?: readonly GraphPin[];
  readonly children: readonly ObjectNode[];
}

/** Packages of what is seen of a component. */
export interface ActorLook {
  readonly mesh?: string;
  /** By slot; null where it is not set or unknown. In a list of actors only those that the actor sets itself. */
  readonly materials?: readonly (string | null)[];
}

/** The transform is that in the level, also where the actor is attached. */
export interface ActorInfo extends Partial<Transform>, ActorLook {
  /** "/Game/Maps/Hall.Hall:PersistentLevel.Door_1". */
  readonly path: string;
  readonly name: string;
  /** Label in the outliner, where it differs from the name. */
  readonly label?: string;
  readonly class: string;
  /** In the outliner, such as "Lights/Street". */
  readonly folder?: string;
  readonly tags?: readonly string[];
  /** The path of the actor that it is attached to. */
  readonly attachedTo?: string;
  /** Of the component that it is attached to. */
  readonly socket?: string;
  /** The transform relative to `attachedTo`. */
  readonly relative?: Partial<Transform>;
  /** The level that a level instance shows. */
  readonly instanceOf?: string;
  readonly dataLayers?: readonly string[];
  readonly hlodLayer?: string;
}

export interface ActorDetail extends ActorInfo, WithNotes {
  readonly level?: string;
  readonly components: readonly ({
    readonly path?: string;
    readonly name: string;
    readonly class: string;
    /** The name of the component that it is attached to, where that is in the same actor. */
    readonly parent?: string;
    /** To its parent, without parts that are zero or one. */
    readonly relative?: Partial<Transform>;
  } & ActorLook)[];
  readonly properties: JsonObject;
}

/** The values before a write and after it, as read back. */
export interface Written<Of> {
  readonly before: Of;
  readonly after: Of;
}

export interface LogLine {
  /** ISO 8601, where the line has a time. */
  readonly at?: string;
  /** Such as "LogTemp". */
  readonly category?: string;
  /** Such as "Warning", "Error", "Display". */
  readonly verbosity?: string;
  readonly text: string;
}

export interface LogPage {
  readonly lines: readonly LogLine[];
  readonly file?: string;
  /** Of the whole log, where they are known. */
  readonly total?: { readonly lines?: number; readonly bytes?: number };
  /** Leads to older lines; missing where there are none. */
  readonly nextCursor?: string;
}

export interface Picture {
  readonly data: Uint8Array;
  /** From its bytes. */
  readonly mimeType: string;
  readonly width?: number;
  readonly height?: number;
  /** What is on it, in words. */
  readonly shows?: string;
  /** What it shows, where it differs from the request. */
  readonly note?: string;
}

export type Verbosity = 'log' | 'warning' | 'error';

export interface WithNotes {
  /** What could not be read, and why. */
  readonly notes?: readonly string[];
}

/** The parameters and result of every operation. */
export interface Operations {
  'project.describe': { params: object; result: ProjectInfo };
  'asset.list': { params: AssetFilter; result: Page<AssetInfo> & WithNotes };
  /** limit and cursor apply to the rows of a table. */
  'asset.describe': {
    /** `row`: only that row of a table. */
    params: { readonly path: string; readonly row?: string } & Paging;
    result: AssetDetail;
  };
  /** A class of C++, such as "/Script/Harbour.Door". */
  'class.describe': { params: { readonly path: string }; result: NativeClassInfo };
  /** The contents of any package as T3D text, or as objects. */
  'asset.contents': {
    params: {
      readonly path: string;
      readonly format: 't3d' | 'json';
      /** Only this object with those inside it: its name, or the end of its path ("EventGraph.K2Node_Event_0"). */
      readonly object?: string;
    };
    result: ({ readonly text: string } | { readonly objects: readonly ObjectNode[] }) & WithNotes;
  };
  'asset.references': {
    params: { readonly path: string };
    /** Other packages of content, without native classes. */
    result: {
      readonly references: readonly Reference[];
      readonly referencers: readonly Reference[];
    } & AskedActor &
      WithNotes;
  };
  /** What an asset reaches over references in one direction, in up to `depth` steps. */
  'asset.reach': {
    params: { readonly path: string; readonly direction: Direction; readonly depth: number };
    result: Reach & AskedActor & WithNotes;
  };
  /** The assets that no level, setting or primary asset uses, directly or over other assets. */
  'asset.unused': {
    params: {
      /** Only below this folder. */
      readonly path?: string;
      readonly class?: string;
    };
    result: UnusedAssets & WithNotes;
  };
  /** Where a function, variable, tag, text, asset or class is used and declared. Equal names only, where there are some. */
  'asset.search': {
    params: {
      readonly query: string;
      readonly kind: SearchKind;
      /** Only below this folder. */
      readonly path?: string;
      readonly offset: number;
      readonly limit: number;
    };
    result: SearchResult & WithNotes;
  };
  /** The pixels of a texture, or else the thumbnail of an asset. */
  'asset.picture': { params: { readonly path: string }; result: Picture };
  'level.list': {
    params: object;
    result: readonly { readonly path: string; readonly name: string; readonly open: boolean }[];
  };
  'level.open': { params: { readonly path: string }; result: Written<string | null> };
  'actor.list': {
    params: Paging & {
      /** The package of a level; the open one unless given. */
      readonly level?: string;
      readonly class?: string;
      readonly query?: string;
    };
    result: Page<ActorInfo> & WithNotes;
  };
  'actor.get': { params: { readonly path: string }; result: ActorDetail };
  'actor.spawn': {
    params: { readonly class: string; readonly name?: string } & Partial<Transform>;
    result: ActorInfo;
  };
  'actor.destroy': { params: { readonly path: string }; result: { readonly destroyed: ActorInfo } };
  /** `by` is relative to the current transform: locations and rotations are added, scales multiply. */
  'actor.transform': {
    params: { readonly path: string; readonly by?: Partial<Transform> } & Partial<Transform>;
    result: Written<Transform>;
  };
  /** One property of an object, or all readable ones. */
  'property.read': {
    params: { readonly object: string; readonly property?: string };
    result: { readonly value: JsonValue; readonly type?: string } & WithNotes;
  };
  'property.write': {
    params: { readonly object: string; readonly property: string; readonly value: JsonValue };
    result: Written<JsonValue>;
  };
  'function.call': {
    params: { readonly object: string; readonly function: string; readonly arguments: JsonObject };
    /** The return value and every out-parameter, by name. */
    result: { readonly result: JsonObject };
  };
  'selection.get': { params: object; result: readonly ActorInfo[] };
  'selection.set': { params: { readonly paths: readonly string[] }; result: Written<readonly string[]> };
  /** The newest lines, or those before a cursor; oldest first. */
  'log.tail': {
    params: LogFilter & { readonly lines: number; readonly cursor?: string };
    result: LogPage & WithNotes;
  };
  'log.write': {
    params: { readonly message: string; readonly verbosity: Verbosity };
    result: { readonly line: string };
  };
  'console.run': {
    params: { readonly command: string };
    result: {
      /** Log lines that were written meanwhile. */
      readonly output: readonly string[];
      /** Why the output is unknown. */
      readonly note?: string;
    };
  };
  'python.run': {
    params: { readonly code: string; readonly mode: 'file' | 'statement' | 'evaluate' };
    result: {
      readonly result: string;
      readonly output: readonly { readonly type: string; readonly text: string }[];
    };
  };
  /** What a write would find and leave. Validates the write and changes nothing. */
  'write.plan': { params: WriteCall; result: WritePlan };
  'screenshot.take': {
    params: {
      readonly width?: number;
      readonly height?: number;
      /** The path of an actor that fills the picture. */
      readonly focus?: string;
    };
    result: Picture;
  };
}

export type OperationName = keyof Operations;
export type ParamsOf<Name extends OperationName> = Operations[Name]['params'];
export type ResultOf<Name extends OperationName> = Operations[Name]['result'];
