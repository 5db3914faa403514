// A recipient of a payment in the form: the parsed address, the address of a name, and the parsed amount.
import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js'
import { OfflineModeError } from '../../../engine/session/walletNode.ts'
import type { ParsedDestination } from '../../../wallet/accounts/accountViews.ts'
import { editableAmount, parseAmount, type TypedAmount } from '../../format/amount.ts'
import { type RecipientText, splitRecipients } from '../../format/recipientTexts.ts'
import { reportInternal } from '../../host/device/reportInternal.ts'
import { nameResolver } from '../preferences/preferences.ts'
import type { KnownRecipient } from '../recipients/knownRecipients.ts'
import { lookalikeOf } from '../recipients/lookalike.ts'
import { type Action, createAction } from '../requests/action.ts'
import { useSession } from '../session/session.tsx'
import { useOpenWallet } from '../wallet/openWallet.tsx'
import type { RecipientDraft } from '../wallet/sendState.ts'

/** Pause in typing before the engine parses the text. */
const PARSE_DELAY_MS = 200

/** Whether a text may be an OpenAlias name: it contains a dot and is neither an address nor a link. */
const isName = (text: string): boolean => /^[^\s/:?]+\.[^\s/:?]+$/.test(text)

export type Recipient = {
  readonly to: Accessor<string>
  setTo(text: string): void
  /** the parsed address or link; undefined while empty or not parsed yet */
  readonly parsed: Accessor<ParsedDestination | undefined>
  readonly amountText: Accessor<string>
  setAmountText(text: string): void
  readonly amount: Accessor<TypedAmount>
  /** the OpenAlias name typed in place of an address; empty without one */
  readonly name: Accessor<string>
  /** how many recipients the text has; more than one stay together only if the form has no room for them */
  readonly count: Accessor<number>
  /** Resolves the name with the configured DNS service. Only the user starts it, because the service learns the name. */
  readonly lookUp: Action<[]>
  /** the known recipient whose address this one can be mistaken for; undefined if there is none */
  readonly lookalike: Accessor<KnownRecipient | undefined>
  /** whether the user means this address all the same */
  readonly isLookalikeMeant: Accessor<boolean>
  setLookalikeMeant(isMeant: boolean): void
  /** Parses the current text without delay. */
  parseNow(): Promise<ParsedDestination | undefined>
}

/** Creates the action that resolves a name. It passes on the result only if the text still is that name. */
const createNameLookUp = (name: Accessor<string>, onFound: (destination: ParsedDestination) => void): Action<[]> => {
  const { engine, lookUpAddress } = useSession()
  const { wallet } = useOpenWallet()
  return createAction(async () => {
    const requested = name()
    if (wallet().offline) throw new OfflineModeError()
    try {
      const address = await lookUpAddress(nameResolver(), wallet().networkId, requested)
      const destination = await engine.parseDestination(address)
      if (requested === name()) onFound(destination)
    } catch (error) {
      // The text has changed meanwhile: the error no longer concerns it.
      if (requested === name()) throw error
    }
  })
}

/** Whether a text is another with one more character at its end. Only what is pasted is divided: a line that is being typed is not complete. */
const isTypedAfter = (text: string, before: string): boolean =>
  text.length === before.length + 1 && text.startsWith(before)

/** What a recipient needs of the form. */
export type RecipientHost = {
  /** addresses that the user knows */
  readonly known: Accessor<readonly KnownRecipient[]>
  /** Takes the recipients into which a pasted text was divided. Returns whether the form has room for them. */
  readonly onSeveral: (texts: readonly RecipientText[]) => boolean
}

/** Creates a recipient; it lives as long as its Solid owner. */
export const createRecipient = (draft: RecipientDraft, { known, onSeveral }: RecipientHost): Recipient => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const [to, setText] = createSignal(draft.to)
  const [parsed, setParsed] = createSignal<ParsedDestination>()
  const [amountText, setAmountText] = createSignal(draft.amountText)
  const [isLookalikeMeant, setLookalikeMeant] = createSignal(false)
  // The amount of a link fills the field once: the user may change it.
  let filledFrom = draft.amountText === '' ? '' : draft.to.trim()
  let filledAmount = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const name = (): string => {
    const text = to().trim()
    return isName(text) ? text : ''
  }
  const lookUp = createNameLookUp(name, setParsed)

  /** Fills in the amount of a link. That of a link that was replaced goes with it. */
  const fillAmount = (amount: bigint): void => {
    const isOfEarlierLink = filledAmount !== '' && amountText() === filledAmount
    filledAmount = amount > 0n ? editableAmount(amount, wallet().decimals) : ''
    if (filledAmount !== '' || isOfEarlierLink) setAmountText(filledAmount)
  }

  const split = (text: string): readonly RecipientText[] => splitRecipients(text, wallet().ticker)

  const setTo = (text: string): void => {
    const texts = isTypedAfter(text, to()) ? [] : split(text)
    const [only] = texts
    if (texts.length > 1 && onSeveral(texts)) return
    if (texts.length === 1 && only !== undefined && only.amountText !== '') {
      setText(only.to)
      setAmountText(only.amountText)
    } else setText(text)
  }

  const parseNow = async (): Promise<ParsedDestination | undefined> => {
    clearTimeout(timer)
    const text = to().trim()
    if (text === '') return undefined
    if (isName(text)) return parsed()
    const destination = await engine.parseDestination(text)
    if (text !== to().trim()) return undefined
    setParsed(destination)
    const amount = destination.valid && text !== destination.address ? (destination.amount ?? 0n) : 0n
    if (text !== filledFrom) fillAmount(amount)
    filledFrom = text
    return destination
  }

  createEffect(
    on(to, () => {
      setParsed(undefined)
      setLookalikeMeant(false)
      lookUp.clear()
      clearTimeout(timer)
      // The review parses the text again, and shows the error if there is one.
      timer = setTimeout(() => void parseNow().catch(reportInternal), PARSE_DELAY_MS)
    }),
  )
  onCleanup(() => clearTimeout(timer))

  const amount = (): TypedAmount => parseAmount(amountText(), wallet().decimals)
  const lookalike = createMemo(() => {
    const destination = parsed()
    return destination?.valid === true ? lookalikeOf(destination.address, known()) : undefined
  })
  return {
    ...{ to, setTo, parsed, amountText, setAmountText, amount, name, lookUp, parseNow },
    count: createMemo(() => split(to()).length),
    ...{ lookalike, isLookalikeMeant, setLookalikeMeant },
  }
}
