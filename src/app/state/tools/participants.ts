// The messages of the other participants of a multisig wallet, as the user pastes them: one field each.
import { type Accessor, createSignal } from 'solid-js'
import * as v from 'valibot'
import { asFabaError } from '../../../errors/fabaError.ts'
import type { KeyExchangeFault } from '../../../wallet/multisig-keys/multisigAccount.ts'
import { t } from '../../text/text.ts'
import type { Action } from '../requests/action.ts'
import { createDraft } from '../wallet/drafts.ts'
import { useOpenWallet } from '../wallet/openWallet.tsx'

export type Participants = {
  readonly texts: Accessor<readonly string[]>
  setText(index: number, text: string): void
  /** Empties the fields. */
  clear(): void
  /** what is wrong with the message at an index; empty without a problem */
  problemOf(index: number): string
  /** Returns the messages; undefined, with problems to show, if one is missing or given twice. */
  validate(): readonly string[] | undefined
}

const textsOf = (kept: unknown): readonly string[] | undefined => (v.is(v.array(v.string()), kept) ? kept : undefined)

/** Creates the fields of a round. `count` is the number of other participants; `action` uses their messages, and `clear` forgets them. */
export const createParticipants = (
  round: number,
  count: Accessor<number>,
  action: () => Pick<Action<never>, 'error' | 'clear'>,
): Participants => {
  const { drafts } = useOpenWallet()
  const [typed, setTyped] = createDraft(drafts, `multisig.messages${round}`, textsOf, [])
  const [isTried, setTried] = createSignal(false)
  const texts = (): readonly string[] => Array.from({ length: count() }, (_, i) => typed()[i] ?? '')
  const messages = (): readonly string[] => texts().map((text) => text.replace(/\s/g, ''))
  /** the index of the message that the engine refused */
  const refused = (): unknown => {
    const error = asFabaError(action().error())
    return error?.code === 'key-message' ? error.details['index'] : undefined
  }
  const problemOf = (index: number): string => {
    const message = messages()[index] ?? ''
    if (refused() === index) return t('multisig.badMessage')
    if (message === '') return isTried() ? t('multisig.otherMissing') : ''
    return messages().indexOf(message) < index ? t('multisig.twice') : ''
  }
  return {
    texts,
    problemOf,
    setText: (index, text) => {
      action().clear()
      setTyped(texts().map((each, i) => (i === index ? text : each)))
    },
    clear: () => setTyped([]),
    validate: () => {
      setTried(true)
      return messages().some((_, i) => problemOf(i) !== '') ? undefined : messages()
    },
  }
}

/** Returns the text of an error that belongs to no single message; empty if it does. */
export const exchangeProblem = ({ error, problem }: Pick<Action<never>, 'error' | 'problem'>): string => {
  const thrown = asFabaError(error())
  if (thrown === undefined) return problem()
  const { code, details } = thrown
  if (code === 'key-message') return details['index'] === undefined ? t('multisig.badMessage') : ''
  // KeyExchangeError has these details.
  return code === 'key-exchange' ? t(`multisig.faults.${details['fault'] as KeyExchangeFault}`) : problem()
}
