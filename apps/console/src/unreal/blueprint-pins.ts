import { textOf } from './blueprint-titles.js';
import { type PinKind, pinKind } from './pin-kinds.js';

export interface BlueprintPin {
  readonly name: string;
  /** As the editor shows it. */
  readonly label: string;
  readonly isOutput: boolean;
  /** Empty if it is unknown. */
  readonly type: string;
  readonly kind: PinKind;
  readonly value?: string;
  /** Whether the node shows it only with a wire. */
  readonly isFolded: boolean;
  readonly links: readonly PinLink[];
}

/** The other end of a wire. The name or the id of its pin, where the source has one. */
export interface PinLink {
  readonly node: string;
  readonly pin?: string;
}

export interface ReadPin extends BlueprintPin {
  readonly id?: string;
}

const MAX_PINS = 500;
const MAX_LINKS = 500;

/** The pins of a node: as the world describes them, or in the export of an editor. */
export function pinsOf(pins: unknown, properties: Readonly<Record<string, unknown>>): readonly ReadPin[] {
  if (Array.isArray(pins)) return pins.slice(0, MAX_PINS).flatMap(pin => records(pin).map(worldPin));
  const exported = properties.Pins ?? customPins(properties.CustomProperties);
  if (!Array.isArray(exported)) return [];
  return exported.slice(0, MAX_PINS).flatMap(pin => records(pin).map(exportedPin));
}

type Values = Readonly<Record<string, unknown>>;

function records(value: unknown): readonly Values[] {
  return value !== null && typeof value === 'object' ? [value as Values] : [];
}

function worldPin({ name, label, direction, type, default: value, linkedTo, flags }: Values): ReadPin {
  const has = (flag: string) => Array.isArray(flags) && flags.includes(flag);
  return pin({
    name: textOf(name) ?? '',
    label: textOf(label),
    isOutput: direction === 'output',
    type: textOf(type) ?? '',
    value: textOf(value),
    isFolded: has('hidden') || (has('advanced') && (has('initial') || value === undefined)),
    links: (Array.isArray(linkedTo) ? linkedTo : []).slice(0, MAX_LINKS).flatMap((link: unknown) => {
      const [, node, far] = /^([^.]+)\.(.*)$/s.exec(textOf(link) ?? '') ?? [];
      return node === undefined ? [] : [{ node, pin: far ?? '' }];
    }),
  });
}

/** A pin in the export of an editor: `CustomProperties Pin (…)`. */
function exportedPin(from: Values): ReadPin {
  const category = textOf(from['PinType.PinCategory']) ?? '';
  const object = textOf(from['PinType.PinSubCategoryObject']) ?? 'None';
  const type = object === 'None' ? category : lastName(object) || category;
  const id = textOf(from.PinId);
  return {
    ...pin({
      name: textOf(from.PinName) ?? '',
      label: textOf(from.PinFriendlyName),
      isOutput: from.Direction === 'EGPD_Output',
      type: /class$/.test(category) ? `class of ${type}` : type,
      value: textOf(from.DefaultValue),
      isFolded: /^true$/i.test(textOf(from.bHidden) ?? ''),
      links: exportedLinks(from.LinkedTo).slice(0, MAX_LINKS),
    }),
    ...(id !== undefined && { id }),
  };
}

interface Parts extends Omit<BlueprintPin, 'kind' | 'label' | 'value'> {
  readonly label: string | undefined;
  readonly value: string | undefined;
}

function pin({ value, label, ...others }: Parts): BlueprintPin {
  return {
    ...others,
    label: label ?? others.name,
    kind: others.type === '' ? kindByName(others.name) : pinKind(others.type),
    ...(value !== undefined && value !== '' && { value }),
  };
}

/** Of a path, which may be in quotes. */
function lastName(path: string): string {
  let end = path.length;
  while (path[end - 1] === "'" || path[end - 1] === '"') end--;
  let start = end;
  while (start > 0 && !`./:'"`.includes(path[start - 1]!)) start--;
  return path.slice(start, end);
}

function kindByName(name: string): PinKind {
  return /^(?:then|else|execute|completed|loopbody)$/i.test(name) ? 'exec' : 'any';
}

function customPins(value: unknown): unknown {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((each: unknown) => (each as { Pin?: unknown } | null)?.Pin ?? []);
}

/** `(K2Node_Event_0 0A1B,…)` as a text, or as a list of texts. */
function exportedLinks(value: unknown): readonly PinLink[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return texts
    .flatMap(text => (typeof text === 'string' ? text.split(/[(),]+/) : []))
    .flatMap(text => {
      const [node = '', id] = text.trim().split(/\s+/);
      return node === '' ? [] : [{ node, ...(id !== undefined && { pin: id }) }];
    });
}
