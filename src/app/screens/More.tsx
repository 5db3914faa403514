// On a phone: the places that have no room at its foot.
import type { JSX } from 'solid-js'
import { LinkCard, LinkList } from '../components/layout/LinkList.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { t } from '../text/text.ts'

export default function More(): JSX.Element {
  return (
    <Screen title={t('nav.more')}>
      <LinkList title={undefined}>
        <LinkCard href="/coins" icon="coins" title={t('nav.coins')} hint={t('more.coins')} />
        <LinkCard href="/contacts" icon="contacts" title={t('nav.contacts')} hint={t('more.contacts')} />
        <LinkCard href="/tools" icon="tools" title={t('nav.tools')} hint={t('more.tools')} />
        <LinkCard href="/nodes" icon="node" title={t('nav.nodes')} hint={t('more.nodes')} />
        <LinkCard href="/settings" icon="settings" title={t('nav.settings')} hint={t('more.settings')} />
      </LinkList>
    </Screen>
  )
}
