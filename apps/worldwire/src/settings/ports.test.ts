import { describe, expect, it } from 'vitest';
import { knownWorld } from '../worlds/world-list.js';
import { readMainPort, readPorts, readWirePort } from './ports.js';

function read(given: readonly string[], worlds: readonly string[]) {
  return Object.fromEntries(readPorts(given, worlds.map(knownWorld)));
}

describe('ports', () => {
  it('are each world’s own unless given', () => {
    expect(read([], ['lighthouse', 'conformance'])).toEqual({ lighthouse: 3000, conformance: 3999 });
  });

  it('may be given for the one world, by name, or as 0 for all', () => {
    expect(read(['8080'], ['lighthouse'])).toEqual({ lighthouse: 8080 });
    expect(read(['lighthouse=8080'], ['lighthouse', 'conformance'])).toEqual({
      lighthouse: 8080,
      conformance: 3999,
    });
    expect(read(['0'], ['lighthouse', 'conformance'])).toEqual({ lighthouse: 0, conformance: 0 });
  });

  it('after --port N are those of several worlds, in their order and without the ports that are named', () => {
    const worlds = ['lighthouse', 'universe', 'conformance'];
    expect(read(['4000'], worlds)).toEqual({ lighthouse: 4001, universe: 4002, conformance: 4003 });
    expect(read(['4000', 'universe=9090'], worlds)).toEqual({
      lighthouse: 4001,
      universe: 9090,
      conformance: 4002,
    });
    expect(read(['conformance=4001', '4000', 'main=4002'], worlds)).toEqual({
      lighthouse: 4003,
      universe: 4004,
      conformance: 4001,
    });
  });

  it('by name win over those for all, in any order', () => {
    expect(read(['lighthouse=1', '0'], ['lighthouse', 'conformance'])).toEqual({
      lighthouse: 1,
      conformance: 0,
    });
  });

  it.each([
    ['frames', 6400],
    ['engine', 6401],
  ] as const)('of %s is %i, the one that is named, or a free one like all others', (wire, own) => {
    expect(readWirePort([], wire)).toEqual({ port: own, named: false });
    expect(readWirePort(['8080'], wire)).toEqual({ port: own, named: false });
    expect(readWirePort(['0'], wire)).toEqual({ port: 0, named: false });
    expect(readWirePort(['0', `${wire}=6402`], wire)).toEqual({ port: 6402, named: true });
    expect(() => readWirePort([`${wire}=x`], wire)).toThrow('a number from 0 to 65535');
    expect(read([`${wire}=6402`], ['lighthouse', 'conformance'])).toEqual({
      lighthouse: 3000,
      conformance: 3999,
    });
  });

  it.each([
    [[], ['conformance'], { port: 3000, named: false, world: undefined }],
    [[], ['lighthouse'], { port: 3000, named: false, world: 'lighthouse' }],
    [[], ['conformance', 'lighthouse'], { port: 3000, named: false, world: 'lighthouse' }],
    [['8080'], ['conformance'], { port: 8080, named: true, world: 'conformance' }],
    [['8080', 'conformance=9090'], ['conformance'], { port: 8080, named: true, world: undefined }],
    [['8080'], ['conformance', 'lighthouse'], { port: 8080, named: true, world: undefined }],
    [['8080', 'main=9090'], ['conformance', 'lighthouse'], { port: 9090, named: true, world: undefined }],
    [['0'], ['conformance'], { port: 0, named: true, world: 'conformance' }],
    [['0'], ['conformance', 'lighthouse'], { port: 0, named: false, world: undefined }],
    [['conformance=0'], ['conformance'], { port: 0, named: false, world: 'conformance' }],
    [['conformance=0'], ['conformance', 'universe'], { port: 3000, named: false, world: undefined }],
    [['main=8080'], ['conformance'], { port: 8080, named: true, world: undefined }],
    [['main=3999'], ['conformance', 'universe'], { port: 3999, named: true, world: 'conformance' }],
    [['0', 'main=8080'], ['conformance'], { port: 8080, named: true, world: undefined }],
    [['main=0'], ['conformance', 'universe'], { port: 0, named: true, world: undefined }],
  ] as const)('of the console with %j for %j is %j', (given, worlds, expected) => {
    const ports = readPorts(given, worlds.map(knownWorld));
    const selected = worlds.map(name => ({ name, port: ports.get(name) as number }));
    expect(readMainPort(given, selected)).toEqual(expected);
  });

  it.each([
    [['65534'], '--port 65534: the ports after it are those of the worlds, and end at 65535.'],
    [['light=1'], '"light" is not served here. Did you mean lighthouse?'],
    [['65536'], 'a number from 0 to 65535'],
    [['-1'], 'a number from 0 to 65535'],
    [['lighthouse=x'], 'a number from 0 to 65535'],
  ])('such as %j are refused', (given, says) => {
    expect(() => read(given, ['lighthouse', 'conformance'])).toThrow(says);
  });
});
