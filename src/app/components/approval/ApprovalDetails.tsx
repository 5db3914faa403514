// The full details of the action that a page requests.
import { type JSX, Match, Switch } from 'solid-js'
import type { ApprovalAction, ApprovalContact } from '../../../engine/api/approvalRequest.ts'
import { formatAmount } from '../../format/amount.ts'
import { createHeightText } from '../../state/wallet/chainTimes.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { formatCount } from '../../text/counts.ts'
import { type TextKey, t, tCount } from '../../text/text.ts'
import { Notice } from '../feedback/Notice.tsx'
import { Amount } from '../money/Amount.tsx'
import { type ActionOf, actionOfKind, Warning } from '../payment/ApprovalFacts.tsx'
import { NameFacts } from '../payment/OrderFacts.tsx'
import { Fact, Facts } from '../text/Facts.tsx'
import { ApprovalPayment } from './ApprovalPayment.tsx'

const secretTexts = {
  words: 'approval.revealWords',
  'view key': 'approval.revealView',
  'spend key': 'approval.revealSpend',
} as const

const exportTexts = {
  'key images': 'approval.exportKeyImages',
  outputs: 'approval.exportOutputs',
  'multisig info': 'approval.exportMultisigInfo',
  coins: 'approval.exportCoins',
  payment: 'approval.exportPayment',
} as const

/** Actions that a sentence describes. */
const sentences = {
  forget: 'approval.forget',
  password: 'approval.password',
  'prepare multisig': 'approval.multisigPrepare',
  'exchange multisig keys': 'approval.multisigExchange',
  'import outputs': 'approval.importOutputs',
  'import multisig info': 'approval.importMultisig',
  'look up names': 'approval.names',
  'rescan spent': 'approval.rescanSpent',
  rescan: 'approval.rescan',
  'close wallet': 'approval.close',
} as const

/** Returns the sentence that describes an action; undefined if it has more to show. */
const sentenceOf = (action: ApprovalAction): string | undefined => {
  const key = (sentences as Readonly<Partial<Record<ApprovalAction['kind'], TextKey>>>)[action.kind]
  return key === undefined ? undefined : t(key)
}

/** Returns the effect on the polls of the node. */
const refreshText = ({ period }: ActionOf<'auto refresh'>): string => {
  if (period === undefined) return t('approval.refreshOff')
  return period === 0 ? t('approval.refreshDefault') : tCount('approval.refreshEvery', period)
}

const contactTexts = { 'add contact': 'approval.addContact', 'delete contact': 'approval.deleteContact' } as const

const ProveReserve = (props: { readonly action: ActionOf<'prove reserve'> }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const warning = (): string => {
    const { of } = props.action
    if (of === 'all') return t('approval.proveReserveAll')
    const amount = formatAmount(of.amount, wallet().decimals, wallet().ticker)
    return t('approval.proveReserve', { account: of.account, amount })
  }
  return <Warning warning={warning()} facts={[[t('approval.message'), props.action.message]]} />
}

const Freezing = (props: { readonly action: ActionOf<'freeze' | 'thaw'> }): JSX.Element => (
  <>
    <Warning
      warning={t(props.action.kind === 'freeze' ? 'approval.freeze' : 'approval.thaw')}
      facts={[[t('approval.keyImage'), props.action.keyImage]]}
    />
    <Facts>
      <Fact variant="sum" name={t('send.amount')}>
        <Amount amount={props.action.amount} />
      </Fact>
    </Facts>
  </>
)

const contactFacts = (name: string, { description, address }: ApprovalContact) =>
  [
    [name, description],
    [description === '' ? name : t('approval.address'), address, 'address'],
  ] as const

