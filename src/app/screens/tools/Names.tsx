// Names of Session and Lokinet: looked up, bought, renewed and changed.
import { createSignal, type JSX, Show } from 'solid-js'
import { Done, Notice } from '../../components/feedback/Notice.tsx'
import { createOwnNames } from '../../state/tools/ownNames.ts'
import { signsAlone, useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { BuyCard } from './names/BuyCard.tsx'
import { LookUpCard } from './names/LookUpCard.tsx'
import { MyNamesCard } from './names/MyNamesCard.tsx'
import { ServiceNodeTool } from './ServiceNodeTool.tsx'

const Cards = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const names = createOwnNames()
  const [done, setDone] = createSignal('')
  return (
    <>
      <Show when={!signsAlone(wallet())}>
        <Notice kind="info">{t('tools.signsAlone')}</Notice>
      </Show>
      <Done text={done()} />
      <MyNamesCard names={names} onSent={() => setDone(t('ownNames.sent'))} />
      <LookUpCard onKept={names.refetch} />
      <Show when={signsAlone(wallet())}>
        <BuyCard onSent={() => setDone(t('ownNames.sent'))} />
      </Show>
    </>
  )
}

export default function Names(): JSX.Element {
  return (
    <ServiceNodeTool title={t('tools.names')} guide="ownNames">
      <Cards />
    </ServiceNodeTool>
  )
}
