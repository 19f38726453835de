import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UniverseState } from '../../domain/model/state.js';
import { solarSystem } from '../../sol/solar-system.js';
import { body, universeOf } from '../../testing/small-sky.js';
import { elementsOf } from '../../testing/well-formed.js';
import { overlap } from './labels.js';
import { mapSvg } from './map-svg.js';
import { textWidth } from './text.js';

const sol = solarSystem();

describe('the map of the solar system', () => {
  const svg = mapSvg(sol, { title: 'Sol' });

  it('names every body, belt and nebula', () => {
    const named = [sol.stars, sol.smallBodyFields, sol.protoplanetaryDisks, sol.nebulae];
    const names = named.flatMap(kind => Object.values(kind)).map(one => String(one.name));
    expect(names.filter(name => !svg.includes(`>${name}<`))).toEqual([]);
    expect(svg).toContain('Milky Way › Local neighbourhood');
  });

  it('has no two texts over each other', () => {
    const boxes = textsOf(svg);
    expect(boxes.length).toBeGreaterThan(40);
    for (const [i, one] of boxes.entries()) {
      for (const other of boxes.slice(i + 1)) {
        expect(overlap(one, other), `${one.text} and ${other.text}`).toBe(false);
      }
    }
  });

  it('draws the outline of a text behind its letters, which stay light', () => {
    const outlined = svg.match(/<text [^>]*stroke=[^>]*>/g) ?? [];
    expect(outlined.length).toBeGreaterThan(40);
    expect(outlined.filter(text => !text.includes(' paint-order="stroke"'))).toEqual([]);
  });

  it('is well-formed, 1200 by 800, and refers to nothing outside', () => {
    expect(elementsOf(svg)[0]).toContain('width="1200" height="800"');
    expect(svg).not.toMatch(/href|@import|url\((?!#)|<script|<style|<image/);
  });

  it('is the same every time, and another at another time', () => {
    expect(mapSvg(solarSystem(), { title: 'Sol' })).toBe(svg);
    expect(mapSvg(sol, { title: 'Sol', t: 1e7 })).not.toBe(svg);
  });

  it('shows one planet and its moons when asked to', () => {
    const saturn = mapSvg(sol, { focus: 'saturn' });
    expect(saturn).toContain('>Titan<');
    expect(saturn).not.toContain('>Earth<');
  });

  it.each([
    [600, 400],
    [400, 1200],
    [4000, 1000],
    [Number.NaN, -5],
    [1e9, 1],
  ])('is well-formed at %d by %d', (width, height) => {
    elementsOf(mapSvg(sol, { width, height }));
  });
});

describe('the map of any universe', () => {
  it('has a note for an empty universe', () => {
    const svg = mapSvg(universeOf());
    elementsOf(svg);
    expect(svg).toContain('This universe is empty.');
  });

  it('escapes whatever names, colours and titles it is given', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '</text><script>',
        '"><a href="x">',
        ']]>',
        '&bogus;',
        '<!--',
        '\u0000\uffff',
        "' onload='x",
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, hostile, (name, color, id) => {
        const state = universeOf(
          body('s', null, { name, color }),
          body('p', 's', { name, color, orbitalDistance: 9 }),
        );
        const extra = {
          [id]: { id, name, hostStarId: 's', innerRadius: 5, outerRadius: 9, baseColor: color },
        };
        const group = { id, name, parentGroupId: null, children: [{ id: 's', type: 'system' as const }] };
        const all = {
          smallBodyFields: extra,
          nebulae: extra,
          protoplanetaryDisks: extra,
          groups: { [id]: group },
        };
        const svg = mapSvg({ ...state, ...all }, { title: name });
        const kinds = new Set(elementsOf(svg).map(element => element.split(' ')[0]!));
        for (const kind of ['script', 'a', 'image', 'use', 'style']) expect(kinds.has(kind)).toBe(false);
        expect(svg).not.toMatch(/onload="/);
      }),
    );
  });

  it('has only finite numbers, whatever the bodies have', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0, -0, 1e30, 1e308, -1e308, 5e-324),
    );
    const bodies = fc.record({
      radius: number,
      orbitalDistance: number,
      orbitalSpeed: number,
      orbitalPhase: number,
      eccentricity: fc.constantFrom(0, 0.5, 0.999999),
      orbitOffsetX: number,
      orbitOffsetZ: number,
      orbitRotX: number,
    });
    fc.assert(
      fc.property(bodies, bodies, number, fc.double(), (one, other, size, odd) => {
        const dust = {
          id: 'd',
          hostStarId: 's',
          innerRadius: size,
          outerRadius: odd,
          opacity: odd,
          seed: odd,
        };
        const state: UniverseState = {
          ...universeOf(
            body('s', null, one),
            body('p', 's', one),
            body('q', 's', other),
            body('m', 'p', other),
          ),
          belts: { d: dust },
          nebulae: { d: { id: 'd', radius: odd, position: { x: odd, z: size } } },
        };
        const svg = mapSvg(state, { t: size });
        elementsOf(svg);
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      }),
      { numRuns: 300 },
    );
  });

  it('draws several systems with their groups', () => {
    const children = [{ id: 'r3', type: 'system' as const }];
    const state = {
      ...universeOf(...Array.from({ length: 12 }, (_, i) => body(`r${i}`))),
      groups: {
        g: { id: 'g', name: 'Orion arm', parentGroupId: null, children },
        e: { id: 'e', name: 'Void', parentGroupId: null, children: [] },
      },
    };
    const svg = mapSvg(state);
    for (const text of ['>r0<', '>r11<', '>Orion arm<', '12 systems', 'groups: Void'])
      expect(svg).toContain(text);
  });

  it('stays small with 100,000 bodies', () => {
    const many = Array.from({ length: 99_999 }, (_, i) =>
      body(`b${i}`, 'sun', {
        radius: 1 + (i % 997),
        orbitalDistance: 1e6 + 1000 * i,
        orbitalPhase: i,
        orbitRotX: 0.1,
      }),
    );
    const svg = mapSvg(universeOf(body('sun'), ...many));
    expect(svg.length).toBeLessThan(500_000);
    expect(svg).toContain('… and 99,400 more bodies');
  });

  it('stays small with 100,000 roots and with a chain of 100,000', () => {
    const roots = Array.from({ length: 100_000 }, (_, i) => body(`b${i}`));
    const chain = roots.map((_, i) => body(`b${i}`, i === 0 ? null : `b${i - 1}`, { orbitalDistance: 1 }));
    for (const bodies of [roots, chain]) expect(mapSvg(universeOf(...bodies)).length).toBeLessThan(200_000);
    expect(mapSvg(universeOf(...chain), { focus: 'b1' })).toContain('99,999 bodies');
  });
});

function textsOf(svg: string) {
  const texts = svg.matchAll(
    /<text x="([^"]+)" y="([^"]+)" font-size="([^"]+)"(?: text-anchor="(\w+)")?[^>]*>([^<]*)</g,
  );
  return [...texts].map(([, x, y, size, anchor, text]) => {
    const width = textWidth(text!, Number(size)) - 1;
    const left = Number(x) - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0);
    return { text, left, right: left + width, top: Number(y) - Number(size) * 0.75, bottom: Number(y) };
  });
}
