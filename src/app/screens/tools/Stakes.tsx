// Stakes in service nodes: registered, added to a node, and unlocked.
import { createSignal, type JSX, Show } from 'solid-js'
import { Done, Notice } from '../../components/feedback/Notice.tsx'
import { signsAlone, useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { ServiceNodeTool } from './ServiceNodeTool.tsx'
import { MyStakesCard } from './stakes/MyStakesCard.tsx'
import { RegisterCard } from './stakes/RegisterCard.tsx'
import { StakeCard } from './stakes/StakeCard.tsx'

const Cards = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const [done, setDone] = createSignal('')
  return (
    <>
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
  return (
    <ServiceNodeTool title={t('tools.stakes')} guide="stakes">
      <Cards />
    </ServiceNodeTool>
  )
}
