import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Approval, PlanItem, PlanTotals } from '../api/operator.js';
import { Untrusted } from '../text/untrusted.js';
import { BeforeAfter } from '../ui/before-after.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { JsonTree } from '../ui/json-tree.js';
import { blockedBy, type OpenPlan, partOf, totalsText, unlistedText } from './open-plan.js';
import { isPlanning, openAll } from './plan-state.js';

/** Items that a person finds without a search. */
const FEW = 50;
/** Nothing of a plan is cut on the page: a person decides on what it shows. */
const WHOLE = Number.MAX_SAFE_INTEGER;

interface Props {
  readonly approval: Approval;
  readonly open: OpenPlan;
}

/** What a call would do: how much of what, all removals, then the rest. */
export function PlanView({ approval, open }: Props) {
  const { plan, items, edit } = open;
  const heading = useRef<HTMLHeadingElement>(null);
  const wasCut = useRef(open.digest === undefined && edit === undefined);
  // The button that opened the rest is gone, and the plan of other arguments is what is to be read next.
  useEffect(() => {
    const isOpened = wasCut.current && open.digest !== undefined;
    if (isOpened || edit !== undefined) heading.current?.focus();
    wasCut.current = open.digest === undefined;
  }, [open]);
  const find = useSignal('');
  const page = useSignal(0);
  const { removals, others, found, first, last: end, pages } = partOf(items, page.value, find.value);
  const unlisted = unlistedText(plan);
  const totals = plan.totals && totalsText(plan.totals);
  return (
    <section class="decisions-plan" aria-label="Plan" data-testid="plan" data-items={items.length}>
      <h3 ref={heading} tabIndex={-1}>
        {edit === undefined ? 'What changes' : 'What changes with other arguments'}
      </h3>
      {plan.totals === undefined ? (
        <p class="ui-muted">This tool has no dry run. Its arguments say what it does.</p>
      ) : (
        totals !== undefined && <p data-testid="plan-totals">{totals}</p>
      )}
      {plan.undo !== undefined && (
        <p class="ui-muted" data-testid="plan-undo">
          Undo: <Untrusted text={plan.undo} max={WHOLE} />
        </p>
      )}
      <Cut approval={approval} open={open} />
      {plan.note !== undefined && (
        <p class="decisions-why" data-testid="plan-note">
          <Untrusted text={plan.note} max={WHOLE} />
        </p>
      )}
      {items.length > FEW && (
        <Field label="Find in the plan">
          <input
            class="ui-input"
            type="search"
            autocomplete="off"
            spellcheck={false}
            value={find.value}
            data-testid="plan-find"
            onInput={event => {
              find.value = event.currentTarget.value;
              page.value = 0;
            }}
          />
        </Field>
      )}
      {(pages > 1 || find.value !== '') && (
        <Pages {...{ found, first, end, pages, page, count: items.length, isFiltered: find.value !== '' }} />
      )}
      {removals.length > 0 && (
        <Items label="Removed" items={removals} total={plan.totals?.removes} world={plan.world} />
      )}
      {others.length > 0 && (
        <Items label="Other changes" items={others} total={othersIn(plan.totals)} world={plan.world} />
      )}
      {unlisted !== undefined && (
        <p class="decisions-why" data-testid="plan-unlisted">
          {unlisted}
        </p>
      )}
    </section>
  );
}

interface PagesProps {
  readonly found: number;
  readonly first: number;
  readonly end: number;
  readonly pages: number;
  readonly page: Signal<number>;
  /** Items that were opened. */
  readonly count: number;
  readonly isFiltered: boolean;
}

/** Which part of a large plan is shown, and the way to the others. */
function Pages({ found, first, end, pages, page, count, isFiltered }: PagesProps) {
  const shown = Math.min(page.value, pages - 1);
  const to = (label: string, target: number, testid: string) => (
    <Button
      label={label}
      kind="quiet"
      disabled={target === shown || target < 0 || target >= pages}
      testid={testid}
      onPress={() => {
        page.value = target;
      }}
    />
  );
  return (
    <nav class="decisions-pages" aria-label="Pages of the plan">
      <span role="status" data-testid="plan-range">
        {found === 0 ? 'None' : pages === 1 ? found : `${first} to ${end} of ${found}`}
        {isFiltered ? ` of ${count} changes have this text.` : ' changes'}
      </span>
      {pages > 1 && (
        <span class="ui-actions">
          {to('First', 0, 'plan-first')}
          {to('Previous', shown - 1, 'plan-previous')}
          {to('Next', shown + 1, 'plan-next')}
          {to('Last', pages - 1, 'plan-last')}
        </span>
      )}
    </nav>
  );
}

/** Says that the plan is cut, and shows the rest. */
function Cut({ approval, open }: Props) {
  const { items, count } = open;
  if (blockedBy(open) === undefined) return null;
  return (
    <div class="decisions-why decisions-cut" data-testid="plan-cut">
      <p>
        This plan is cut: {items.length} of {count} changes are shown.
      </p>
      <Button
        label={`Show all ${count} changes`}
        disabled={isPlanning.value}
        testid="open-plan"
        onPress={() => void openAll(approval)}
      />
    </div>
  );
}

interface ItemsProps {
  readonly label: string;
  readonly items: readonly PlanItem[];
  /** Also those that are not shown. */
  readonly total?: number | undefined;
  readonly world: string;
}

function Items({ label, items, total = items.length, world }: ItemsProps) {
  return (
    <section aria-label={label} data-testid={`plan-${label.toLowerCase().replace(' ', '-')}`}>
      <h4>
        {label} <span class="ui-muted">{total === items.length ? total : `${items.length} of ${total}`}</span>
      </h4>
      <ul class="decisions-items">
        {items.map((item, index) => (
          <Item key={index} item={item} world={world} />
        ))}
      </ul>
    </section>
  );
}

const WORDS = { removes: 'removed', overwrites: 'overwritten', changes: 'changed', adds: 'added' } as const;
const MARKS = { removes: '−', overwrites: '~', changes: '~', adds: '+' } as const;

function Item({
  item: { what, subject, before, after },
  world,
}: {
  readonly item: PlanItem;
  readonly world: string;
}) {
  const hasValue = isSaid(before) || isSaid(after);
  return (
    <li class={`decisions-item decisions-item-${what}`}>
      <span class="decisions-item-head">
        <span class="ui-difference-mark" aria-hidden="true">
          {MARKS[what]}
        </span>
        <Untrusted text={subject} max={WHOLE} />
        <span class="ui-muted">{WORDS[what]}</span>
      </span>
      {hasValue &&
        (what === 'removes' ? (
          <details>
            <summary>What it was</summary>
            <JsonTree value={before} isWhole />
          </details>
        ) : (
          <BeforeAfter before={before} after={after} world={world} isWhole />
        ))}
    </li>
  );
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function othersIn(totals: PlanTotals | undefined): number | undefined {
  return totals === undefined ? undefined : totals.overwrites + totals.changes + totals.adds;
}
