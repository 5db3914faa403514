// The challenge of a ring member as verifiers of a CLSAG compute it: from that of member 0, through the members before.

import type { MultisigClsag } from '../../../src/crypto/signatures/multisigClsag.ts'

/** Returns the challenge of the real member that follows from that of member 0. For member 0 itself it is the same. */
export const challengeAfter = ({ ring, s, index }: MultisigClsag, first: Uint8Array): Uint8Array => {
  let challenge = first
  for (let i = 0; i < index; i++) challenge = ring.next(i, challenge, s[i] ?? new Uint8Array())
  return challenge
}
