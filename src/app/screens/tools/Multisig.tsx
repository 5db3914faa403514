// Multisig wallets: the key exchange that makes one, and what its participants need afterwards.
import { type JSX, Match, Switch } from 'solid-js'
import type { MultisigView } from '../../../engine/api/engineViews.ts'
import { Guided } from '../../components/feedback/Guide.tsx'
import { EmptyState } from '../../components/feedback/Notice.tsx'
import { Screen } from '../../components/layout/Screen.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { MakeCard } from './multisig/MakeCard.tsx'
import { ReadyCard } from './multisig/ReadyCard.tsx'
import { RoundCard } from './multisig/RoundCard.tsx'

export default function Multisig(): JSX.Element {
  const { wallet } = useOpenWallet()
  const ready = (): MultisigView | undefined => (wallet().multisig?.isReady ? wallet().multisig : undefined)
  return (
    <Screen title={t('tools.multisig')} back={{ href: '/tools', text: t('tools.back') }}>
      <Guided name={ready() === undefined ? 'multisig' : 'multisigPayment'}>
        <Switch>
          <Match when={ready()}>{(multisig) => <ReadyCard multisig={multisig()} />}</Match>
          <Match when={wallet().multisig}>{(multisig) => <RoundCard multisig={multisig()} />}</Match>
          <Match when={wallet().viewOnly}>
            <EmptyState title={t('multisig.notWatchOnly')} hint={t('multisig.notWatchOnlyHint')} />
          </Match>
          <Match when={!wallet().viewOnly}>
            <MakeCard />
          </Match>
        </Switch>
      </Guided>
    </Screen>
  )
}