/** Signatures, proofs and exports: actions that reveal something of this wallet. */
const Disclosure = (props: { readonly action: ApprovalAction }): JSX.Element => {
  const heightText = createHeightText()
  return (
    <Switch>
      <Match when={actionOfKind(props.action, 'reveal')}>
        {(action) => <Notice kind="warning">{t(secretTexts[action().secret])}</Notice>}
      </Match>
      <Match when={actionOfKind(props.action, 'reveal transaction key')}>
        {(action) => <Warning warning={t('approval.revealTxKey')} facts={[[t('send.txid'), action().txid]]} />}
      </Match>
      <Match when={actionOfKind(props.action, 'sign')}>
        {(action) => (
          <Warning
            warning={t(action().key === 'spend' ? 'approval.sign' : 'approval.signView')}
            facts={[
              [t('approval.signed'), action().text],
              [t('approval.address'), action().address, 'address'],
            ]}
          />
        )}
      </Match>
      <Match when={actionOfKind(props.action, 'unlock stake')}>
        {(action) => (
          <>
            <Warning
              warning={tCount('approval.unlock', action().order.otherContributors, {
                height: heightText.inSentence(action().order.unlockHeight),
              })}
              facts={[
                [t('approval.serviceNode'), action().order.serviceNodeKey],
                [t('approval.keyImage'), action().order.keyImage],
              ]}
            />
            <Facts>
              <Fact variant="sum" name={t('approval.staked')}>
                <Amount amount={action().order.amount} />
              </Fact>
            </Facts>
          </>
        )}
      </Match>
      <Match when={actionOfKind(props.action, 'sign name update')}>
        {(action) => (
          <>
            <Notice kind="warning">{t('approval.nameSign')}</Notice>
            <Facts>
              <NameFacts order={action().order} />
            </Facts>
          </>
        )}
      </Match>
      <Match when={actionOfKind(props.action, 'prove payment')}>
        {(action) => (
          <Warning
            warning={t('approval.provePayment')}
            facts={[
              [t('send.txid'), action().txid],
              [t('approval.address'), action().address, 'address'],
              [t('approval.message'), action().message],
            ]}
          />
        )}
      </Match>
      <Match when={actionOfKind(props.action, 'prove spend')}>
        {(action) => (
          <Warning
            warning={t('approval.proveSpend')}
            facts={[
              [t('send.txid'), action().txid],
              [t('approval.message'), action().message],
            ]}
          />
        )}
      </Match>
      <Match when={actionOfKind(props.action, 'prove reserve')}>{(action) => <ProveReserve action={action()} />}</Match>
      <Match when={actionOfKind(props.action, 'export')}>
        {(action) => <Notice kind="warning">{t(exportTexts[action().what])}</Notice>}
      </Match>
      <Match when={actionOfKind(props.action, 'export coin')}>
        {(action) => (
          <Warning warning={t('approval.exportCoin')} facts={[[t('approval.keyImage'), action().keyImage]]} />
        )}
      </Match>
      <Match when={actionOfKind(props.action, 'scan transactions')}>
        {(action) => (
          <Warning warning={t('approval.scan')} facts={action().txids.map((txid) => [t('send.txid'), txid])} />
        )}
      </Match>
    </Switch>
  )
}

/** Changes of the wallet and of its records. */
const Change = (props: { readonly action: ApprovalAction }): JSX.Element => (
  <Switch>
    <Match when={actionOfKind(props.action, 'node')}>
      {(action) => (
        <Warning
          warning={t(action().trusted ? 'approval.nodeTrusted' : 'approval.node')}
          facts={[[t('approval.nodeName'), action().url]]}
        />
      )}
    </Match>
    <Match when={actionOfKind(props.action, 'new wallet')}>
      {(action) => <Warning warning={t('approval.wallet')} facts={[[t('wallet.name'), action().name]]} />}
    </Match>
    <Match when={actionOfKind(props.action, 'open wallet')}>
      {(action) => <Warning warning={t('approval.open')} facts={[[t('wallet.name'), action().name]]} />}
    </Match>
    <Match when={sentenceOf(props.action)}>{(sentence) => <Notice kind="warning">{sentence()}</Notice>}</Match>
    <Match when={actionOfKind(props.action, 'auto refresh')}>
      {(action) => <Notice kind="warning">{refreshText(action())}</Notice>}
    </Match>
    <Match when={actionOfKind(props.action, 'lookahead')}>
      {(action) => (
        <Warning
          warning={t('approval.lookAhead')}
          facts={[
            [t('lookAhead.accounts'), formatCount(action().lookAhead.majors)],
            [t('lookAhead.addresses'), formatCount(action().lookAhead.minors)],
          ]}
        />
      )}
    </Match>
    <Match when={actionOfKind(props.action, 'make multisig')}>
      {(action) => (
        <Warning
          warning={t('approval.multisigMake')}
          facts={[
            [t('approval.multisigThreshold'), String(action().threshold)],
            [t('approval.multisigOthers'), String(action().others)],
          ]}
        />
      )}
    </Match>
    <Match when={actionOfKind(props.action, 'freeze', 'thaw')}>{(action) => <Freezing action={action()} />}</Match>
    <Match when={actionOfKind(props.action, 'add contact', 'delete contact')}>
      {(action) => (
        <Warning
          warning={t(contactTexts[action().kind])}
          facts={contactFacts(t('approval.contact'), action().contact)}
        />
      )}
    </Match>
    <Match when={actionOfKind(props.action, 'edit contact')}>
      {(action) => (
        <Warning
          warning={t('approval.editContact')}
          facts={[
            ...contactFacts(t('approval.contactBefore'), action().before),
            ...contactFacts(t('approval.contactAfter'), action().after),
          ]}
        />
      )}
    </Match>
  </Switch>
)

export const ApprovalDetails = (props: { readonly action: ApprovalAction }): JSX.Element => (
  <>
    <ApprovalPayment action={props.action} />
    <Disclosure action={props.action} />
    <Change action={props.action} />
  </>
)
