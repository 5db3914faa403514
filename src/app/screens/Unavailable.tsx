// The screens of a tab that cannot show a wallet: another tab owns the engine, an update is running, the engine crashed, the
// origin is not secure, or the browser lacks a feature.
import { type JSX, Show } from 'solid-js'
import { Button } from '../components/controls/Button.tsx'
import { Problem } from '../components/feedback/Notice.tsx'
import { Mark } from '../components/layout/Mark.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import type { Missing } from '../host/device/browserSupport.ts'
import { reloadActiveVersion, reloadPage } from '../host/services/update.ts'
import { createAction } from '../state/requests/action.ts'
import { useSession } from '../state/session/session.tsx'
import { t } from '../text/text.ts'

export const OtherTab = (): JSX.Element => {
  const session = useSession()
  const isTakingOver = (): boolean => session.phase() === 'taking-over'
  return (
    <Screen title={t('otherTab.title')}>
      <div class="screen-mark">
        <Mark size={56} />
      </div>
      <p>{t('otherTab.body')}</p>
      <Button variant="primary" wide busy={isTakingOver()} onClick={() => void session.useHere()}>
        {t(isTakingOver() ? 'otherTab.takingOver' : 'otherTab.use')}
      </Button>
    </Screen>
  )
}

export const Updating = (): JSX.Element => {
  const { problem } = useSession()
  const stay = createAction(reloadActiveVersion)
  return (
    <Screen title={t('update.title')}>
      <p role="status">{problem() === '' ? t('update.body') : ''}</p>
      <Problem text={stay.problem() || problem()} />
      <Show when={problem()}>
        <Button variant="primary" wide busy={stay.running()} onClick={() => void stay.run()}>
          {t('update.stay')}
        </Button>
      </Show>
    </Screen>
  )
}

export const Insecure = (): JSX.Element => (
  <Screen title={t('insecure.title')}>
    <p>{t('insecure.body')}</p>
  </Screen>
)

const missingText = (missing: Missing): string => {
  if (missing.feature === 'update') return t('unsupported.update', { feature: missing.name })
  return t(`unsupported.${missing.feature}`)
}

export const Unsupported = (props: { readonly missing: Missing }): JSX.Element => (
  <Screen title={t('unsupported.title')}>
    <p>{missingText(props.missing)}</p>
    <Button variant="primary" wide onClick={reloadPage}>
      {t('crashed.reload')}
    </Button>
  </Screen>
)

export const Crashed = (props: { readonly problem: string }): JSX.Element => (
  <Screen title={t('crashed.title')}>
    <p>{t('crashed.body')}</p>
    <Problem text={props.problem} />
    <Button variant="primary" wide onClick={reloadPage}>
      {t('crashed.reload')}
    </Button>
  </Screen>
)
