// The tools: things that a user needs only sometimes.
import { type JSX, Show } from 'solid-js'
import { LinkCard, LinkList } from '../components/layout/LinkList.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { useOpenWallet } from '../state/wallet/openWallet.tsx'
import { t } from '../text/text.ts'

export default function Tools(): JSX.Element {
  const { wallet } = useOpenWallet()
  return (
    <Screen title={t('tools.title')}>
      <div class="stack narrow">
        <p class="muted">{t('tools.about')}</p>
        <LinkList title={undefined}>
          <LinkCard href="/tools/offline" icon="offline" title={t('tools.offline')} hint={t('tools.offlineHint')} />
          <LinkCard href="/tools/proofs" icon="check" title={t('proofs.title')} hint={t('proofs.hint')} />
          <Show when={wallet().hasServiceNodes}>
            <LinkCard href="/tools/names" icon="tag" title={t('tools.names')} hint={t('tools.namesHint')} />
            <LinkCard href="/tools/stakes" icon="stake" title={t('tools.stakes')} hint={t('tools.stakesHint')} />
          </Show>
          <LinkCard href="/tools/multisig" icon="multisig" title={t('tools.multisig')} hint={t('tools.multisigHint')} />
          <LinkCard href="/tools/lookup" icon="search" title={t('lookup.title')} hint={t('lookup.hint')} />
          <LinkCard href="/tools/fees" icon="gauge" title={t('feesNow.title')} hint={t('feesNow.hint')} />
          <Show when={import.meta.env.DEV}>
            <LinkCard
              href="/tools/design"
              icon="tools"
              title="Design"
              hint="All parts of the page, for its developers"
            />
          </Show>
        </LinkList>
      </div>
    </Screen>
  )
}
