// Messages signed with a key of an address, verified with the address.

import { withSecrets } from '../../bytes/bytes.ts'
import { encodeText, type TextEncoding, withEncodings } from '../../bytes/text.ts'
import { type Address, subaddressAt } from '../../coin/addresses/address.ts'
import type { Network } from '../../coin/networks/network.ts'
import { multiplySecrets } from '../../crypto/curve/secretScalar.ts'
import {
  type SigningKey,
  signMessageV1,
  signMessageV2,
  type VerifiedMessage,
  verifyMessage as verifySigned,
} from '../../crypto/signatures/signature.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Wallet } from '../open/wallet.ts'
import { WatchOnlyError } from '../spend/paymentContext.ts'
import type { SubaddressIndex } from '../state/outputFields.ts'
import { isFull, spendSecretAt } from '../state/outputSecrets.ts'

/** The network does not support message signatures with this key. */
export class SigningKeyError extends FabaError {
  override readonly name = 'SigningKeyError'
  readonly code = 'signing-key'
}

/** Computes the spend or view secret of an address of the wallet. The caller wipes it. */
const secretOf = ({ keys }: Wallet, index: SubaddressIndex, signedWith: SigningKey): Uint8Array => {
  if (signedWith === 'view' && index.major === 0 && index.minor === 0) return keys.viewSecret.slice()
  if (!isFull(keys)) throw new WatchOnlyError()
  if (signedWith === 'spend') return spendSecretAt(keys, index)
  return withSecrets((keep) => multiplySecrets(keys.viewSecret, keep(spendSecretAt(keys, index))))
}

/**
 * Signs a message with a key of an address of the wallet.
 * @throws WatchOnlyError if the wallet does not have the secret; SigningKeyError if the network's signatures do not support view keys
 */
export const signMessage = (
  wallet: Wallet,
  message: string,
  index: SubaddressIndex,
  signedWith: SigningKey,
  encoding: TextEncoding = 'utf-8',
): string => {
  const { network, keys, random } = wallet
  if (network.messageSignature === 'SigV1' && signedWith !== 'spend')
    throw new SigningKeyError(`messages of ${network.name} are signed with the spend key only`)
  const { spendKey, viewKey } = subaddressAt(keys, index.major, index.minor)
  const signed = encodeText(message, encoding)
  return withSecrets((keep) => {
    const secret = keep(secretOf(wallet, index, signedWith))
    return network.messageSignature === 'SigV1'
      ? signMessageV1(signed, spendKey, secret, random)
      : signMessageV2(signed, { spendPublic: spendKey, viewPublic: viewKey }, signedWith, secret, random)
  })
}

/** Verifies the signature of a message, in any of its encodings, and returns its version and key; undefined if it is invalid. */
export const verifyMessage = (
  { messageSignature }: Network,
  message: string,
  { spendKey, viewKey }: Address,
  signature: string,
): VerifiedMessage | undefined => {
  const verified = withEncodings(message, (bytes) =>
    verifySigned(signature, bytes, { spendPublic: spendKey, viewPublic: viewKey }),
  )
  const isKnown = messageSignature === 'SigV2' || (verified?.version === 1 && verified.signedWith === 'spend')
  return isKnown ? verified : undefined
}
