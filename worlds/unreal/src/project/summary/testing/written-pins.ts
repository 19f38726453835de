import type { ByteWriter, WrittenExport } from '@worldwire/uasset/testing';

/** Versions in which nodes have pins behind their properties. */
export const WITH_PINS = {
  ue4: 516,
  customVersions: { B0D832E41F894F0DACCF7EB736FD4AA2: 10, CFFC743F43B04480939114DF171D2073: 37 },
} as const;

export interface WrittenPin {
  readonly name: string;
  readonly direction: 'input' | 'output';
  readonly type?: string;
  readonly default?: string;
  /** The place of the other node in the list from 0, and the name of its pin. */
  readonly to?: readonly [node: number, pin: string];
}

const NO_GUID = '0'.repeat(32);

/** The pins of the node at a place in the list of objects from 0. */
export function pins(node: number, ...written: readonly WrittenPin[]): NonNullable<WrittenExport['tail']> {
  return writer => {
    writer.i32(written.length);
    for (const pin of written) writePin(writer, node, pin);
  };
}

function writePin(writer: ByteWriter, node: number, pin: WrittenPin): void {
  const id = idOf(node, pin.name);
  writer
    .i32(0, node + 1)
    .guid(id)
    .i32(node + 1)
    .guid(id)
    .name(pin.name);
  writer
    .i32(0)
    .u8(0xff)
    .text('')
    .u8(pin.direction === 'input' ? 0 : 1);
  writer
    .name(pin.type ?? 'bool')
    .name('None')
    .i32(0)
    .u8(0)
    .i32(0, 0, 0)
    .name('None')
    .guid(NO_GUID)
    .i32(0);
  writer
    .text(pin.default ?? '')
    .text('')
    .i32(0)
    .i32(0)
    .u8(0xff);
  writer.i32(pin.to === undefined ? 0 : 1);
  if (pin.to !== undefined) writer.i32(0, pin.to[0] + 1).guid(idOf(...pin.to));
  writer.i32(0, 1, 1).guid(NO_GUID).i32(0);
}

function idOf(node: number, pin: string): string {
  const text = `${node}:${pin}`;
  const digits = [...text].map(character => character.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return digits.toUpperCase().padEnd(32, '0').slice(0, 32);
}
