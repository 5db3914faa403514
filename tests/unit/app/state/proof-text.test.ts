// Proofs as texts that people send to each other.
import { expect, it } from 'vitest'
import {
  formatProofText,
  neededParts,
  parseProofText,
  proofCheck,
  proofKind,
} from '../../../../src/app/state/tools/proofText.ts'

const txid = 'ab'.repeat(32)

it.each([
  { txid, address: 'L9', proof: 'OutProofV2abc', message: 'Lunch' },
  { txid, proof: 'SpendProofV1abc', message: 'two lines\n Proof: of nothing \n' },
  { address: 'L9', proof: 'SigV1abc', message: '  Message: spaces stay  ' },
])('reads back what it writes: %o', (parts) => {
  expect(parseProofText(formatProofText(parts))).toEqual(parts)
})

it('reads a text without a message, with other white space, and in any order', () => {
  expect(parseProofText(` Proof:\tOutProofV2abc \r\n\nTransaction: ${txid}\n`)).toEqual({
    txid,
    proof: 'OutProofV2abc',
    message: '',
  })
})

it.each(['OutProofV2abc', ' OutProofV2abc\n', txid, 'Dear Ann'])('takes %j without names as the proof', (text) => {
  expect(parseProofText(text)).toEqual({ proof: text.trim() })
})

it.each([
  ['OutProofV2abc', 'payment', ['txid', 'address']],
  ['InProofV1abc', 'payment', ['txid', 'address']],
  [txid, 'payment', ['txid', 'address']],
  [txid + txid.toUpperCase(), 'payment', ['txid', 'address']],
  ['SpendProofV1abc', 'spend', ['txid']],
  [' ReserveProofV2abc', 'reserve', ['address']],
  ['SigV2abc', 'message', ['address']],
  ['ab', undefined, []],
  ['Proof', undefined, []],
  ['', undefined, []],
])('recognises what %s proves: %s', (proof, kind, needed) => {
  expect(proofKind(proof)).toBe(kind)
  expect(neededParts(kind as never)).toEqual(needed)
})

it('leaves out of a check what its kind does not need', () => {
  const parts = { txid, address: 'L9', message: 'm', proof: 'p' }
  expect(proofCheck('payment', parts)).toEqual({ kind: 'payment', ...parts })
  expect(proofCheck('spend', parts)).toEqual({ kind: 'spend', txid, message: 'm', proof: 'p' })
  expect(proofCheck('reserve', parts)).toEqual({ kind: 'reserve', address: 'L9', message: 'm', proof: 'p' })
})
