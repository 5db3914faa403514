// Reminds of a backup, until there is one or the user wants to hear of it later.
import { type JSX, Show } from 'solid-js'
import { Button, ButtonLink } from '../../components/controls/Button.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

export const BackupReminder = (): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const postpone = createAction(() => engine.postponeBackupReminder())
  return (
    <Show when={wallet().backupDue}>
      <Card title={t('reminder.title')}>
        <p>{t(wallet().multisig === undefined ? 'reminder.body' : 'reminder.multisigBody')}</p>
        <Problem text={postpone.problem()} />
        <div class="buttons">
          <ButtonLink href="/settings/security" icon="save">
            {t('reminder.go')}
          </ButtonLink>
          <Button variant="quiet" busy={postpone.running()} onClick={() => void postpone.run()}>
            {t('reminder.later')}
          </Button>
        </div>
      </Card>
    </Show>
  )
}
