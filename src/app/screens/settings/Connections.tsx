// Connections of the wallet: its nodes, the DNS service for names, and pages of this site.
import { For, type JSX, Show } from 'solid-js'
import type { RelayTarget } from '../../../daemon/nodeHealth.ts'
import { Button, ButtonLink } from '../../components/controls/Button.tsx'
import { Notice, Problem } from '../../components/feedback/Notice.tsx'
import { accountName } from '../../components/form/AccountSelect.tsx'
import { SelectField, Switch } from '../../components/form/Field.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { SettingRows } from '../../components/layout/SettingRow.tsx'
import type { ReadAddress } from '../../components/node/ServiceForm.tsx'
import { SyncBadge } from '../../components/node/SyncStatus.tsx'
import { hasServiceWorker } from '../../host/device/browserSupport.ts'
import { ownRpcPath } from '../../state/console/rpcCall.ts'
import { normalNodeUrl } from '../../state/nodes/nodeChoice.ts'
import { nodeName } from '../../state/nodes/nodeList.ts'
import { urlFaultText } from '../../state/nodes/pageUrl.ts'
import {
  chooseFirstAccount,
  chooseShownSpeeds,
  firstAccount,
  shownSpeeds,
} from '../../state/preferences/paymentChoices.ts'
import { nameResolver, setNameResolver } from '../../state/preferences/preferences.ts'
import { createAction, createQueuedAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import type { LiveSettings } from '../../state/session/settings.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../text/text.ts'
import { ServiceCard } from './ServiceCard.tsx'

/** A limit of what nodes may do: one of some numbers, or the current one. */
const LimitField = (props: {
  readonly label: string
  readonly hint: string
  readonly numbers: readonly number[]
  readonly current: number
  readonly textOf: (number: number) => string
  readonly onChange: (number: number) => Promise<void>
}): JSX.Element => {
  const change = createAction((number: number) => props.onChange(number))
  const numbers = (): readonly number[] => [...new Set([...props.numbers, props.current])].sort((a, b) => a - b)
  return (
    <>
      <SelectField
        label={props.label}
        hint={props.hint}
        value={props.current}
        options={numbers().map((number) => ({ value: number, text: props.textOf(number) }))}
        onChange={(number) => void change.run(number)}
      />
      <Problem text={change.problem()} />
    </>
  )
}

const FEE_RATIOS = [1, 2, 5, 10, 20, 50, 100] as const

/** The highest fee that a node may request. */
const FeeLimit = (props: { readonly live: LiveSettings; readonly current: number }): JSX.Element => (
  <LimitField
    label={t('settings.feeLimit')}
    hint={t('settings.feeLimitHint')}
    numbers={FEE_RATIOS}
    current={props.current}
    textOf={(ratio) => (ratio === 1 ? t('settings.feeOrdinary') : t('settings.feeRatio', { ratio }))}
    onChange={(maxFeeRatio) => props.live.change({ maxFeeRatio })}
  />
)

const REORG_DEPTHS = [10, 50, 100, 200, 500, 1000] as const

/** How many blocks a reorganisation replaces without the user. */
const ReorgLimit = (props: { readonly live: LiveSettings; readonly current: number }): JSX.Element => (
  <LimitField
    label={t('settings.reorgLimit')}
    hint={t('settings.reorgLimitHint')}
    numbers={REORG_DEPTHS}
    current={props.current}
    textOf={(depth) => tCount('settings.reorgDepth', depth)}
    onChange={(maxReorgDepth) => props.live.change({ maxReorgDepth })}
  />
)

export const NodeCard = (props: { readonly live: LiveSettings }): JSX.Element => (
  <>
    <Card title={t('settings.connection')} aside={<SyncBadge />}>
      <Problem text={props.live.problem()} />
      <Show when={props.live.settings()}>
        {(settings) => (
          <>
            <ul class="node-rows">
              <For each={settings().nodes.urls}>{(url) => <li class="break">{nodeName(url)}</li>}</For>
            </ul>
            <div class="buttons">
              <ButtonLink href="/nodes" icon="node">
                {t('nodes.manage')}
              </ButtonLink>
            </div>
          </>
        )}
      </Show>
    </Card>
    <Show when={props.live.settings()}>
      {(settings) => (
        <SettingRows>
          <ReorgLimit live={props.live} current={settings().maxReorgDepth} />
        </SettingRows>
      )}
    </Show>
  </>
)

/** Whether a payment goes to all nodes of the wallet. */
const RelaySwitch = (props: { readonly live: LiveSettings; readonly current: RelayTarget }): JSX.Element => {
  const change = createQueuedAction((isToAll: boolean) => props.live.change({ relayTo: isToAll ? 'all' : 'one' }))
  return (
    <>
      <Switch
        label={t('settings.relayAll')}
        hint={t('settings.relayAllHint')}
        checked={props.current === 'all'}
        onChange={change.run}
      />
      <Problem text={change.problem()} />
    </>
  )
}

/** Stands for the account that was used last. */
const LAST_USED = -1

/** How the form of a payment begins. */
const FormChoices = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  return (
    <>
      <SelectField
        label={t('settings.speeds')}
        hint={t('settings.speedsHint')}
        value={shownSpeeds()}
        options={[
          { value: 'usual', text: t('settings.speedsUsual') },
          { value: 'all', text: t('settings.speedsAll') },
        ]}
        onChange={chooseShownSpeeds}
      />
      <Show when={wallet().accounts.length > 1}>
        <SelectField
          areNames
          label={t('settings.firstAccount')}
          hint={t('settings.firstAccountHint')}
          value={firstAccount(wallet().id) ?? LAST_USED}
          options={[
            { value: LAST_USED, text: t('settings.firstAccountLast') },
            ...wallet().accounts.map((each) => ({ value: each.index, text: accountName(each) })),
          ]}
          onChange={(index) => chooseFirstAccount(wallet().id, index === LAST_USED ? undefined : index)}
        />
      </Show>
    </>
  )
}

