// Key image unlocks, by which a contributor requests its stake back: the checks.

import { equalBytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import { keyImageUnlockHash } from '../../../coin/stakes/keyImageUnlock.ts'
import type { ExtraField } from '../../../coin/transactions/extraField.ts'
import { verifyHash } from '../../../crypto/signatures/signature.ts'
import { type Refusal, refusal } from '../../rules/refusal.ts'
import { nodeOfStake, type ServiceNodes } from './serviceNodes.ts'

type UnlockField = Extract<ExtraField, { readonly field: 'keyImageUnlock' }>

/** Returns why a stake cannot be unlocked; undefined if it can. */
export const keyImageUnlockFault = (list: ServiceNodes, field: UnlockField | undefined): Refusal | undefined => {
  if (field === undefined) return refusal('it names no key image to unlock')
  const { keyImage, signature } = field.proof
  const node = nodeOfStake(list, keyImage)
  const output = node?.contributors.flatMap(({ locked }) => locked).find((each) => equalBytes(each.keyImage, keyImage))
  if (node === undefined || output === undefined)
    return refusal(`key image ${toHex(keyImage)} is not a stake of a service node`, 'invalidInput')
  if (!verifyHash(keyImageUnlockHash(field.nonce), output.key, signature))
    return refusal('the signature of the stake is invalid')
  if (node.requestedUnlockHeight !== 0)
    return refusal(`the stakes of ${toHex(node.key)} were unlocked before`, 'doubleSpend')
  return undefined
}
