// Proofs and signatures: check those of others, sign a message, prove what the wallet has.
import { type JSX, Show } from 'solid-js'
import { Card } from '../../components/layout/Card.tsx'
import { Screen } from '../../components/layout/Screen.tsx'
import { signsAlone, useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { ExactAmounts } from '../../state/wallet/shownAmounts.tsx'
import { t } from '../../text/text.ts'
import { CheckCard } from './proofs/CheckCard.tsx'
import { ReserveCard } from './proofs/ReserveCard.tsx'
import { SignCard } from './proofs/SignCard.tsx'

export default function Proofs(): JSX.Element {
  const { wallet } = useOpenWallet()
  return (
    <Screen title={t('proofs.title')} back={{ href: '/tools', text: t('tools.back') }}>
      <div class="stack narrow">
        <p class="muted">{t('proofs.about')}</p>
        <ExactAmounts>
          <CheckCard />
        </ExactAmounts>
        <Show
          when={signsAlone(wallet())}
          fallback={
            <Card title={t('proofs.sign')}>
              <p class="muted">{t('proofs.watchOnly')}</p>
            </Card>
          }
        >
          <SignCard />
          <ReserveCard />
        </Show>
      </div>
    </Screen>
  )
}
