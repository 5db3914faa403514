// The balance of the wallet: the total, and the parts that it is the sum of; while the chain is still read, what is known so far.
import { type JSX, Show } from 'solid-js'
import { ButtonLink } from '../../components/controls/Button.tsx'
import { WaitingList } from '../../components/feedback/WaitingList.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { BalanceLines } from '../../components/money/BalanceLines.tsx'
import { FiatValue, MissingRate } from '../../components/money/FiatValue.tsx'
import { ReadingNote, readingTitle } from '../../components/money/ReadingNote.tsx'
import { createChainReading } from '../../state/wallet/chainTimes.ts'
import { type Holdings, holdingsOf } from '../../state/wallet/holdings.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import './balanceCard.css'

/** What arrives is in no balance before a block contains it, on networks that count it then only. */
const Incoming = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  return (
    <Show when={wallet().incoming > 0n}>
      <p class="balance-incoming">
        {t('home.incoming')}{' '}
        <span data-testid="balance-incoming">
          <Amount amount={wallet().incoming} sign="in" />
        </span>
      </p>
    </Show>
  )
}

export const BalanceCard = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const reading = createChainReading()
  const holdings = (): Holdings => holdingsOf(wallet().balance, wallet().waiting)
  /** What says that nothing is known yet, while the wallet reads and has found nothing. */
  const unknown = () => (holdings().total === 0n && wallet().incoming === 0n ? reading() : undefined)
  const title = (): string => {
    if (unknown() !== undefined) return t('home.balance')
    if (reading() !== undefined) return t('reading.soFar')
    return t(wallet().balance.unverified === 0n ? 'home.balance' : 'home.balanceAtMost')
  }
  return (
    <section class="card balance" aria-label={t('home.balance')}>
      <div class="balance-body">
        <div>
          <h2 class="balance-label">{title()}</h2>
          <p class="balance-total" data-testid="balance-total">
            <Show when={unknown()} fallback={<Amount amount={holdings().total} />}>
              {(found) => <span class="balance-unknown">{readingTitle(found())}</span>}
            </Show>
          </p>
          <Show when={unknown() === undefined}>
            <FiatValue amount={holdings().total} />
            <MissingRate />
          </Show>
          <Incoming />
          <Show when={reading()}>{(found) => <ReadingNote reading={found()} />}</Show>
        </div>
        <Show when={unknown() === undefined}>
          <BalanceLines holdings={holdings()} />
        </Show>
      </div>
      <WaitingList coins={wallet().waiting} />
      <div class="balance-actions">
        <ButtonLink href="/send" variant="primary" icon="send" shortcut="n" wide>
          {t('home.send')}
        </ButtonLink>
        <ButtonLink href="/receive" icon="receive" wide>
          {t('home.receive')}
        </ButtonLink>
      </div>
    </section>
  )
}
