// All that is known of a coin: its label, state and payment, and the ids by which other programs know it.
import { createSignal, type JSX, Show } from 'solid-js'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { CoinDetails as Details } from '../../../wallet/funds/fundsViews.ts'
import { CopyableAddress } from '../../components/address/Address.tsx'
import { Button, ButtonLink } from '../../components/controls/Button.tsx'
import { Copyable } from '../../components/controls/Copy.tsx'
import { EmptyState, Problem } from '../../components/feedback/Notice.tsx'
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx'
import { TextField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { Fact, Facts, WideFact } from '../../components/text/Facts.tsx'
import { formatTime } from '../../format/time.ts'
import { detailsPath } from '../../host/navigation/detailsPath.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { formatCount } from '../../text/counts.ts'
import { t } from '../../text/text.ts'
import { CoinMark } from './CoinMark.tsx'
import type { CoinsState } from './coinsState.ts'
import { coinAddress, coinOrigin } from './coinText.ts'

/** The label in its place: what was typed is saved by Enter, or by the button that appears. */
const LabelField = (props: { readonly coin: Details; readonly coins: Pick<CoinsState, 'saveLabel'> }): JSX.Element => {
  /** undefined while it is as it is saved */
  const [draft, setDraft] = createSignal<string>()
  const save = (): void => {
    const label = draft()?.trim()
    setDraft(undefined)
    if (label !== undefined && label !== props.coin.name) void props.coins.saveLabel(props.coin, label)
  }
  return (
    <Form onSubmit={save}>
      <TextField
        label={t('receive.label')}
        placeholder={t('details.noteHint')}
        value={draft() ?? props.coin.name}
        onInput={setDraft}
        after={
          <Show when={(draft() ?? props.coin.name) !== props.coin.name}>
            <Button type="submit">{t('action.save')}</Button>
          </Show>
        }
      />
    </Form>
  )
}

const CoinFacts = (props: { readonly coin: Details; readonly contacts: readonly ContactView[] }): JSX.Element => (
  <Facts>
    <Fact name={t('coins.stateHead')}>
      <CoinMark coin={props.coin} isChosen={false} />
    </Fact>
    <Fact name={t('coins.origin')}>
      <span class="break" dir="auto">
        {coinOrigin(props.coin, props.contacts)}
      </span>
    </Fact>
    <Fact name={t('details.height')}>
      <span class="numerals">{formatCount(props.coin.height)}</span>
    </Fact>
    <Fact name={t('details.date')}>{formatTime(props.coin.timestamp)}</Fact>
    <WideFact name={coinAddress(props.coin)}>
      <CopyableAddress text={props.coin.address} label={t('details.copyAddress')} />
    </WideFact>
    <WideFact name={t('details.txid')}>
      <Copyable text={props.coin.txid} label={t('details.copyTxid')} />
    </WideFact>
    <WideFact name={t('coins.outputKey')}>
      <Copyable text={props.coin.id} label={t('coins.copyOutputKey')} />
    </WideFact>
    <Show when={props.coin.keyImage}>
      {(keyImage) => (
        <WideFact name={t('proofs.keyImage')}>
          <Copyable text={keyImage()} label={t('coins.copyKeyImage')} />
        </WideFact>
      )}
    </Show>
    <Fact name={t('coins.globalIndex')}>
      <span class="numerals">{formatCount(props.coin.globalIndex)}</span>
    </Fact>
  </Facts>
)

const Coin = (props: { readonly coin: Details; readonly coins: CoinsState }): JSX.Element => (
  <div class="stack coin-details">
    <p class="amount-headline">
      <Amount amount={props.coin.amount} />
    </p>
    <LabelField coin={props.coin} coins={props.coins} />
    <CoinFacts coin={props.coin} contacts={props.coins.contacts.items} />
    <div class="buttons">
      <Show when={props.coin.payment}>
        {(payment) => <ButtonLink href={detailsPath(payment())}>{t('coins.toPayment')}</ButtonLink>}
      </Show>
      <Show when={props.coin.spentBy}>
        {(payment) => <ButtonLink href={detailsPath(payment())}>{t('coins.toSpend')}</ButtonLink>}
      </Show>
    </div>
  </div>
)

export const CoinDetails = (props: {
  /** id of the coin */
  readonly id: string
  readonly coins: CoinsState
}): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const details = createFetched(
    () => ({ id: props.id, revision: wallet().revision, height: wallet().sync.height }),
    ({ id }) => engine.coinDetails(id),
  )
  return (
    <>
      <Problem text={details.problem()} />
      <Show
        when={details.value()}
        fallback={
          <Show when={details.loaded()} fallback={<SkeletonRows rows={5} />}>
            <EmptyState title={t('coins.missing')} hint={t('details.missingHint')} />
          </Show>
        }
      >
        {(coin) => (
          <Show when={coin().id} keyed>
            <Coin coin={coin()} coins={props.coins} />
          </Show>
        )}
      </Show>
    </>
  )
}
