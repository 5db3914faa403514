// Stakes in service nodes: registered, added to a node, and unlocked.
import { createSignal, type JSX, Show } from 'solid-js'
import { Guide } from '../../components/Guide.tsx'
import { Done, EmptyState, Notice } from '../../components/Notice.tsx'
import { Screen } from '../../components/Screen.tsx'
import { signsAlone, useOpenWallet } from '../../state/openWallet.tsx'
import { t } from '../../text/text.ts'
import { MyStakesCard } from './stakes/MyStakesCard.tsx'
import { RegisterCard } from './stakes/RegisterCard.tsx'
import { StakeCard } from './stakes/StakeCard.tsx'

const Cards = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const [done, setDone] = createSignal('')
  return (
    <>
      <Guide name="stakes" />
      <Done text={done()} />
      <MyStakesCard onRequested={() => setDone(t('stakes.unlockSent'))} />
      <Show when={signsAlone(wallet())} fallback={<Notice kind="info">{t('tools.signsAlone')}</Notice>}>
        <RegisterCard onSent={() => setDone(t('stakes.sent'))} />
        <StakeCard onSent={() => setDone(t('stakes.sent'))} />
      </Show>
    </>
  )
}

export default function Stakes(): JSX.Element {
  const { wallet } = useOpenWallet()
  return (
    <Screen title={t('tools.stakes')} back={{ href: '/tools', text: t('tools.back') }}>
      <div class="stack narrow">
        <Show
          when={wallet().hasServiceNodes}
          fallback={<EmptyState title={t('tools.notHere')} hint={t('tools.notHereHint')} />}
        >
          <Cards />
        </Show>
      </div>
    </Screen>
  )
}
