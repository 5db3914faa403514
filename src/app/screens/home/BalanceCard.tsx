// The balance of the wallet: total, available, and what is still locked.
import { type JSX, Show } from 'solid-js'
import { ButtonLink, IconButton } from '../../components/controls/Button.tsx'
import { WaitingList } from '../../components/feedback/WaitingList.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { FiatValue, MissingRate } from '../../components/money/FiatValue.tsx'
import { amountsHidden, setAmountsHidden } from '../../state/preferences/preferences.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import './balanceCard.css'

export const BalanceCard = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const waiting = (): bigint => wallet().balance.total - wallet().balance.unlocked
  return (
    <section class="card balance" aria-label={t('home.balance')}>
      <header class="balance-header">
        <h2 class="balance-label">{t('home.balance')}</h2>
        <IconButton
          icon={amountsHidden() ? 'eyeOff' : 'eye'}
          label={t(amountsHidden() ? 'amounts.show' : 'amounts.hide')}
          onClick={() => setAmountsHidden(!amountsHidden())}
        />
      </header>
      <p class="balance-total" data-testid="balance-total">
        <Amount amount={wallet().balance.total} />
      </p>
      <FiatValue amount={wallet().balance.total} />
      <MissingRate />
      <dl class="balance-parts">
        <div>
          <dt>{t('home.available')}</dt>
          <dd data-testid="balance-available">
            <Amount amount={wallet().balance.unlocked} />
          </dd>
        </div>
        <div classList={{ unseen: waiting() === 0n }}>
          <dt>{t('home.waiting')}</dt>
          <dd>
            <Amount amount={waiting()} />
          </dd>
        </div>
        <Show when={wallet().incoming > 0n}>
          <div>
            <dt>{t('home.incoming')}</dt>
            <dd data-testid="balance-incoming">
              <Amount amount={wallet().incoming} />
            </dd>
          </div>
        </Show>
      </dl>
      <WaitingList coins={wallet().waiting} />
      <div class="balance-actions">
        <ButtonLink href="/send" variant="primary" icon="send" wide>
          {t('home.send')}
        </ButtonLink>
        <ButtonLink href="/receive" variant="primary" icon="receive" wide>
          {t('home.receive')}
        </ButtonLink>
      </div>
    </section>
  )
}
