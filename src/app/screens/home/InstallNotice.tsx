// Offers to install the page as an app, once the wallet has coins and where the browser can, until the user declines.
import { createSignal, type JSX, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { canInstall, install, isInstalled } from '../../host/device/install.ts'
import { isGuideClosed, rememberGuide } from '../../state/preferences/preferences.ts'
import { createAction } from '../../state/requests/action.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

const OFFER = 'install'

export const InstallNotice = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const [declined, setDeclined] = createSignal(isGuideClosed(OFFER))
  const decline = (): void => {
    rememberGuide(OFFER, false)
    setDeclined(true)
  }
  // The dialog of the browser is shown once: a user who closes it has declined.
  const accept = createAction(async () => {
    if (!(await install())) decline()
  })
  return (
    <Show when={canInstall() && !isInstalled() && !declined() && wallet().balance.total > 0n}>
      <Card title={t('device.install')}>
        <p>{t('device.installHint')}</p>
        <Problem text={accept.problem()} />
        <div class="buttons">
          <Button icon="save" busy={accept.running()} onClick={() => void accept.run()}>
            {t('device.install')}
          </Button>
          <Button variant="quiet" onClick={decline}>
            {t('device.installLater')}
          </Button>
        </div>
      </Card>
    </Show>
  )
}
