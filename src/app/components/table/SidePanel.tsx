// The details of a row beside its list, on a wide page.
import type { JSX } from 'solid-js'
import { t } from '../../text/text.ts'
import { IconButton } from '../controls/Button.tsx'
import './sidePanel.css'

export const SidePanel = (props: {
  readonly label: string
  readonly onClose: () => void
  readonly children: JSX.Element
}): JSX.Element => (
  <section
    class="details-panel card"
    aria-label={props.label}
    onKeyDown={(event) => {
      // A dialog closes by itself.
      const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null
      if (event.key === 'Escape' && !isInDialog) props.onClose()
    }}
  >
    <IconButton icon="close" label={t('action.close')} onClick={() => props.onClose()} />
    {props.children}
  </section>
)
