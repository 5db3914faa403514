// Proofs as texts that people send to each other.
import { expect, it } from 'vitest'
import {
  formatProofText,
  isCutProof,
  isOfOtherNetwork,
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
  expect(parseProofText(formatProofText(parts))).toEqual({ ...parts, network: '' })
})

it('reads a text without a message, with other white space, and in any order', () => {
  expect(parseProofText(` Proof:\tOutProofV2abc \r\n\nTransaction: ${txid}\n`)).toEqual({
    txid,
    proof: 'OutProofV2abc',
    message: '',
    network: '',
  })
})

it.each(['OutProofV2abc', ' OutProofV2abc\n', txid, 'Dear Ann'])('takes %j without names as the proof', (text) => {
  expect(parseProofText(text)).toEqual({ proof: text.trim(), network: '' })
})

const FEATHER = [
  '-----BEGIN OUTPROOF-----',
  'Network: Monero Stagenet',
  `Txid: ${txid}`,
  'Address: 5A',
  '',
  'Proof: of nothing',
  '-----BEGIN OUTPROOF SIGNATURE-----',
  '',
  'OutProofV2abc',
  '-----END OUTPROOF SIGNATURE-----',
].join('\n')
const PARTS = { txid, address: '5A', message: 'Proof: of nothing', proof: 'OutProofV2abc', network: 'Monero Stagenet' }

it('reads a proof of Feather, also below other lines', () => {
  expect(parseProofText(FEATHER)).toEqual(PARTS)
  expect(parseProofText(`\n${FEATHER}\n`)).toEqual(PARTS)
  expect(parseProofText(`Hi Ann,\nhere it is\n\n${FEATHER}`.replace('Proof: of nothing', 'Lunch'))).toEqual({
    ...PARTS,
    message: 'Lunch',
  })
})

it('reads a message of its own form that contains a proof of Feather as a message', () => {
  const own = { txid, proof: 'SpendProofV1abc', message: FEATHER }
  expect(parseProofText(formatProofText(own))).toEqual({ ...own, network: '' })
})

it('recognises a proof of Feather whose end is missing', () => {
  expect(isCutProof(FEATHER)).toBe(false)
  expect(isCutProof('OutProofV2abc')).toBe(false)
  const cut = FEATHER.slice(0, -3)
  expect(isCutProof(cut)).toBe(true)
  expect(proofKind(parseProofText(`${cut}\nDear Ann`).proof ?? '')).toBeUndefined()
})

it('compares the network of a proof with that of the wallet', () => {
  expect(isOfOtherNetwork(PARTS, 'Monero Stagenet')).toBe(false)
  expect(isOfOtherNetwork({ ...PARTS, network: 'monero stagenet' }, 'Monero Stagenet')).toBe(false)
  expect(isOfOtherNetwork(PARTS, 'Monero Mainnet')).toBe(true)
  // Feather has no name for the network of this wallet.
  expect(isOfOtherNetwork(PARTS, undefined)).toBe(true)
  expect(isOfOtherNetwork({ ...PARTS, network: '' }, undefined)).toBe(false)
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
  const parts = { txid, address: 'L9', message: 'm', proof: 'p', network: '' }
  expect(proofCheck('payment', parts)).toEqual({ kind: 'payment', txid, address: 'L9', message: 'm', proof: 'p' })
  expect(proofCheck('spend', parts)).toEqual({ kind: 'spend', txid, message: 'm', proof: 'p' })
  expect(proofCheck('reserve', parts)).toEqual({ kind: 'reserve', address: 'L9', message: 'm', proof: 'p' })
})
