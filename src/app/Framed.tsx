// What the page shows in a frame of another page: no wallet.
import type { JSX } from 'solid-js'
import { t } from './text/text.ts'

export const Framed = (): JSX.Element => (
  <main class="entry">
    <h1>{t('framed.title')}</h1>
    <p>{t('framed.body')}</p>
    <a href={new URL('.', location.href).href} target="_blank" rel="noopener noreferrer">
      {t('framed.open')}
    </a>
  </main>
)
