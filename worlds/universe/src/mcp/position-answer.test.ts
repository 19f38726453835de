import { describe, expect, it } from 'vitest';
import { finish, Universe } from '../domain/index.js';
import { secondsOf } from '../queries/instant.js';
import { solarSystem } from '../sol/solar-system.js';
import { committedState } from '../testing/committed-state.js';
import { type PositionRequest, positionAnswer } from './position-answer.js';

const AU = 149_597_870.7;
const DEGREE = Math.PI / 180;
const sol = committedState(Universe.from(solarSystem()));

interface Answer {
  readonly t: number;
  readonly date: string;
  readonly from?: string;
  readonly total: number;
  readonly bodies: readonly {
    readonly id: string;
    readonly x: number;
    readonly y: number;
    readonly z: number;
    readonly distance: number;
    readonly angularDiameter?: number;
  }[];
}

function ask(request: PositionRequest & { readonly at?: string }, committed = sol): Answer {
  const t = request.at === undefined ? request.t : secondsOf(request.at);
  return finish(positionAnswer(committed, { ...request, t }, { answerBytes: 65_536 })) as Answer;
}

const [deg, seen] = [
  (radians: number) => radians / DEGREE,
  (at: string, from: string, body: string) =>
    ask({ at, positionsOf: [body], from }).bodies[0] as Answer['bodies'][0],
];

describe('a position in the solar system', () => {
  // Published distances of real events. The orbits are mean Kepler orbits, so they agree to about one percent.
  it.each([
    ['Mars nearest to Earth in 60,000 years', '2003-08-27T10:00:00', 'Earth', 'Mars', 0.3727],
    ['Mars at the opposition of 2018', '2018-07-31', 'Earth', 'Mars', 0.385],
    ['Earth at its perihelion', '2020-01-05T08:00:00', 'Sun', 'Earth', 0.98324],
    ['Earth at its aphelion', '2019-07-04T22:00:00', 'Sun', 'Earth', 1.01675],
    ['Venus at its transit of 2012', '2012-06-06T01:30:00', 'Earth', 'Venus', 0.2887],
    ['Pluto at the visit of New Horizons', '2015-07-14T12:00:00', 'Sun', 'Pluto', 32.9],
  ])('agrees with the published distance: %s', (_event, at, from, body, distance) => {
    expect(Math.abs(seen(at, from, body).distance / AU / distance - 1)).toBeLessThan(0.012);
  });

  it('agrees with the conjunction of Jupiter and Saturn in 2020, a tenth of a degree apart', () => {
    const [jupiter, saturn] = ['Jupiter', 'Saturn'].map(body => seen('2020-12-21T18:00:00', 'Earth', body));
    const { x, y, z, distance } = jupiter as Answer['bodies'][0];
    const other = saturn as Answer['bodies'][0];
    const cosine = (x * other.x + y * other.y + z * other.z) / (distance * other.distance);
    expect(deg(Math.acos(cosine))).toBeLessThan(1);
  });

  it('has the axes that it names: x to the equinox, -z 90 degrees east of it', () => {
    // At the equinox of March the Sun is seen in the direction of +x, three months later in that of -z.
    const march = seen('2000-03-20T08:00:00', 'Earth', 'Sun');
    expect(march.x / march.distance).toBeGreaterThan(0.999);
    const june = seen('2000-06-21T02:00:00', 'Earth', 'Sun');
    expect(-june.z / june.distance).toBeGreaterThan(0.999);
    expect(Math.abs(june.y / june.distance)).toBeLessThan(0.001);
  });

  it('has the size that the Sun and the Moon have in the sky: half a degree', () => {
    for (const body of ['Sun', 'Moon']) {
      expect(deg(seen('2030-01-01', 'Earth', body).angularDiameter as number)).toBeCloseTo(0.53, 1);
    }
  });

  it('is that of the time of the universe without a time, from the origin without a body', () => {
    const { t, date, from, bodies } = ask({ positionsOf: ['Sun', 'earth'] });
    expect([t, date, from]).toEqual([0, '2000-01-01T12:00:00 TDB', undefined]);
    expect(bodies.map(({ id }) => id)).toEqual(['sun', 'earth']);
    expect(bodies[0]).toEqual({ id: 'sun', name: 'Sun', x: 0, y: 0, z: 0 });
  });
});

describe('positions of many bodies', () => {
  it('can be those that match, nearest first', () => {
    const { bodies, total } = ask({
      at: '2030-01-01',
      where: { type: 'planet' },
      from: 'Earth',
      sort: 'distance',
    });
    expect(bodies.map(({ id }) => id).slice(0, 4)).toEqual(['earth', 'venus', 'mercury', 'mars']);
    expect([bodies.length, total]).toEqual([9, 9]);
  });

  it('have no angular size in the units of a scene, whose lengths have no unit', () => {
    const scene = Universe.from({
      units: 'scene',
      stars: { a: {}, b: { parentId: 'a', orbitalDistance: 9 } },
    });
    const [body] = ask({ positionsOf: ['b'], from: 'a' }, committedState(scene)).bodies;
    expect(body).toMatchObject({ distance: 9 });
    expect(body).not.toHaveProperty('angularDiameter');
  });

  it.each([
    [{ sort: 'distance' }, /from/],
    [{ where: { parent: 'Sunn' } }, /"Sun"|"sun"/],
    [{ positionsOf: ['Erth'] }, /"Earth"|"earth"/],
    [{ from: 'Marz', positionsOf: ['sun'] }, /"Mars"|"mars"/],
    [{ sort: 'distnce', from: 'sun' }, /"distance"/],
  ] as const)('are refused with the next step: %j', (request, hint) => {
    expect(() => ask(request)).toThrow(expect.objectContaining({ hint: expect.stringMatching(hint) }));
  });
});
