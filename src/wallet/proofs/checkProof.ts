// Checks a proof of any kind, as text.

import { fromHex, HexError } from '../../bytes/hex.ts'
import { parseAddress } from '../../coin/addresses/address.ts'
import type { Wallet } from '../open/wallet.ts'
import { checkPayment, checkTransactionKeys, type ReceivedPayment } from './paymentProof.ts'
import type { ProofCheck, ProofVerdict } from './proofViews.ts'
import { checkReserve } from './reserveProof.ts'
import { verifyMessage } from './signedMessages.ts'
import { checkSpend } from './spendProof.ts'

/** Bytes of a key or id. */
const KEY = 32

/**
 * Parses transaction keys as wallet2 writes them: the main key, then the additional keys, concatenated hex.
 * @throws HexError
 */
const parseTransactionKeys = (text: string): Uint8Array[] => {
  const bytes = fromHex(text)
  if (bytes.length === 0 || bytes.length % KEY !== 0)
    throw new HexError(`a transaction key has ${2 * KEY} hex digits, or several times as many, not ${text.length}`)
  return Array.from({ length: bytes.length / KEY }, (_, i) => bytes.slice(i * KEY, (i + 1) * KEY))
}

const NOTHING: ReceivedPayment = { received: 0n, inPool: false, confirmations: 0 }

const paymentVerdict = async (
  wallet: Wallet,
  { txid, address, message, proof }: Extract<ProofCheck, { readonly kind: 'payment' }>,
): Promise<ProofVerdict> => {
  const [id, receiver] = [fromHex(txid.trim(), KEY), parseAddress(wallet.network, address.trim())]
  const isKey = /^[0-9a-f]+$/i.test(proof)
  const found = isKey
    ? await checkTransactionKeys(wallet, id, parseTransactionKeys(proof), receiver)
    : await checkPayment(wallet, id, receiver, message, proof)
  // A key of another transaction is no error: the address just received nothing by it.
  return { kind: 'payment', good: found !== undefined && found.received > 0n, ...(found ?? NOTHING) }
}

/**
 * Verifies a proof or a signature.
 * @throws ProofError, ProofTextError, AddressError, HexError, NodeError
 */
export const checkProof = async (wallet: Wallet, check: ProofCheck): Promise<ProofVerdict> => {
  const { kind, message } = check
  const proof = check.proof.trim()
  if (kind === 'payment') return paymentVerdict(wallet, { ...check, proof })
  if (kind === 'spend') return { kind, good: await checkSpend(wallet, fromHex(check.txid.trim(), KEY), message, proof) }
  const address = parseAddress(wallet.network, check.address.trim())
  if (kind === 'reserve') return { kind, ...(await checkReserve(wallet, address, message, proof)) }
  return { kind, good: verifyMessage(wallet.network, message, address, proof) !== undefined }
}