export const FeeCard = (props: { readonly live: LiveSettings }): JSX.Element => (
  <Show when={props.live.settings()}>
    {(settings) => (
      <SettingRows>
        <FeeLimit live={props.live} current={settings().maxFeeRatio} />
        <RelaySwitch live={props.live} current={settings().relayTo} />
        <FormChoices />
      </SettingRows>
    )}
  </Show>
)

const readResolver = (text: string): ReadAddress => {
  const { url, fault } = normalNodeUrl(text)
  return url === undefined ? { problem: urlFaultText(fault, 'names.resolverBad') } : { address: url }
}

/** OpenAlias names: off until the user sets a DNS service. */
export const NamesCard = (): JSX.Element => (
  <ServiceCard
    title={t('names.title')}
    about={t('names.about')}
    label={t('names.resolver')}
    hint={t('names.resolverHint')}
    placeholder="https://…/dns-query"
    button={t('names.save')}
    turnedOff={t('names.turnedOff')}
    stored={nameResolver()}
    read={readResolver}
    onSave={setNameResolver}
  />
)

export const AppsCard = (props: { readonly live: LiveSettings }): JSX.Element => {
  const { engine, view } = useSession()
  const change = createQueuedAction((rpcEnabled: boolean) => props.live.change({ rpcEnabled }))
  const revoke = createAction(() => engine.revokePaymentPermission())
  return (
    <Card title={t('settings.rpc')}>
      <Switch
        label={t('settings.rpcLabel')}
        hint={t('settings.rpcHint', { path: ownRpcPath() })}
        checked={props.live.settings()?.rpcEnabled ?? false}
        onChange={change.run}
      />
      <Show when={!hasServiceWorker()}>
        <Notice kind="warning">{t('settings.rpcUnavailable', { path: ownRpcPath() })}</Notice>
      </Show>
      <Show when={props.live.settings()?.rpcEnabled}>
        <div class="buttons">
          <ButtonLink href="/console">{t('settings.rpcConsole')}</ButtonLink>
        </div>
      </Show>
      <Show when={view.paymentsAllowed}>
        <Notice kind="warning">{t('settings.rpcPaying')}</Notice>
        <div class="buttons">
          <Button busy={revoke.running()} onClick={() => void revoke.run()}>
            {t('settings.rpcRevoke')}
          </Button>
        </div>
      </Show>
      <Problem text={change.problem() || revoke.problem() || props.live.problem()} />
    </Card>
  )
}
