// Histories of practice chains that were started anew: they can only be read.
import { For, type JSX, Show } from 'solid-js'
import type { EarlierChain, EarlierTransfer } from '../../../wallet/history/historyViews.ts'
import { Icon } from '../../components/controls/Icon.tsx'
import { EmptyState, Problem } from '../../components/feedback/Notice.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Screen } from '../../components/layout/Screen.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { transferTitle } from '../../components/payment/transferText.ts'
import { formatTime } from '../../format/time.ts'
import { createEarlierChains } from '../../state/wallet/earlierChains.ts'
import { formatCount } from '../../text/counts.ts'
import { t } from '../../text/text.ts'

const Row = (props: { readonly transfer: EarlierTransfer }): JSX.Element => (
  <li class="transfer" data-direction={props.transfer.direction} data-state="confirmed">
    <span class="transfer-icon">
      <Icon name={props.transfer.direction === 'out' ? 'send' : 'receive'} />
    </span>
    <span class="transfer-main">
      <span class="transfer-title" translate={props.transfer.note === '' ? undefined : 'no'}>
        {props.transfer.note || transferTitle({ ...props.transfer, order: undefined })}
      </span>
      <span class="transfer-sub">{formatTime(props.transfer.timestamp)}</span>
    </span>
    <span class="transfer-side">
      <Amount amount={props.transfer.amount} sign={props.transfer.direction} />
    </span>
  </li>
)

const ChainCard = (props: { readonly chain: EarlierChain }): JSX.Element => (
  <Card title={t('earlier.until', { date: formatTime(props.chain.endedAt) })}>
    <p class="muted">
      {t('earlier.height', { height: formatCount(props.chain.height) })} · {t('home.balance')}{' '}
      <Amount amount={props.chain.balance} />
    </p>
    <ul class="transfers">
      <For each={props.chain.transfers}>{(transfer) => <Row transfer={transfer} />}</For>
    </ul>
  </Card>
)

export default function EarlierChains(): JSX.Element {
  const chains = createEarlierChains()
  return (
    <Screen title={t('earlier.title')} back={{ href: '/history', text: t('history.title') }}>
      <p class="muted">{t('earlier.about')}</p>
      <Problem text={chains.problem()} />
      <Show when={chains.value()?.length === 0}>
        <EmptyState title={t('earlier.empty')} hint={t('earlier.emptyHint')} />
      </Show>
      <For each={chains.value()}>{(chain) => <ChainCard chain={chain} />}</For>
    </Screen>
  )
}
