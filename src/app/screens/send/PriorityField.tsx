// Selects the priority of a payment, which sets its speed and fee. Each has its fee and time beside it.
import {
  type Accessor,
  createEffect,
  createMemo,
  createSignal,
  createUniqueId,
  For,
  type JSX,
  Match,
  Show,
  Switch,
  untrack,
} from 'solid-js'
import type { FeeView, PriorityView } from '../../../engine/api/engineViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { priorityName, priorityTime } from '../../format/priority.ts'
import type { PaymentForm } from '../../state/payments/paymentForm.ts'
import { shownSpeeds } from '../../state/preferences/paymentChoices.ts'
import { createDebounced } from '../../state/requests/debounced.ts'
import { createFetched, createFetchedFromNode } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../text/text.ts'
import './priorityField.css'

/** Pause in typing before fees are requested. */
const QUOTE_DELAY_MS = 300

export type PriorityChoice = {
  /** undefined until they are fetched */
  readonly offered: Accessor<readonly PriorityView[] | undefined>
  /** the one that shows */
  readonly value: Accessor<number>
  /** the one that the user chose; 0 for none */
  readonly chosen: Accessor<number>
  /** what a payment has whose priority is not chosen */
  readonly usual: Accessor<number | undefined>
  choose(value: number): void
  /** what the payment costs at a priority; undefined until the node has been asked */
  quoteOf(priority: number): FeeView | undefined
  /** full blocks that are mined before the payment at a priority; undefined if the node does not say */
  blocksBefore(priority: number): number | undefined
  readonly problem: Accessor<string>
}

export const createPriorityChoice = ({
  priority,
  setPriority,
  quoteRequest,
  available,
}: Pick<PaymentForm, 'priority' | 'setPriority' | 'quoteRequest' | 'available'>): PriorityChoice => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const fetched = createFetched(true, () => engine.priorities())
  // What waits changes with each block.
  const now = createFetchedFromNode(
    () => !wallet().offline && wallet().sync.height,
    () => engine.feesNow(),
  )
  // The coins that can be spent decide too which inputs a payment has, or that there are too few.
  const quoted = createMemo(() => ({ request: quoteRequest(), available: available() }), undefined, { equals: isSame })
  // Without a node there are no fees to show; the review reports why.
  const quotes = createFetchedFromNode(createDebounced(quoted, QUOTE_DELAY_MS), ({ request }) =>
    engine.quoteFees(request),
  )
  const [usual, setUsual] = createSignal<number>()
  // While blocks are full, it is another one than that of the network. An effect follows the quotes: markup that read them here for the first
  // time, while a navigation waits, would not show them when they come.
  createEffect(() => setUsual((quotes.value() ?? fetched.value())?.find((each) => each.isDefault)?.value))
  // Other fees alone leave the inputs, and their focus, in place.
  const offered = createMemo(
    (): readonly PriorityView[] | undefined =>
      (quotes.value() ?? fetched.value())?.map(({ value, name, isDefault }) => ({ value, name, isDefault })),
    undefined,
    { equals: isSame },
  )
  /** What the user chose, while it is offered. */
  const chosen = (): number | undefined => offered()?.find((each) => each.value === priority())?.value
  return {
    offered,
    value: () => chosen() ?? usual() ?? 0,
    chosen: () => chosen() ?? 0,
    usual,
    choose: setPriority,
    quoteOf: (value) => quotes.value()?.find((quote) => quote.value === value),
    blocksBefore: (value) => now.value()?.tiers.find((tier) => tier.value === value)?.blocksBefore,
    problem: fetched.problem,
  }
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? member.toString() : member))

const isSame = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b)

const Fee = (props: { readonly quote: FeeView | undefined }): JSX.Element => (
  <span class="priority-fee">
    <Show when={props.quote} fallback="…">
      {(quote) => (
        <>
          {t('fees.about')} <Amount amount={quote().fee} />
        </>
      )}
    </Show>
  </span>
)

