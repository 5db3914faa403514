// A field for an amount of coins. A text with two readings is not guessed: both are offered.
import { For, type JSX, Show } from 'solid-js'
import { editableAmount, formatAmount, type TypedAmount, withoutTicker } from '../../format/amount.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { TextField } from '../form/Field.tsx'

const problemOf = (amount: TypedAmount, decimals: number, needed: boolean): string => {
  if (amount.valid || (amount.reason === 'empty' && !needed)) return ''
  return amount.reason === 'decimals' ? tCount('amount.decimals', decimals) : t(`amount.${amount.reason}`)
}

const readingsOf = (amount: TypedAmount): readonly bigint[] =>
  !amount.valid && amount.reason === 'ambiguous' ? amount.readings : []

export const AmountField = (props: {
  readonly label: string
  readonly text: string
  /** the parsed text */
  readonly amount: TypedAmount
  /** whether an empty field is a problem */
  readonly needed: boolean
  readonly onInput: (text: string) => void
  readonly after?: JSX.Element
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const readings = (): readonly bigint[] => readingsOf(props.amount)
  return (
    <>
      <TextField
        label={props.label}
        inputMode="decimal"
        unit={wallet().ticker}
        value={props.text}
        problem={problemOf(props.amount, wallet().decimals, props.needed)}
        onInput={(text) => props.onInput(withoutTicker(text, wallet().ticker))}
        after={props.after}
      />
      <Show when={readings().length > 0}>
        <div class="buttons">
          <For each={readings()}>
            {(reading) => (
              <Button onClick={() => props.onInput(editableAmount(reading, wallet().decimals))}>
                {formatAmount(reading, wallet().decimals, wallet().ticker)}
              </Button>
            )}
          </For>
        </div>
      </Show>
    </>
  )
}
