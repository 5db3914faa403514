// The first screen: the wallets of this device, and links to add one.
import { useLocation } from '@solidjs/router'
import { For, type JSX, Show } from 'solid-js'
import type { WalletSummary } from '../../engine/api/engineViews.ts'
import { LanguageSelect } from '../components/form/LanguageSelect.tsx'
import { Hero, HeroNote } from '../components/layout/Hero.tsx'
import { LinkCard, LinkList } from '../components/layout/LinkList.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { OwnText } from '../components/text/OwnText.tsx'
import { networkName } from '../state/nodes/networks.ts'
import { returnPathOf, unlockHref } from '../state/session/returnPath.ts'
import { useSession } from '../state/session/session.tsx'
import { inOneLine, t } from '../text/text.ts'

export default function Welcome(): JSX.Element {
  const { view } = useSession()
  const location = useLocation()
  const known = (): boolean => view.wallets.length > 0
  const walletHint = (wallet: WalletSummary): string =>
    inOneLine([networkName(wallet.networkId), wallet.viewOnly ? t('welcome.watchOnly') : ''])
  return (
    <Screen title={t(known() ? 'welcome.titleBack' : 'welcome.title')} hideTitle>
      <Hero />
      <Show when={known()}>
        <LinkList title={t('welcome.wallets')}>
          <For each={view.wallets}>
            {(wallet) => (
              <LinkCard
                href={unlockHref(wallet.id, returnPathOf(location.query))}
                icon={wallet.viewOnly ? 'watch' : 'lock'}
                title={<OwnText text={wallet.name} />}
                hint={walletHint(wallet)}
              />
            )}
          </For>
        </LinkList>
      </Show>
      <LinkList title={known() ? t('welcome.add') : undefined} prominent={!known()}>
        <LinkCard
          href="/create"
          icon="plus"
          title={t('welcome.create')}
          hint={t(known() ? 'welcome.createHintBack' : 'welcome.createHint')}
        />
        <LinkCard href="/restore" icon="words" title={t('welcome.restore')} hint={t('welcome.restoreHint')} />
        <LinkCard href="/watch" icon="watch" title={t('welcome.watch')} hint={t('welcome.watchHint')} />
        <LinkCard href="/backup" icon="save" title={t('backup.link')} hint={t('backup.linkHint')} />
        <LinkCard href="/files" icon="file" title={t('welcome.files')} hint={t('welcome.filesHint')} />
      </LinkList>
      <HeroNote text={t('welcome.promise')} />
      <LanguageSelect />
    </Screen>
  )
}
