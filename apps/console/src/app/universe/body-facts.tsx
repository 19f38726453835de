import { Untrusted } from '../../text/untrusted.js';
import type { Host } from '../link/open-link.js';
import { type Entity, numberOf, textOf } from './universe-model.js';

const NUMBERS = [
  ['Mass', 'mass', 'kg'],
  ['Radius', 'radius', 'km'],
  ['Distance', 'orbitalDistance', 'km'],
  ['Eccentricity', 'eccentricity', ''],
] as const;

interface BodyFactsProps {
  readonly body: Entity;
  readonly locale: string | undefined;
  readonly host: Host;
}

/** The selected body in numbers. */
export function BodyFacts({ body, locale, host }: BodyFactsProps) {
  const name = textOf(body, 'name') ?? body.id;
  const form = new Intl.NumberFormat(locale, { maximumSignificantDigits: 5, notation: 'scientific' });
  const plain = new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 });
  const speed = numberOf(body.orbitalSpeed);
  const facts: (readonly [string, string])[] = NUMBERS.flatMap(([label, field, unit]) => {
    const value = numberOf(body[field]);
    if (value === undefined || value === 0) return [];
    return [[label, `${value >= 1e9 ? form.format(value) : plain.format(value)} ${unit}`] as const];
  });
  if (speed !== undefined && speed !== 0)
    facts.push(['Period', `${plain.format(Math.abs((2 * Math.PI) / speed) / 86_400)} days`]);
  return (
    <>
      <h2 data-testid="app-selected">
        <Untrusted text={name} max={80} />
      </h2>
      <dl>
        <dt>Id</dt>
        <dd>
          <Untrusted text={body.id} max={80} />
        </dd>
        {textOf(body, 'bodyType') !== undefined && (
          <>
            <dt>Type</dt>
            <dd>
              <Untrusted text={textOf(body, 'bodyType')!} max={40} />
            </dd>
          </>
        )}
        {facts.map(([label, value]) => (
          <>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      {host.link.can('message') && (
        <p>
          <button
            type="button"
            data-testid="app-ask"
            onClick={() => void host.link.say(`Tell me about "${name}" (id ${body.id}).`).catch(() => {})}
          >
            Ask about it
          </button>
        </p>
      )}
    </>
  );
}
