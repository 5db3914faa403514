// A proof with what it is about, as one text that people send to each other.
import { beginsArmouredProof, parseArmouredProof } from '../../../coin/proofs/armouredProof.ts'
import type { ProofCheck, ProofKind } from '../../../wallet/proofs/proofViews.ts'

/** The parts of a proof as typed. Those that its kind does not need are empty. */
export type ProofParts = {
  readonly txid: string
  readonly address: string
  readonly message: string
  readonly proof: string
  /** name of the network that the text names */
  readonly network: string
}

export const EMPTY_PROOF: ProofParts = { txid: '', address: '', message: '', proof: '', network: '' }

/** The names of the parts in the text, in every language, so that the wallet of the other person reads them. */
const NAMES = { txid: 'Transaction', address: 'Address', message: 'Message', proof: 'Proof' } as const

/** The parts that stand in one line. The message follows them to the end of the text, as it was typed. */
const LINES = ['txid', 'address', 'proof'] as const

/** Returns a proof with its other parts. */
export const formatProofText = (parts: Partial<ProofParts>): string => {
  const lines = LINES.flatMap((part) => (parts[part] ? [`${NAMES[part]}: ${parts[part]}`] : []))
  return [...lines, ...(parts.message ? [`${NAMES.message}: ${parts.message}`] : [])].join('\n')
}

/** Returns the parts of a text that this wallet wrote; undefined if it names no proof. */
const parseOwnText = (text: string): Partial<ProofParts> | undefined => {
  const [, head = text, message] = /^([\s\S]*?)^Message: ?([\s\S]*)$/m.exec(text) ?? []
  const found = LINES.flatMap((part) => {
    const line = new RegExp(`^\\s*${NAMES[part]}:[ \\t]*(\\S+)[ \\t]*$`, 'm').exec(head)?.[1]
    return line === undefined ? [] : [[part, line] as const]
  })
  const parts: Partial<ProofParts> = Object.fromEntries(found)
  return parts.proof === undefined ? undefined : { ...parts, message: message ?? '', network: '' }
}

/** Returns the parts of a pasted text, in the form of this wallet or of others; if it has no named parts, all of it is the proof. */
export const parseProofText = (text: string): Partial<ProofParts> => {
  // Each form can be in the message of the other: the one that begins the text counts.
  const parts = text.trimStart().startsWith('-----')
    ? parseArmouredProof(text)
    : (parseOwnText(text) ?? parseArmouredProof(text))
  return parts ?? { proof: text.trim(), network: '' }
}

/** Returns whether a text is a proof of another wallet whose end is missing. */
export const isCutProof = (text: string): boolean => beginsArmouredProof(text) && parseArmouredProof(text) === undefined

/** Returns whether a proof names another network than that of the wallet (`own`: its name in such proofs). */
export const isOfOtherNetwork = ({ network }: ProofParts, own: string | undefined): boolean =>
  network !== '' && network.toLowerCase() !== own?.toLowerCase()

const HEADERS: readonly (readonly [RegExp, ProofKind])[] = [
  [/^(Out|In)ProofV/, 'payment'],
  [/^SpendProofV/, 'spend'],
  [/^ReserveProofV/, 'reserve'],
  [/^SigV/, 'message'],
  [/^([0-9a-f]{64})+$/i, 'payment'],
]

/** Returns what a proof proves, by its first characters; a transaction key proves a payment. Undefined if it is no proof. */
export const proofKind = (proof: string): ProofKind | undefined =>
  HEADERS.find(([header]) => header.test(proof.trim()))?.[1]

/** Returns which parts a proof needs. */
export const neededParts = (kind: ProofKind | undefined): readonly ('txid' | 'address')[] => {
  if (kind === 'payment') return ['txid', 'address']
  if (kind === 'spend') return ['txid']
  return kind === undefined ? [] : ['address']
}

/** Returns the check of a proof. */
export const proofCheck = (kind: ProofKind, { txid, address, message, proof }: ProofParts): ProofCheck => {
  if (kind === 'payment') return { kind, txid, address, message, proof }
  return kind === 'spend' ? { kind, txid, message, proof } : { kind, address, message, proof }
}
