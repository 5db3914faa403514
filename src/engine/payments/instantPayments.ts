// Instant payments (blinks) as the page offers them: only where quorums can approve them now, and in a wallet that sends its own payments.

import { FabaError } from '../../errors/fabaError.ts'
import { canApproveBlinks } from '../../wallet/node/blinkApproval.ts'
import type { Wallet } from '../../wallet/open/wallet.ts'

/** No quorum can approve an instant payment at present. Nothing was sent. */
export class InstantUnavailableError extends FabaError {
  override readonly name = 'InstantUnavailableError'
  readonly code = 'instant-unavailable'

  constructor() {
    super('no quorum can approve an instant payment at present, and nothing was sent; choose another priority')
  }
}

/** Returns whether a payment of this wallet can be approved as a blink. Signed sets of other copies or participants are none. */
export const offersInstant = async ({ network, keys, viewOnly, sync, state }: Wallet): Promise<boolean> =>
  !viewOnly &&
  keys.multisig === undefined &&
  (await canApproveBlinks(network, sync.node, state.height, sync.info?.development ?? false))

/**
 * Checks before a payment is prepared or sent that the promise of its priority can be kept.
 * @throws InstantUnavailableError
 */
export const requireInstant = async (wallet: Wallet, isInstant: boolean): Promise<void> => {
  if (isInstant && !(await offersInstant(wallet))) throw new InstantUnavailableError()
}
