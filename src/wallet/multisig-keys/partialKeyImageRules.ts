// What partial key images of participants must have in common. Each share of the spend key belongs to a group of total - threshold + 1
// participants, so any two of them publish the same partial key image for the shares of their common groups. That a partial key image is
// made with the right share cannot be verified otherwise: wallet2 publishes no proof of it.

import { toHex } from '../../bytes/hex.ts'
import type { OutputMultisigInfo } from '../../coin/multisig/multisigInfo.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { binomial, hasKey } from './keySets.ts'
import type { MultisigAccount } from './multisigAccount.ts'

/** What a participant published of an output. */
export type PublishedPartials = Pick<OutputMultisigInfo, 'signer' | 'partialKeyImages'>

/** Why infos are refused. */
export type MultisigImportFault = 'count' | 'stranger' | 'twice' | 'outdated' | 'contradiction'

/** Valid infos that cannot belong to this wallet, or to the others. The message names the participant. */
export class MultisigImportError extends FabaError<{
  readonly fault: MultisigImportFault
  /** public key of the participant, hex; undefined if the error concerns the list */
  readonly signer?: string
}> {
  override readonly name = 'MultisigImportError'
  readonly code = 'multisig-import'
}

/** Returns an error that concerns what a participant published. */
export const participantError = (
  fault: MultisigImportFault,
  signer: Uint8Array,
  message: string,
): MultisigImportError =>
  new MultisigImportError(`${message}: participant ${toHex(signer)}`, { details: { fault, signer: toHex(signer) } })

const commonOf = (a: readonly Uint8Array[], b: readonly Uint8Array[]): number =>
  a.filter((image) => hasKey(b, image)).length

/**
 * Verifies the partial key images of an output as far as possible.
 * @param own of this participant
 * @param others what other participants published
 * @param known what they published before
 * @throws MultisigImportError that names a participant whose partial key images cannot be right
 */
export const checkPartialKeyImages = (
  { threshold, total }: Pick<MultisigAccount, 'threshold' | 'total'>,
  own: readonly Uint8Array[],
  others: readonly PublishedPartials[],
  known: readonly PublishedPartials[],
): void => {
  const groupSize = total - threshold + 1
  const [shares, common] = [binomial(total - 1, groupSize - 1), binomial(total - 2, groupSize - 2)]
  for (const [i, { signer, partialKeyImages }] of others.entries()) {
    const distinct = new Set(partialKeyImages.map(toHex)).size
    if (partialKeyImages.length !== shares || distinct !== shares)
      throw participantError(
        'contradiction',
        signer,
        `not one partial key image for each of ${shares} shares of the spend key`,
      )
    if (commonOf(partialKeyImages, own) !== common)
      throw participantError(
        'contradiction',
        signer,
        'partial key images of common shares differ from those of this wallet',
      )
    const before = known.find((one) => toHex(one.signer) === toHex(signer))
    if (before !== undefined && commonOf(partialKeyImages, before.partialKeyImages) !== shares)
      throw participantError('contradiction', signer, 'partial key images differ from those that were imported before')
    // Which of the two is wrong is unknown.
    if (others.slice(0, i).some((other) => commonOf(other.partialKeyImages, partialKeyImages) !== common))
      throw participantError(
        'contradiction',
        signer,
        'partial key images of common shares differ from those of another participant',
      )
  }
}
