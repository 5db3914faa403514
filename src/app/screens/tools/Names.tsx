// Names of Session and Lokinet: looked up, bought, renewed and changed.
import { createSignal, type JSX, Show } from 'solid-js'
import { Guide } from '../../components/Guide.tsx'
import { Done, EmptyState, Notice } from '../../components/Notice.tsx'
import { Screen } from '../../components/Screen.tsx'
import { signsAlone, useOpenWallet } from '../../state/openWallet.tsx'
import { createOwnNames } from '../../state/ownNames.ts'
import { t } from '../../text/text.ts'
import { BuyCard } from './names/BuyCard.tsx'
import { LookUpCard } from './names/LookUpCard.tsx'
import { MyNamesCard } from './names/MyNamesCard.tsx'

const Cards = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const names = createOwnNames()
  const [done, setDone] = createSignal('')
  return (
    <>
      <Guide name="ownNames" />
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
  const { wallet } = useOpenWallet()
  return (
    <Screen title={t('tools.names')} back={{ href: '/tools', text: t('tools.back') }}>
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