/** When a payment at a priority is confirmed, and what waits before it. */
const TimeText = (props: { readonly priority: PriorityView; readonly choice: PriorityChoice }): JSX.Element => {
  const before = (): number => props.choice.blocksBefore(props.priority.value) ?? 0
  return (
    <>
      <small>{priorityTime(props.priority.name)}</small>
      <Show when={before() > 0}>
        <small class="priority-wait">
          {t('feesNow.before')}: {tCount('feesNow.blocks', before())}
        </small>
      </Show>
    </>
  )
}

/** The only speed there is: nothing to choose. */
const OnlyPriority = (props: { readonly priority: PriorityView; readonly choice: PriorityChoice }): JSX.Element => (
  <div class="radio priority" data-testid="only-priority">
    <span class="radio-text">
      {t('send.fee')}
      <TimeText priority={props.priority} choice={props.choice} />
    </span>
    <Fee quote={props.choice.quoteOf(props.priority.value)} />
  </div>
)

const Options = (props: { readonly choice: PriorityChoice }): JSX.Element => {
  const name = createUniqueId()
  /** whether the chosen speed costs more than most payments do; an instant one is a kind of its own */
  const isDearer = (): boolean => {
    const offered = props.choice.offered()?.map(({ value }) => value) ?? []
    const [value, usual] = [props.choice.value(), props.choice.usual()]
    return offered.length > 2 && usual !== undefined && offered.indexOf(value) > offered.indexOf(usual)
  }
  return (
    <fieldset class="radios stacked">
      <legend class="field-label">{t('send.priority')}</legend>
      <div class="radio-options">
        <For each={props.choice.offered()}>
          {(each) => (
            <label class="radio priority">
              <input
                type="radio"
                name={name}
                value={each.value}
                checked={each.value === props.choice.value()}
                onChange={() => props.choice.choose(each.value)}
              />
              <span class="radio-text">
                {each.value === props.choice.usual()
                  ? t('send.priorityUsual', { name: priorityName(each.name) })
                  : priorityName(each.name)}
                <TimeText priority={each} choice={props.choice} />
              </span>
              <Fee quote={props.choice.quoteOf(each.value)} />
            </label>
          )}
        </For>
      </div>
      <Show when={isDearer()}>
        <p class="muted">{t('feesNow.reason')}</p>
      </Show>
    </fieldset>
  )
}

/** One line with the fee of the usual speed; the others appear on request. */
const FoldedOptions = (props: { readonly choice: PriorityChoice }): JSX.Element => {
  const [isOpen, setOpen] = createSignal(untrack(() => props.choice.chosen() !== 0))
  const usual = (): PriorityView | undefined =>
    props.choice.offered()?.find(({ value }) => value === props.choice.value())
  return (
    <Show when={!isOpen() && usual()} fallback={<Options choice={props.choice} />}>
      {(priority) => (
        <div class="folded-fee">
          <OnlyPriority priority={priority()} choice={props.choice} />
          <Button variant="quiet" onClick={() => setOpen(true)}>
            {t('fees.change')}
          </Button>
        </div>
      )}
    </Show>
  )
}

/** With two speeds the choice is open; of more, the usual one shows, unless the user wants all. */
export const PriorityField = (props: { readonly choice: PriorityChoice }): JSX.Element => {
  const count = (): number => props.choice.offered()?.length ?? 0
  return (
    <Switch fallback={<Options choice={props.choice} />}>
      {/* Keyed: what still reads the speed while others are offered would throw into the screen. */}
      <Match keyed when={count() === 1 && props.choice.offered()?.[0]}>
        {(priority) => <OnlyPriority priority={priority} choice={props.choice} />}
      </Match>
      <Match when={count() > 2 && shownSpeeds() === 'usual'}>
        <FoldedOptions choice={props.choice} />
      </Match>
    </Switch>
  )
}
