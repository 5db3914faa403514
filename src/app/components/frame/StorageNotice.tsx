// Shows on every screen that the open wallet is no longer stored, or cannot be: what happened, and what saves the wallet.
import { createEffect, createSignal, type JSX, Match, on, Show, Switch } from 'solid-js'
import { storageProblemText, syncPhase } from '../../state/nodes/syncPhase.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { Done, Problem } from '../feedback/Notice.tsx'
import { Card } from '../layout/Card.tsx'
import { BackupDialog } from '../wallet/SecretFileDialog.tsx'

const Alert = (props: { readonly text: string }): JSX.Element => (
  <div class="notice" data-kind="problem" role="alert">
    <Icon name="warning" />
    <p>{props.text}</p>
  </div>
)

/** The storage was cleared: the wallets are in the memory of this tab. `children`: other buttons. */
export const ClearedStorageNotice = (props: { readonly children?: JSX.Element }): JSX.Element => {
  const { engine, view } = useSession()
  const writeBack = createAction(() => engine.writeBack())
  return (
    <Show when={view.storageCleared}>
      <Card title={t('storageLoss.clearedTitle')}>
        <Alert text={t('storageLoss.clearedBody')} />
        <Problem text={writeBack.problem()} />
        <div class="buttons">
          {props.children}
          <Button variant="primary" busy={writeBack.running()} onClick={() => void writeBack.run()}>
            {t('storageLoss.writeBack')}
          </Button>
        </div>
      </Card>
    </Show>
  )
}

/** The storage was cleared while no wallet was open: nothing is left to save. */
export const LostWalletsNotice = (): JSX.Element => {
  const { view } = useSession()
  return (
    <Show when={view.walletsLost}>
      <Card title={t('storageLoss.lostTitle')}>
        <Alert text={t('storageLoss.lostBody')} />
      </Card>
    </Show>
  )
}

/** What the user must know of the storage while a wallet is open. */
export const StorageNotice = (): JSX.Element => {
  const { view } = useSession()
  const { wallet } = useOpenWallet()
  const [saving, setSaving] = createSignal(false)
  const [done, setDone] = createSignal('')
  createEffect(
    on(
      () => view.storageCleared,
      (isCleared, wasCleared) => setDone(wasCleared === true && !isCleared ? t('storageLoss.writtenBack') : ''),
    ),
  )
  const save = (): JSX.Element => (
    <Button icon="save" onClick={() => setSaving(true)}>
      {t('storageLoss.saveBackup')}
    </Button>
  )
  return (
    <>
      <Switch>
        <Match when={view.storageCleared}>
          <ClearedStorageNotice>{save()}</ClearedStorageNotice>
        </Match>
        <Match when={syncPhase(wallet().sync) === 'storage'}>
          <Card title={t('storageLoss.problemTitle')}>
            <Alert text={storageProblemText(wallet().sync)} />
            <p>{t('storageLoss.problemBody')}</p>
            <div class="buttons">{save()}</div>
          </Card>
        </Match>
      </Switch>
      <Show when={done() !== ''}>
        <Done text={done()} />
      </Show>
      <Show when={saving()}>
        <BackupDialog
          onClose={() => setSaving(false)}
          onDone={() => {
            setSaving(false)
            setDone(t('backup.done'))
          }}
        />
      </Show>
    </>
  )
}
