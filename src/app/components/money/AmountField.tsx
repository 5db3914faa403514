// A field for an amount of coins, typed in coins or, with a rate, in a currency. A text with two readings is not guessed: both are offered.
import { createEffect, createMemo, createSignal, For, type JSX, on, Show } from 'solid-js'
import { editableAmount, formatAmount, parseAmount, type TypedAmount, withoutTicker } from '../../format/amount.ts'
import { amountOfValue, currencyDigits, fiatValueOf, formatValue } from '../../format/rate.ts'
import type { Quote } from '../../state/rates/liveRate.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createMasked } from '../../state/wallet/shownAmounts.tsx'
import { t, tCount } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { TextField } from '../form/Field.tsx'

const problemOf = (amount: TypedAmount, decimals: number, needed: boolean): string => {
  if (amount.valid || (amount.reason === 'empty' && !needed)) return ''
  return amount.reason === 'decimals' ? tCount('amount.decimals', decimals) : t(`amount.${amount.reason}`)
}

const readingsOf = (amount: TypedAmount): readonly bigint[] =>
  !amount.valid && amount.reason === 'ambiguous' ? amount.readings : []

/** The unit of the field, which changes it to the other one. */
const UnitButton = (props: {
  readonly unit: string
  readonly other: string
  readonly onPress: () => void
}): JSX.Element => (
  <button
    class="unit-button"
    type="button"
    title={t('rates.typeIn', { unit: props.other })}
    aria-label={t('rates.typeIn', { unit: props.other })}
    onClick={() => props.onPress()}
  >
    {props.unit}
    <Icon name="switch" />
  </button>
)

/** What the field shows: an amount of coins, or with a quote a value that it converts. */
type Entry = {
  readonly text: string
  readonly amount: TypedAmount
  readonly unit: string
  /** digits after the point that the unit has */
  readonly decimals: number
  readonly quote: Quote | undefined
}

export const AmountField = (props: {
  readonly label: string
  readonly text: string
  /** the parsed text */
  readonly amount: TypedAmount
  /** whether an empty field is a problem */
  readonly needed: boolean
  /** why a valid amount cannot be paid; empty if it can */
  readonly problem?: string
  readonly onInput: (text: string) => void
  readonly after?: JSX.Element
}): JSX.Element => {
  const { wallet, rate } = useOpenWallet()
  const isMasked = createMasked()
  const quote = (): Quote | undefined => (isMasked() ? undefined : rate.quote())
  const [typed, setTyped] = createSignal<string>()
  const entry = createMemo((): Entry => {
    const [text, known] = [typed(), quote()]
    const { ticker, decimals } = wallet()
    if (text === undefined || known === undefined)
      return { text: props.text, amount: props.amount, unit: ticker, decimals, quote: undefined }
    const digits = currencyDigits(known.currency)
    return { text, amount: parseAmount(text, digits), unit: known.currency, decimals: digits, quote: known }
  })
  let converted = ''
  // An amount that comes from elsewhere, as from a link, takes the place of the typed value.
  createEffect(
    on(
      () => props.text,
      (text) => text !== converted && setTyped(undefined),
      { defer: true },
    ),
  )
  const typeValue = (text: string, { currency, rate: price }: Quote): void => {
    const digits = currencyDigits(currency)
    const parsed = parseAmount(text, digits)
    const { decimals } = wallet()
    converted = parsed.valid ? editableAmount(amountOfValue(parsed.amount, digits, decimals, price), decimals) : ''
    setTyped(text)
    props.onInput(converted)
  }
  /** the amount in the other unit */
  const other = (): string => {
    const known = quote()
    if (!props.amount.valid || known === undefined) return ''
    const { decimals, ticker } = wallet()
    if (entry().quote !== undefined) return `= ${formatAmount(props.amount.amount, decimals, ticker)}`
    return t('rates.about', { value: formatValue(props.amount.amount, decimals, known.rate, known.currency) })
  }
  const type = (typedText: string): void => {
    const { unit, quote: known } = entry()
    const text = withoutTicker(typedText, unit)
    if (known === undefined) props.onInput(text)
    else typeValue(text, known)
  }
  /** The present amount as a value to edit. */
  const valueNow = ({ rate: price, currency }: Quote): string => {
    converted = props.text
    if (!props.amount.valid) return ''
    const digits = currencyDigits(currency)
    return editableAmount(fiatValueOf(props.amount.amount, wallet().decimals, price, digits), digits)
  }
  const unit = (): JSX.Element => (
    <Show when={quote()} fallback={wallet().ticker}>
      {(known) => (
        <UnitButton
          unit={entry().unit}
          other={entry().quote === undefined ? known().currency : wallet().ticker}
          onPress={() => setTyped(entry().quote === undefined ? valueNow(known()) : undefined)}
        />
      )}
    </Show>
  )
  return (
    <>
      <TextField
        label={props.label}
        inputMode="decimal"
        unit={unit()}
        value={entry().text}
        hint={other()}
        problem={problemOf(entry().amount, entry().decimals, props.needed) || (props.problem ?? '')}
        onInput={type}
        after={props.after}
      />
      <Show when={readingsOf(entry().amount).length > 0}>
        <div class="buttons">
          <For each={readingsOf(entry().amount)}>
            {(reading) => (
              <Button onClick={() => type(editableAmount(reading, entry().decimals))}>
                {formatAmount(reading, entry().decimals, entry().unit)}
              </Button>
            )}
          </For>
        </div>
      </Show>
    </>
  )
}
