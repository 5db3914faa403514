// A link to another site that looks like a button. It opens in a new tab, without a referrer and without access to this page.
import type { JSX } from 'solid-js'
import { Icon } from './Icon.tsx'
import './button.css'

export const ExternalLink = (props: {
  readonly href: string
  readonly variant?: 'primary' | 'secondary'
  readonly onClick?: () => void
  readonly children: JSX.Element
}): JSX.Element => (
  <a
    class="button"
    data-variant={props.variant ?? 'secondary'}
    href={props.href}
    target="_blank"
    rel="noreferrer noopener"
    onClick={() => props.onClick?.()}
  >
    <Icon name="link" />
    <span class="button-label">{props.children}</span>
  </a>
)

/** Opens an address as a click on such a link does. */
export const openExternal = (url: string): void => {
  window.open(url, '_blank', 'noopener,noreferrer')
}
