// Shows a message in the place of a screen that failed. The frame around it stays.
import { useLocation, useNavigate } from '@solidjs/router'
import { createEffect, ErrorBoundary, type JSX, on } from 'solid-js'
import { errorText } from '../../format/error.ts'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Problem } from '../feedback/Notice.tsx'
import { Screen } from '../layout/Screen.tsx'

const Failure = (props: { readonly text: string; readonly onRetry: () => void }): JSX.Element => {
  const location = useLocation()
  const navigate = useNavigate()
  // Another screen gets its own chance.
  createEffect(
    on(
      () => location.pathname,
      () => props.onRetry(),
      { defer: true },
    ),
  )
  const goHome = (): void => {
    if (location.pathname === '/') props.onRetry()
    else navigate('/')
  }
  return (
    <Screen title={t('failure.title')}>
      <p>{t('failure.body')}</p>
      <Problem text={props.text} />
      <div class="buttons">
        <Button variant="primary" onClick={() => props.onRetry()}>
          {t('action.retry')}
        </Button>
        <Button onClick={goHome}>{t('action.home')}</Button>
      </div>
    </Screen>
  )
}

/** Catches the errors of the screen inside, also those of its effects. */
export const ScreenBoundary = (props: { readonly children: JSX.Element }): JSX.Element => (
  <ErrorBoundary fallback={(error: unknown, reset) => <Failure text={errorText(error)} onRetry={reset} />}>
    {props.children}
  </ErrorBoundary>
)
