// Asks before the open wallet closes for another one, if something that the user entered would be lost. A lock keeps it.
import { type JSX, Show } from 'solid-js'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import type { DraftPlace } from '../../state/wallet/drafts.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { listOf, type TextKey, t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Problem } from '../feedback/Notice.tsx'
import { Dialog } from '../layout/Dialog.tsx'

const PLACES = {
  send: 'nav.send',
  receive: 'nav.receive',
  details: 'details.title',
  proofs: 'proofs.title',
  names: 'tools.names',
  stakes: 'tools.stakes',
  multisig: 'tools.multisig',
  offline: 'tools.offline',
  settings: 'nav.settings',
  view: 'nav.home',
} as const satisfies Record<DraftPlace, TextKey>

const Question = (props: { readonly places: readonly DraftPlace[] }): JSX.Element => {
  const { engine } = useSession()
  const { leaving } = useOpenWallet()
  const lock = createAction(() => engine.lock())
  return (
    <Dialog title={t('leaving.title')} onClose={leaving.stay}>
      <div class="form">
        <p>{t('leaving.lost', { places: listOf(props.places.map((place) => t(PLACES[place]))) })}</p>
        <p class="muted">{t('leaving.lockKeeps')}</p>
        <Problem text={leaving.discard.problem() || lock.problem()} />
        <div class="buttons stacked">
          <Button icon="lock" busy={lock.running()} onClick={() => void lock.run()}>
            {t('nav.lock')}
          </Button>
          <Button variant="danger" busy={leaving.discard.running()} onClick={() => void leaving.discard.run()}>
            {t('leaving.discard')}
          </Button>
          <Button onClick={leaving.stay}>{t('action.cancel')}</Button>
        </div>
      </div>
    </Dialog>
  )
}

export const SwitchQuestion = (): JSX.Element => {
  const { leaving } = useOpenWallet()
  return <Show when={leaving.asked()}>{(places) => <Question places={places()} />}</Show>
}
