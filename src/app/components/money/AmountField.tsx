// A field for an amount of coins, typed in coins or, with a rate, in a currency. A text with two readings is not guessed: both are offered.
import { createEffect, createSignal, For, type JSX, on, Show } from 'solid-js'
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

/** A typed value, and the quote that converts it. */
type TypedValue = { readonly text: string; readonly quote: Quote }

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
  /** the value that is typed in the place of an amount; undefined while amounts are typed */
  const value = (): TypedValue | undefined => {
    const [text, known] = [typed(), quote()]
    return text === undefined || known === undefined ? undefined : { text, quote: known }
  }
  let converted = ''
  // An amount that comes from elsewhere, as from a link, takes the place of the typed value.
  createEffect(
    on(
      () => props.text,
      (text) => text !== converted && setTyped(undefined),
      { defer: true },
    ),
  )
  const parsedValue = ({ text, quote: { currency } }: TypedValue): TypedAmount =>
    parseAmount(text, currencyDigits(currency))
  const typeValue = (text: string, { currency, rate: price }: Quote): void => {
    const digits = currencyDigits(currency)
    const parsed = parseAmount(withoutTicker(text, currency), digits)
    const { decimals } = wallet()
    converted = parsed.valid ? editableAmount(amountOfValue(parsed.amount, digits, decimals, price), decimals) : ''
    setTyped(text)
    props.onInput(converted)
  }
  const read = (): TypedAmount => {
    const now = value()
    return now === undefined ? props.amount : parsedValue(now)
  }
  const decimalsOf = (): number => {
    const now = value()
    return now === undefined ? wallet().decimals : currencyDigits(now.quote.currency)
  }
  /** the amount in the other unit */
  const other = (): string => {
    const known = quote()
    if (!props.amount.valid || known === undefined) return ''
    const { decimals, ticker } = wallet()
    if (value() !== undefined) return `= ${formatAmount(props.amount.amount, decimals, ticker)}`
    return t('rates.about', { value: formatValue(props.amount.amount, decimals, known.rate, known.currency) })
  }
  const type = (text: string): void => {
    const now = value()
    if (now === undefined) props.onInput(withoutTicker(text, wallet().ticker))
    else typeValue(text, now.quote)
  }
  const readingText = (reading: bigint): string => {
    const now = value()
    if (now === undefined) return formatAmount(reading, wallet().decimals, wallet().ticker)
    return formatAmount(reading, currencyDigits(now.quote.currency), now.quote.currency)
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
          unit={value() === undefined ? wallet().ticker : known().currency}
          other={value() === undefined ? known().currency : wallet().ticker}
          onPress={() => setTyped(value() === undefined ? valueNow(known()) : undefined)}
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
        value={value()?.text ?? props.text}
        hint={other()}
        problem={problemOf(read(), decimalsOf(), props.needed) || (props.problem ?? '')}
        onInput={type}
        after={props.after}
      />
      <Show when={readingsOf(read()).length > 0}>
        <div class="buttons">
          <For each={readingsOf(read())}>
            {(reading) => (
              <Button onClick={() => type(editableAmount(reading, decimalsOf()))}>{readingText(reading)}</Button>
            )}
          </For>
        </div>
      </Show>
    </>
  )
}
