// Decisions of the user: which of them require the password.

import { expect, it } from 'vitest'
import type { ApprovalAction, ApprovalDecision } from '../../../src/engine/api/approvalRequest.ts'
import { decideRequest } from '../../../src/engine/approvals/approvalDecision.ts'
import { UnknownApprovalRequestError } from '../../../src/engine/approvals/approvalQueue.ts'

const RELAY: ApprovalAction = { kind: 'relay', txid: 'ab', account: 0, destinations: [], fee: 1n, unlockTimes: [] }
const WORDS: ApprovalAction = { kind: 'reveal', secret: 'words' }
const TX_KEY: ApprovalAction = { kind: 'reveal transaction key', txid: 'ab' }
const IMAGES: ApprovalAction = { kind: 'export', what: 'key images' }

/** Decides the request `7` with this action; returns what happened, in order. */
const decided = async (
  action: ApprovalAction,
  decision: ApprovalDecision,
  { id = '7', isRight = true }: { readonly id?: string; readonly isRight?: boolean } = {},
): Promise<unknown[]> => {
  const events: unknown[] = []
  const approvals = {
    actionOf: (asked: string): ApprovalAction => {
      if (asked !== '7') throw new UnknownApprovalRequestError('unknown')
      return action
    },
    decide: (...call: [string, ApprovalDecision]) => void events.push(call),
  }
  const checkPassword = async (): Promise<void> => {
    await Promise.resolve()
    events.push('password')
    if (!isRight) throw new Error('wrong')
  }
  await decideRequest(approvals, { id, decision }, checkPassword).catch((error: Error) => events.push(error.message))
  return events
}

it.each([
  [RELAY, 'once', ['decide']],
  [RELAY, 'session', ['decide']],
  [IMAGES, 'once', ['decide']],
  [WORDS, 'once', ['password', 'decide']],
  [WORDS, 'session', ['password', 'decide']],
  [TX_KEY, 'once', ['password', 'decide']],
  [WORDS, 'refuse', ['decide']],
  [TX_KEY, 'refuse', ['decide']],
] as const)('requires the password only to export a secret: $0.kind, %s', async (action, decision, order) => {
  const expected = order.map((step) => (step === 'decide' ? ['7', decision] : step))
  expect(await decided(action, decision)).toEqual(expected)
})

it.each([WORDS, TX_KEY])('decides nothing with a wrong password: $kind', async (action) => {
  expect(await decided(action, 'once', { isRight: false })).toEqual(['password', 'wrong'])
})

it('checks no password for a request that is not open', async () => {
  expect(await decided(WORDS, 'once', { id: '8' })).toEqual(['unknown'])
})
