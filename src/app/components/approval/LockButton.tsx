// Locks the wallet from within a dialog, behind which the button of the bar cannot be reached.
import type { JSX } from 'solid-js'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Problem } from '../feedback/Notice.tsx'

export const LockButton = (): JSX.Element => {
  const { engine } = useSession()
  const lock = createAction(() => engine.lock())
  return (
    <>
      <Problem text={lock.problem()} />
      <Button variant="quiet" icon="lock" busy={lock.running()} onClick={() => void lock.run()}>
        {t('nav.lock')}
      </Button>
    </>
  )
}
