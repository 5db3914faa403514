// Shown instead of a wallet: while another tab owns the engine, while a new version takes over, after the
// engine stopped, or where it cannot run.
import { createSignal, type JSX, Show } from 'solid-js'
import { Button } from '../components/Button.tsx'
import { Mark } from '../components/Mark.tsx'
import { Problem } from '../components/Notice.tsx'
import { Screen } from '../components/Screen.tsx'
import { loadAnew, loadHeldUp } from '../host/update.ts'
import { useSession } from '../state/session.tsx'
import { t } from '../text/text.ts'

export const Elsewhere = (): JSX.Element => {
  const session = useSession()
  const taking = (): boolean => session.phase() === 'taking over'
  return (
    <Screen title={t('elsewhere.title')}>
      <div class="screen-mark">
        <Mark size={56} />
      </div>
      <p>{t('elsewhere.body')}</p>
      <Button look="primary" wide busy={taking()} onClick={() => void session.useHere()}>
        {t(taking() ? 'elsewhere.taking' : 'elsewhere.use')}
      </Button>
    </Screen>
  )
}

export const Updating = (): JSX.Element => {
  const { problem } = useSession()
  const [returning, setReturning] = createSignal(false)
  const stay = (): void => {
    setReturning(true)
    void loadHeldUp()
  }
  return (
    <Screen title={t('update.title')}>
      <p role="status">{t(problem() === '' ? 'update.body' : 'update.heldUp')}</p>
      <Problem text={problem()} />
      <Show when={problem()}>
        <Button look="primary" wide busy={returning()} onClick={stay}>
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

export const Crashed = (): JSX.Element => {
  const { problem } = useSession()
  return (
    <Screen title={t('crashed.title')}>
      <p>{t('crashed.body')}</p>
      <Problem text={problem()} />
      <Button look="primary" wide onClick={loadAnew}>
        {t('crashed.reload')}
      </Button>
    </Screen>
  )
}
