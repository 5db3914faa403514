// The recipients of a payment while they are typed: what the engine makes of each address, where a name leads, and what each amount
// comes to.
import { type Accessor, createEffect, createSignal, on, onCleanup } from 'solid-js'
import type { ParsedDestination } from '../../wallet/engine/engineApi.ts'
import { editableAmount, parseAmount, type TypedAmount } from '../format/amount.ts'
import { type Action, createAction } from './action.ts'
import { nameResolver } from './preferences.ts'
import { useOpenWallet, useSession } from './session.tsx'

/** How long typing rests before the engine is asked. */
const REST_MS = 200

/** Whether a text may be an OpenAlias name: with a dot, and neither an address nor a link. */
const isName = (text: string): boolean => /^[^\s/:?]+\.[^\s/:?]+$/.test(text)

export type Recipient = {
  readonly to: Accessor<string>
  setTo(text: string): void
  /** what the address or link turned out to be; undefined while empty or not yet known */
  readonly parsed: Accessor<ParsedDestination | undefined>
  readonly amountText: Accessor<string>
  setAmountText(text: string): void
  readonly amount: Accessor<TypedAmount>
  /** the OpenAlias name that is typed, in the place of an address; empty where none is */
  readonly name: Accessor<string>
  /** Asks the resolver that the person chose where the name leads. Only a person starts it: what is asked for, a third party learns. */
  readonly lookUp: Action<[]>
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
    if (isName(text)) return parsed()
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

  const name = (): string => {
    const text = to().trim()
    return isName(text) ? text : ''
  }

  const lookUp = createAction(async () => {
    const asked = name()
    const { addressAtName } = await import('../host/names.ts')
    try {
      const destination = await engine.parseDestination(await addressAtName(nameResolver(), wallet().networkId, asked))
      if (asked === name()) setParsed(destination)
    } catch (error) {
      // Of a name that is no longer there nobody needs to hear.
      if (asked === name()) throw error
    }
  })

  createEffect(
    on(to, () => {
      setParsed(undefined)
      lookUp.clear()
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
    name,
    lookUp,
    settle,
  }
}
