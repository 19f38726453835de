import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { visibleText } from '../../text/visible-text.js';
import { Clock } from '../../universe/clock/clock.js';
import { PAGE_CLOCK } from '../frame/follow.js';
import { Frame, Waiting } from '../frame/frame.js';
import { localeOf } from '../frame/host-style.js';
import type { Host } from '../link/open-link.js';
import { dataOf, subjectOf } from '../link/tool-data.js';
import { BodyFacts } from './body-facts.js';
import { BodyList } from './body-list.js';
import { MarkList } from './mark-list.js';
import { openUniverseData, type UniverseData } from './universe-data.js';
import { marksOf } from './universe-model.js';
import { UniversePicture } from './universe-picture.js';

/** J2000.0, from which a universe counts its seconds. */
const EPOCH_MS = Date.UTC(2000, 0, 1, 12);

/** A universe beside the result of get_universe_state or send_universe_command. */
export function UniverseApp({ host }: { readonly host: Host }) {
  const universeId = useComputed(() => {
    const { given, complete } = host.input.value ?? {};
    if (complete === true && typeof given?.universeId === 'string') return given.universeId;
    return host.result.value && subjectOf(host.result.value);
  });
  const id = universeId.value;
  const data = useMemo(
    () => (id === undefined ? undefined : openUniverseData(host.link, id, PAGE_CLOCK)),
    [host, id],
  );
  useEffect(() => () => data?.following.stop(), [data]);
  const result = host.result.value;
  // A command has changed the universe when its result is there.
  useEffect(() => data?.following.now(), [data, result]);
  if (id === undefined || data === undefined || data.version.value === 0)
    return (
      <Frame host={host} title={id ?? 'Universe'} following={data?.following}>
        <Waiting host={host} what="the universe" />
      </Frame>
    );
  return <Universe host={host} id={id} data={data} />;
}

function Universe({ host, id, data }: { host: Host; id: string; data: UniverseData }) {
  const selected = useSignal<string | undefined>(undefined);
  const { model, version, marks, by, following } = data;
  const clock = useMemo(() => new Clock(), []);
  useEffect(() => clock.follow(model.time), [clock, model.time]);
  useEffect(() => () => clock.pause(), [clock]);
  const result = host.result.value;
  const named = useMemo(() => marksOf((result && dataOf(result)) ?? {}), [result]);
  const shown = marks.value.length > 0 ? marks.value : named;
  // The first thing that the result is about is what a person looks for.
  const subject =
    selected.value ?? shown.find(({ in: kind, op }) => kind === 'stars' && op !== 'removed')?.id;
  const chosen = subject === undefined ? undefined : model.body(subject);
  const count =
    model.entities.size < model.total ? `${model.entities.size} of ${model.total}` : `${model.total}`;
  const locale = localeOf(host.context.value);
  return (
    <Frame
      host={host}
      title={id}
      facts={`revision ${model.revision} · ${count} entities`}
      following={following}
      controls={
        <>
          <time class="frame-state" data-testid="app-date">
            {dateText(clock.time.value, locale)}
          </time>
          <button
            type="button"
            data-testid="app-play"
            aria-pressed={clock.playing.value}
            onClick={() => (clock.playing.value ? clock.pause() : clock.play())}
          >
            {clock.playing.value ? 'Pause' : 'Play'}
          </button>
        </>
      }
      side={
        <>
          <MarkList
            marks={shown}
            title={
              marks.value.length > 0
                ? `Changed${by.value ? ` by ${visibleText(by.value, 60)}` : ''}`
                : 'Result'
            }
            onSelect={mark => {
              selected.value = mark.id;
            }}
          />
          {chosen !== undefined && <BodyFacts body={chosen} locale={locale} host={host} />}
          <BodyList
            model={model}
            selected={subject}
            onSelect={body => {
              selected.value = body;
            }}
          />
        </>
      }
    >
      <UniversePicture
        model={model}
        version={version.value}
        time={clock.time.value}
        selected={subject}
        marks={shown}
        onSelect={body => {
          selected.value = body;
        }}
      />
    </Frame>
  );
}

function dateText(seconds: number, locale: string | undefined): string {
  const at = EPOCH_MS + seconds * 1_000;
  if (Math.abs(at) > 8.64e15) return `${(seconds / 31_557_600).toExponential(3)} years`;
  return new Date(at).toLocaleDateString(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}
