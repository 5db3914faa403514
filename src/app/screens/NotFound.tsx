// An address that leads nowhere.
import type { JSX } from 'solid-js'
import { ButtonLink } from '../components/Button.tsx'
import { EmptyState } from '../components/Notice.tsx'
import { Screen } from '../components/Screen.tsx'
import { t } from '../text/text.ts'

export default function NotFound(): JSX.Element {
  return (
    <Screen title={t('notFound.title')}>
      <EmptyState title={t('notFound.title')} hint={t('notFound.body')}>
        <ButtonLink href="/">{t('notFound.home')}</ButtonLink>
      </EmptyState>
    </Screen>
  )
}
