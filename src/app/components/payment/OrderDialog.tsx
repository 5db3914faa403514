// The review of an order of a name or a stake. Nothing is sent before it is confirmed here.
import type { JSX } from 'solid-js'
import type { PreparedTransfer } from '../../../engine/api/engineViews.ts'
import { reportInternal } from '../../host/device/reportInternal.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { ShownAmounts } from '../../state/wallet/shownAmounts.tsx'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Notice, Problem } from '../feedback/Notice.tsx'
import { Dialog } from '../layout/Dialog.tsx'
import { Amount } from '../money/Amount.tsx'
import { Fact, Facts } from '../text/Facts.tsx'

export const OrderDialog = (props: {
  readonly title: string
  readonly warning: string
  readonly transfer: PreparedTransfer
  /** part of the fee that is shown on its own, atomic units */
  readonly price: bigint
  readonly confirm: string
  /** facts of the order */
  readonly children: JSX.Element
  readonly onClose: () => void
  readonly onSent: () => void
}): JSX.Element => {
  const { engine } = useSession()
  const confirm = createAction(async () => {
    await engine.confirmTransfer(props.transfer.id)
    props.onSent()
  })
  const cancel = (): void => {
    if (confirm.running()) return
    // An order that is not discarded stays in memory; it is never sent by itself.
    engine.discardTransfer(props.transfer.id).catch(reportInternal)
    props.onClose()
  }
  return (
    <Dialog title={props.title} onClose={cancel}>
      <div class="form">
        <Notice kind="warning">{props.warning}</Notice>
        <ShownAmounts>
          <Facts>
            {props.children}
            <Fact testId="fee" name={t('send.fee')}>
              <Amount amount={props.transfer.fee - props.price} />
            </Fact>
            <Fact variant="sum" name={t('send.sum')}>
              <Amount amount={props.transfer.amount + props.transfer.fee} />
            </Fact>
          </Facts>
        </ShownAmounts>
        <Problem text={confirm.problem()} />
        <div class="buttons">
          <Button onClick={cancel}>{t(confirm.problem() === '' ? 'action.cancel' : 'action.close')}</Button>
          <Button
            variant="primary"
            disabled={confirm.problem() !== ''}
            busy={confirm.running()}
            onClick={() => void confirm.run()}
          >
            {props.confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
