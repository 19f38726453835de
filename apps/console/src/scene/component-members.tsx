import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Failure } from '../explorer/failure.js';
import { allowedValues, type FailureText, failureText } from '../explorer/failure-text.js';
import { MemberEditor } from '../explorer/member-editor.js';
import { shortType } from '../explorer/member-value.js';
import { pollVisible } from '../explorer/poll.js';
import type { Written } from '../explorer/written.js';
import { Untrusted } from '../text/untrusted.js';
import type { MemberCard, MemberValue, Page } from './cards.js';
import type { SceneStore } from './scene-store.js';

const MAX_MEMBERS = 60;
/** A browser has six connections to a host. */
const CALLS = 2;
const LIVE_MS = 1_000;
/** References of every component, which its object shows already. */
const COMMON: ReadonlySet<string> = new Set(['gameObject', 'transform', 'tag', 'name']);

interface Props {
  readonly store: SceneStore;
  readonly objectId: string;
  readonly type: string;
  readonly closed: string | undefined;
  readonly onWritten: (written: Written) => void;
}

/** The members of a component with their values, which are read again every second while they are shown. */
export function ComponentMembers({ store, objectId, type, closed, onWritten }: Props) {
  const members = useSignal<readonly MemberCard[]>([]);
  const total = useSignal(0);
  const values = useSignal<ReadonlyMap<string, MemberValue>>(new Map());
  const failure = useSignal<unknown>(undefined);
  const failed = useSignal<{ readonly name: string; readonly text: FailureText } | undefined>(undefined);
  const busy = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let ended = false;
    members.value = [];
    const stop = pollVisible(async () => {
      if (members.peek().length === 0) await readMembers();
      const left = members.peek().filter(({ CanRead, Name }) => CanRead && Name !== busy.peek());
      const work = async () => {
        for (let member = left.shift(); member !== undefined && !ended; member = left.shift()) {
          const { Name } = member;
          const value = await read(Name).catch(() => undefined);
          if (value !== undefined && !ended && !isSame(values.peek().get(Name), value))
            values.value = new Map(values.peek()).set(Name, value);
        }
      };
      await Promise.all(Array.from({ length: CALLS }, work));
      return LIVE_MS;
    });
    return () => {
      ended = true;
      stop();
    };

    async function readMembers(): Promise<void> {
      try {
        const args = { objectId, componentType: type, limit: MAX_MEMBERS };
        const page = await store.call<Page<MemberCard>>('ListComponentMembers', args);
        members.value = page.Items.filter(({ Name }) => !COMMON.has(Name));
        total.value = page.Total;
        failure.value = undefined;
      } catch (thrown) {
        failure.value = thrown;
        throw thrown;
      }
    }
  }, [objectId, type]);

  return (
    <>
      <Failure thrown={failure.value} />
      <dl class="explorer-members">
        {members.value.map(({ Name, Type, CanWrite }) => {
          const value = values.value.get(Name);
          const problem = failed.value?.name === Name ? failed.value.text : undefined;
          return (
            <div key={Name} class="explorer-member" data-testid={`member-${shortType(type)}.${Name}`}>
              <dt title={Type}>
                <Untrusted text={Name} max={40} />
              </dt>
              <dd data-busy={busy.value === Name ? '' : undefined}>
                {value === undefined ? (
                  <span class="ui-muted">…</span>
                ) : (
                  <MemberEditor
                    label={`${shortType(type)} ${Name}`}
                    type={Type}
                    text={value.valueText}
                    json={value.valueJson}
                    isFixed={!CanWrite}
                    closed={closed}
                    options={problem === undefined ? [] : allowedValues(problem)}
                    onSet={next => void set(Name, next)}
                  />
                )}
                {problem !== undefined && (
                  <p class="explorer-member-problem" role="alert">
                    <Untrusted text={`${problem.message} ${problem.hint ?? ''}`} max={400} />
                  </p>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {total.value > MAX_MEMBERS && (
        <p class="explorer-note">
          The first {MAX_MEMBERS} of {total.value} members.
        </p>
      )}
    </>
  );

  function read(name: string): Promise<MemberValue> {
    return store.call<MemberValue>('ReadComponentMember', { objectId, componentType: type, name });
  }

  async function set(member: string, value: unknown): Promise<void> {
    busy.value = member;
    failed.value = undefined;
    try {
      // A text is taken as JSON.
      const jsonValue = typeof value === 'string' ? JSON.stringify(value) : value;
      const args = { objectId, componentType: type, member, jsonValue, confirm: true };
      const answer = await store.call<{ before?: MemberValue; after?: MemberValue; journalId?: number }>(
        'SetMember',
        args,
      );
      if (answer.after !== undefined) values.value = new Map(values.peek()).set(member, answer.after);
      onWritten({
        what: `${shortType(type)}.${member}`,
        before: answer.before?.valueText ?? '',
        after: answer.after?.valueText ?? '',
        ...(answer.journalId !== undefined && { journalId: answer.journalId }),
      });
    } catch (thrown) {
      failed.value = { name: member, text: failureText(thrown) };
    } finally {
      busy.value = undefined;
    }
  }
}

function isSame(a: MemberValue | undefined, b: MemberValue): boolean {
  return a?.valueText === b.valueText && JSON.stringify(a.valueJson) === JSON.stringify(b.valueJson);
}
