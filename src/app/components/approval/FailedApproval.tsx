// The dialog in place of one that failed to show the RPC request of a page.
import { type JSX, untrack } from 'solid-js'
import type { ApprovalRequest } from '../../../engine/api/approvalRequest.ts'
import { errorText } from '../../format/error.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Problem } from '../feedback/Notice.tsx'
import { Dialog } from '../layout/Dialog.tsx'
import { LockButton } from './LockButton.tsx'

/** Shows that a request cannot be shown, which can then only be refused. */
export const FailedApproval = (props: { readonly id: ApprovalRequest['id']; readonly error: unknown }): JSX.Element => {
  const { engine } = useSession()
  const refuse = createAction(async () => engine.decideApproval(props.id, 'refuse', ''))
  const text = untrack(() => errorText(props.error))
  return (
    <Dialog title={t('approval.failedTitle')} onClose={() => void refuse.run()}>
      <p>{t('approval.failedBody')}</p>
      <Problem text={refuse.problem() === '' ? text : refuse.problem()} />
      <div class="buttons stacked">
        <Button busy={refuse.running()} onClick={() => void refuse.run()}>
          {t('approval.refuse')}
        </Button>
        <LockButton />
      </div>
    </Dialog>
  )
}
