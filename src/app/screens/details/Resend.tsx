// A payment that is no longer in the chain: the user submits it again.
import type { JSX } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Notice, Problem } from '../../components/feedback/Notice.tsx'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { t } from '../../text/text.ts'

export const Resend = (props: { readonly txid: string }): JSX.Element => {
  const { engine } = useSession()
  const resend = createAction(async () => {
    await engine.resendPayment(props.txid)
  })
  return (
    <div class="stack">
      <Notice kind="warning">{t('details.reverted')}</Notice>
      <Problem text={resend.problem()} />
      <div class="buttons">
        <Button icon="send" busy={resend.running()} onClick={() => void resend.run()}>
          {t('details.resend')}
        </Button>
      </div>
    </div>
  )
}
