// The screen for an unknown route.
import type { JSX } from 'solid-js'
import { ButtonLink } from '../components/controls/Button.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { t } from '../text/text.ts'

export default function NotFound(): JSX.Element {
  return (
    <Screen title={t('notFound.title')}>
      <p>{t('notFound.body')}</p>
      <div class="buttons">
        <ButtonLink href="/">{t('notFound.home')}</ButtonLink>
      </div>
    </Screen>
  )
}
