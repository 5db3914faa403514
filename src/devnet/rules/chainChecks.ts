// Transaction checks that depend on the chain: the fork's rules, ring members, double spends, ring signatures.

import { compareBytes } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { hardForkAt, type Network } from '../../coin/networks/network.ts'
import { RctType } from '../../coin/transactions/ringct.ts'
import { absoluteOffsets, type KeyInput, pseudoOutsOf, type Transaction } from '../../coin/transactions/transaction.ts'
import { ringSignatureMessage } from '../../coin/transactions/transactionHash.ts'
import { isPoint } from '../../crypto/curve/point.ts'
import { verifyClsag } from '../../crypto/signatures/clsag.ts'
import { verifyFullMlsag, verifySimpleMlsag } from '../../crypto/signatures/mlsag.ts'
import type { OutputRecord, ParsedTransaction } from '../records/chainRecords.ts'
import type { Consensus, FamilyState } from './consensus.ts'
import { type Flag, type Refusal, refusal } from './refusal.ts'
import { isTransfer } from './semantics.ts'

/** The chain as these checks read it; implemented by `Chain`. */
export type ChainView = {
  readonly rules: { readonly network: Network; readonly consensus: Consensus }
  readonly height: number
  readonly state: FamilyState
  readonly outputs: readonly OutputRecord[]
  isSpent(keyImage: Uint8Array): boolean
  isUnlocked(unlockTime: bigint): boolean
}

/** Checks the outputs and the RingCT type against the rules of the fork. */
export const checkOutputs = ({ rules, height }: ChainView, { transaction }: ParsedTransaction): Refusal | undefined => {
  if (!isTransfer(transaction)) return undefined
  const invalid = (reason: string): Refusal => refusal(reason, 'invalidOutput')
  if (transaction.outputs.some(({ amount }) => amount !== 0n)) return invalid('an output has a visible amount')
  if (transaction.outputs.some(({ key }) => !isPoint(key))) return invalid('an output key is not a point')
  const fault = rules.consensus.outputFault(transaction, height)
  return fault === undefined ? undefined : invalid(fault)
}

/** Returns the members of a ring; undefined if one is missing or locked. */
const ringOf = (view: ChainView, { amount, keyOffsets }: KeyInput): OutputRecord[] | undefined => {
  // All outputs of the chain are RingCT outputs (amount 0).
  const indices = amount === 0n ? absoluteOffsets(keyOffsets) : undefined
  if (indices === undefined) return undefined
  const members: OutputRecord[] = []
  for (const index of indices) {
    const member = view.outputs[index]
    if (member === undefined || !view.isUnlocked(member.unlockTime)) return undefined
    members.push(member)
  }
  return members
}

const versionRefusal = (consensus: Consensus, transaction: Transaction, fork: number): Refusal | undefined => {
  const { min, max } = consensus.transactionVersions(fork)
  const highest = consensus.maxTransactionType(fork)
  const { version, type } = transaction
  const faults: [Flag, string][] = []
  if (version < min || version > max)
    faults.push(['invalidVersion', `version ${version} is not allowed at fork ${fork} (${min} to ${max})`])
  if (type > highest) faults.push(['invalidType', `type ${type} is above the maximum of fork ${fork} (${highest})`])
  if (faults.length === 0) return undefined
  return refusal(faults.map(([, reason]) => reason).join(', '), ...faults.map(([flag]) => flag))
}

const noKey = new Uint8Array()

/** Returns the index of the first input with an invalid ring signature; undefined if all are valid. */
const unsignedInput = (transaction: Transaction, rings: readonly (readonly OutputRecord[])[]): number | undefined => {
  const message = ringSignatureMessage(transaction)
  const keyImages = transaction.inputs.map((input) => (input.kind === 'key' ? input.keyImage : noKey))
  const ringKeys = rings.map((ring) => ring.map(({ key }) => key))
  const ringCommitments = rings.map((ring) => ring.map(({ commitment }) => commitment))
  const { clsags = [], mlsags = [] } = transaction.prunable ?? {}
  if (transaction.rct?.type === RctType.full) {
    const { commitments: outputCommitments, fee } = transaction.rct
    const statement = { message, ringKeys, ringCommitments, keyImages, outputCommitments, fee }
    const [mlsag] = mlsags
    return mlsag !== undefined && verifyFullMlsag(statement, mlsag) ? undefined : 0
  }
  const pseudoOuts = pseudoOutsOf(transaction)
  const unsigned = keyImages.findIndex((keyImage, i) => {
    const statement = {
      message,
      ringKeys: ringKeys[i] ?? [],
      ringCommitments: ringCommitments[i] ?? [],
      pseudoOut: pseudoOuts[i] ?? noKey,
      keyImage,
    }
    const [clsag, mlsag] = [clsags[i], mlsags[i]]
    if (clsag !== undefined) return !verifyClsag(statement, clsag)
    return mlsag === undefined || !verifySimpleMlsag(statement, mlsag)
  })
  return unsigned === -1 ? undefined : unsigned
}

/** Result for valid inputs: the height of the youngest ring member. */
export type VerifiedInputs = { readonly highestMember: number }

/**
 * Checks version, type and inputs.
 * @param signaturesKnown returns whether the signatures over exactly these rings were verified before
 */
export const checkInputs = (
  view: ChainView,
  parsed: ParsedTransaction,
  signaturesKnown: (rings: readonly (readonly OutputRecord[])[]) => boolean,
): Refusal | VerifiedInputs => {
  const { transaction } = parsed
  const { network, consensus } = view.rules
  const fork = hardForkAt(network, view.height)
  const wrongVersion = versionRefusal(consensus, transaction, fork)
  if (wrongVersion !== undefined) return wrongVersion
  if (!isTransfer(transaction)) return view.state.transactionFault(parsed, view.height) ?? { highestMember: 0 }
  const minOutputs = consensus.minOutputs(transaction, fork)
  if (transaction.outputs.length < minOutputs)
    return refusal(`it has ${transaction.outputs.length} outputs, at least ${minOutputs} are needed`, 'tooFewOutputs')

  const rings: OutputRecord[][] = []
  let previous: Uint8Array | undefined
  let highestMember = 0
  for (const input of transaction.inputs) {
    if (input.kind !== 'key') return refusal('an input is not a key input')
    if (input.keyOffsets.length !== network.ringSize)
      return refusal(`a ring has ${input.keyOffsets.length} members instead of ${network.ringSize}`, 'lowMixin')
    if (previous !== undefined && compareBytes(input.keyImage, previous) >= 0)
      return refusal('the key images are not in descending order')
    previous = input.keyImage
    if (view.isSpent(input.keyImage))
      return refusal(`key image ${toHex(input.keyImage)} is spent on the chain`, 'doubleSpend')
    const ring = ringOf(view, input)
    if (ring === undefined) return refusal('a ring member does not exist or is locked', 'invalidInput')
    const locked = view.state.keyImageFault(input.keyImage, view.height)
    if (locked !== undefined) return locked
    rings.push(ring)
    highestMember = Math.max(highestMember, ring.at(-1)?.height ?? 0)
  }
  const age = consensus.minRingMemberAge(fork)
  if (highestMember + age > view.height)
    return refusal(`a ring member of block ${highestMember} is younger than ${age} blocks`)
  const unsigned = signaturesKnown(rings) ? undefined : unsignedInput(transaction, rings)
  if (unsigned !== undefined) return refusal(`the ring signature of input ${unsigned} is invalid`)
  return view.state.transactionFault(parsed, view.height) ?? { highestMember }
}
