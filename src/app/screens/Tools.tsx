// The tools: things that a user needs only sometimes.
import type { JSX } from 'solid-js'
import { LinkCard, LinkList } from '../components/LinkList.tsx'
import { Screen } from '../components/Screen.tsx'
import { t } from '../text/text.ts'

export default function Tools(): JSX.Element {
  return (
    <Screen title={t('tools.title')}>
      <div class="stack narrow">
        <p class="muted">{t('tools.about')}</p>
        <LinkList title={undefined}>
          <LinkCard href="/tools/offline" icon="offline" title={t('tools.offline')} hint={t('tools.offlineHint')} />
        </LinkList>
      </div>
    </Screen>
  )
}
