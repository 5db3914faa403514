// Messages within a screen: problems, notices, confirmations, empty states.
import { createEffect, type JSX, Show } from 'solid-js'
import { t } from '../../text/text.ts'
import { Icon } from '../controls/Icon.tsx'
import './notice.css'

/** An error that belongs to no single field. It scrolls into view, because the button that caused it may be far away. */
export const Problem = (props: { readonly text: string }): JSX.Element => {
  let element: HTMLDivElement | undefined
  createEffect(() => {
    if (props.text !== '') element?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <div role="alert" ref={element}>
      <Show when={props.text}>
        <div class="notice" data-kind="problem">
          <Icon name="warning" />
          <p>
            <strong>{t('error.title')}.</strong> {props.text}
          </p>
        </div>
      </Show>
    </div>
  )
}

export const Notice = (props: { readonly kind: 'info' | 'warning'; readonly children: JSX.Element }): JSX.Element => (
  <div class="notice" data-kind={props.kind}>
    <Icon name={props.kind === 'warning' ? 'warning' : 'watch'} />
    <p>{props.children}</p>
  </div>
)

/** Confirms that an action is done. Rendered also with an empty text, so that assistive technology announces changes. */
export const Done = (props: { readonly text: string }): JSX.Element => (
  <p class="done" role="status">
    <Show when={props.text}>
      <Icon name="check" />
      {props.text}
    </Show>
  </p>
)

/** Replaces an empty list: a title, a hint, and optional actions. */
export const EmptyState = (props: {
  readonly title: string
  readonly hint: string
  readonly children?: JSX.Element
}): JSX.Element => (
  <div class="empty">
    <p class="empty-title">{props.title}</p>
    <p>{props.hint}</p>
    {props.children}
  </div>
)
