// Settings of the page on this device: its storage, the installed app, payment links, notifications.
import { createSignal, type JSX, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Done, Problem } from '../../components/feedback/Notice.tsx'
import { Switch } from '../../components/form/Field.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Fact, Facts } from '../../components/text/Facts.tsx'
import { formatBytes } from '../../format/bytes.ts'
import { canInstall, install, installMenu, isInstalled } from '../../host/device/install.ts'
import { areNotificationsAllowed, hasNotifications, requestNotifications } from '../../host/device/notifications.ts'
import { keepStorage, type StorageState } from '../../host/device/storage.ts'
import { canHandleLinks, handlePaymentLinks } from '../../host/navigation/paymentLinks.ts'
import { notifiesArrivals, setNotifiesArrivals } from '../../state/preferences/preferences.ts'
import { createAction, createQueuedAction } from '../../state/requests/action.ts'
import type { Fetched } from '../../state/requests/fetched.ts'
import { t } from '../../text/text.ts'

const sizeText = ({ used, quota }: StorageState): string =>
  quota === 0
    ? t('device.usedAlone', { used: formatBytes(used) })
    : t('device.used', { used: formatBytes(used), quota: formatBytes(quota) })

const StoragePart = (props: { readonly storage: Fetched<StorageState | undefined> }): JSX.Element => {
  const [answer, setAnswer] = createSignal('')
  const keep = createAction(async () => {
    setAnswer(t((await keepStorage()) ? 'device.keepDone' : 'device.keepRefused'))
    await props.storage.refetch()
  })
  return (
    <Show when={props.storage.value()}>
      {(known) => (
        <>
          <Facts>
            <Fact name={t('device.storage')}>
              <span class="numerals">{sizeText(known())}</span>
              <br />
              {t(known().isPersistent ? 'device.kept' : 'device.keptNot')}
            </Fact>
          </Facts>
          <Show when={!known().isPersistent}>
            <div class="buttons">
              <Button busy={keep.running()} onClick={() => void keep.run()}>
                {t('device.keep')}
              </Button>
            </div>
          </Show>
          <Problem text={keep.problem()} />
          <Done text={answer()} />
        </>
      )}
    </Show>
  )
}

/** How a browser without an offer installs the page. */
const InstallHowTo = (): JSX.Element => (
  <Show when={installMenu(navigator)}>
    {(menu) => (
      <p>
        {t('device.installHint')} {t(`device.installBy.${menu()}`)}
      </p>
    )}
  </Show>
)

const InstallPart = (): JSX.Element => {
  const action = createAction(async () => void (await install()))
  return (
    <Show when={!isInstalled()} fallback={<p class="muted">{t('device.installed')}</p>}>
      <Show when={canInstall()} fallback={<InstallHowTo />}>
        <p>{t('device.installHint')}</p>
        <div class="buttons">
          <Button icon="save" busy={action.running()} onClick={() => void action.run()}>
            {t('device.install')}
          </Button>
        </div>
        <Problem text={action.problem()} />
      </Show>
    </Show>
  )
}

const LinksPart = (): JSX.Element => {
  const [done, setDone] = createSignal('')
  const register = createAction(async () => {
    handlePaymentLinks()
    setDone(t('device.linksDone'))
  })
  return (
    <Show when={canHandleLinks()}>
      <p>{t('device.linksHint')}</p>
      <div class="buttons">
        <Button busy={register.running()} onClick={() => void register.run()}>
          {t('device.links')}
        </Button>
      </div>
      <Problem text={register.problem()} />
      <Done text={done()} />
    </Show>
  )
}

const ArrivalsPart = (): JSX.Element => {
  const change = createQueuedAction(async (isOn: boolean) => {
    if (isOn) await requestNotifications()
    setNotifiesArrivals(isOn)
  })
  return (
    <Show when={hasNotifications()}>
      <Switch
        label={t('device.arrivals')}
        hint={t('device.arrivalsHint')}
        checked={notifiesArrivals() && areNotificationsAllowed()}
        onChange={change.run}
      />
      <Problem text={change.problem()} />
    </Show>
  )
}

export const DeviceCard = (props: { readonly storage: Fetched<StorageState | undefined> }): JSX.Element => (
  <Card title={t('device.title')}>
    <StoragePart storage={props.storage} />
    <ArrivalsPart />
    <InstallPart />
    <LinksPart />
  </Card>
)
