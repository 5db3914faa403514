// A payment that is prepared, and waits for the review of the user.
import { type Accessor, createSignal, onCleanup } from 'solid-js'
import type { PreparedTransfer } from '../../../engine/api/engineViews.ts'
import { reportInternal } from '../../host/device/reportInternal.ts'
import { useSession } from '../session/session.tsx'

export type PreparedPayment = {
  /** the payment to review; undefined without one */
  readonly prepared: Accessor<PreparedTransfer | undefined>
  hold(prepared: PreparedTransfer): void
  discard(): void
}

/** Creates the place of a prepared payment, which is discarded with the screen. */
export const createPreparedPayment = (): PreparedPayment => {
  const { engine } = useSession()
  const [prepared, setPrepared] = createSignal<PreparedTransfer>()
  const discard = (): void => {
    const unwanted = prepared()
    setPrepared(undefined)
    // A prepared payment that is not discarded stays in memory; it is never sent by itself.
    if (unwanted !== undefined) engine.discardTransfer(unwanted.id).catch(reportInternal)
  }
  onCleanup(discard)
  return { prepared, hold: (payment) => void setPrepared(payment), discard }
}
