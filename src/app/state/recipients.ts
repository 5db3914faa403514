// The recipients of a payment while they are typed: what the engine makes of each address, and what each amount comes to.
import { type Accessor, createEffect, createSignal, on, onCleanup } from 'solid-js'
import type { ParsedDestination } from '../../wallet/api.ts'
import { editableAmount, parseAmount, type TypedAmount } from '../format/amount.ts'
import { useOpenWallet, useSession } from './session.tsx'

/** How long typing rests before the engine is asked. */
const REST_MS = 200

export type Recipient = {
  readonly to: Accessor<string>
  setTo(text: string): void
  /** what the address or link turned out to be; undefined while empty or not yet known */
  readonly parsed: Accessor<ParsedDestination | undefined>
  readonly amountText: Accessor<string>
  setAmountText(text: string): void
  readonly amount: Accessor<TypedAmount>
  /** Parses at once what is typed now. */
  settle(): Promise<ParsedDestination | undefined>
}

/** One recipient; lives as long as the owner that creates it. */
export const createRecipient = (): Recipient => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const [to, setTo] = createSignal('')
  const [parsed, setParsed] = createSignal<ParsedDestination>()
  const [amountText, setAmountText] = createSignal('')
  let timer: ReturnType<typeof setTimeout> | undefined

  const settle = async (): Promise<ParsedDestination | undefined> => {
    clearTimeout(timer)
    const text = to().trim()
    if (text === '') return undefined
    const destination = await engine.parseDestination(text)
    if (text !== to().trim()) return undefined
    setParsed(destination)
    if (
      destination.valid &&
      destination.amount !== undefined &&
      destination.amount > 0n &&
      text !== destination.address
    ) {
      setAmountText(editableAmount(destination.amount, wallet().decimals))
    }
    return destination
  }

  createEffect(
    on(to, () => {
      setParsed(undefined)
      clearTimeout(timer)
      timer = setTimeout(() => void settle().catch(() => setParsed(undefined)), REST_MS)
    }),
  )
  onCleanup(() => clearTimeout(timer))

  return {
    to,
    setTo,
    parsed,
    amountText,
    setAmountText,
    amount: () => parseAmount(amountText(), wallet().decimals),
    settle,
  }
}
