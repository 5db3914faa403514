// Name, network and address of the wallet; scanning again and removing it.
import { createSignal, type JSX, Show } from 'solid-js'
import { CopyableAddress } from '../../components/address/Address.tsx'
import { Button } from '../../components/controls/Button.tsx'
import { Done, Problem } from '../../components/feedback/Notice.tsx'
import { TextField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Dialog } from '../../components/layout/Dialog.tsx'
import { SettingRow, SettingRows } from '../../components/layout/SettingRow.tsx'
import { Fact, Facts, WideFact } from '../../components/text/Facts.tsx'
import { RemoveWallet } from '../../components/wallet/RemoveWallet.tsx'
import { createRestoreFromForm, RestoreFromField } from '../../components/wallet/RestoreFrom.tsx'
import { networkName } from '../../state/nodes/networks.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { createHeightText } from '../../state/wallet/chainTimes.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { beginningText, isRestored } from './beginning.ts'

export const WalletCard = (): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const heightText = createHeightText()
  const [edited, setEdited] = createSignal<string>()
  const [done, setDone] = createSignal('')
  const name = (): string => edited() ?? wallet().name
  const save = createAction(async () => {
    if (name().trim() === '') return
    await engine.renameWallet(name().trim())
    setEdited(undefined)
    setDone(t('action.saved'))
  })
  return (
    <Card title={t('settings.wallet')}>
      <form
        novalidate
        onSubmit={(event) => {
          event.preventDefault()
          void save.run()
        }}
      >
        <TextField
          label={t('settings.name')}
          value={name()}
          problem={name().trim() === '' ? t('wallet.nameMissing') : ''}
          onInput={(value) => {
            setEdited(value)
            setDone('')
          }}
          after={
            <Button type="submit" busy={save.running()}>
              {t('settings.nameSave')}
            </Button>
          }
        />
        <Problem text={save.problem()} />
        <Done text={done()} />
      </form>
      <Facts>
        <Fact name={t('settings.network')}>{networkName(wallet().networkId)}</Fact>
        <Show when={isRestored(wallet())}>
          <Fact name={t('settings.restoreHeight')}>
            <span class="numerals">{beginningText(wallet(), heightText.value)}</span>
          </Fact>
        </Show>
        <WideFact name={t('settings.address')}>
          <CopyableAddress text={wallet().address} label={t('receive.copyAddress')} />
        </WideFact>
      </Facts>
    </Card>
  )
}

const RescanDialog = (props: { readonly onClose: () => void; readonly onDone: () => void }): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const from = createRestoreFromForm(() => wallet().networkId)
  const rescan = createAction(async () => {
    const since = from.validate()
    if (since === undefined) return
    await engine.rescan(since)
    props.onDone()
  })
  return (
    <Dialog title={t('settings.rescan')} onClose={props.onClose}>
      <Form onSubmit={() => void rescan.run()}>
        <p>{t('settings.rescanBody')}</p>
        <RestoreFromField form={from} />
        <Problem text={rescan.problem()} />
        <div class="buttons">
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={rescan.running()}>
            {t('settings.rescanGo')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

export const AdvancedCard = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const [open, setOpen] = createSignal<'rescan' | 'remove'>()
  const [done, setDone] = createSignal('')
  return (
    <SettingRows>
      <SettingRow title={t('settings.rescan')} hint={t('settings.rescanBody')}>
        <Button icon="refresh" onClick={() => setOpen('rescan')}>
          {t('settings.rescan')}
        </Button>
      </SettingRow>
      <SettingRow title={t('settings.removeThis')} hint={wallet().viewOnly ? '' : t('settings.removeHint')}>
        <Button variant="danger" icon="trash" onClick={() => setOpen('remove')}>
          {t('settings.remove')}
        </Button>
      </SettingRow>
      <Done text={done()} />
      <Show when={open() === 'rescan'}>
        <RescanDialog
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            setDone(t('settings.rescanDone'))
          }}
        />
      </Show>
      <Show when={open() === 'remove'}>
        <RemoveWallet wallet={wallet()} onClose={() => setOpen(undefined)} />
      </Show>
    </SettingRows>
  )
}
