// The frame of a screen: its heading, the document's title, and the focus that follows a change of screen.

import { A } from '@solidjs/router'
import { createEffect, type JSX, on, onMount, Show } from 'solid-js'
import { noteScreenShown } from '../../state/requests/heldNavigation.ts'
import { language } from '../../text/locale.ts'
import { inOneLine, t } from '../../text/text.ts'
import { Icon } from '../controls/Icon.tsx'
import { PageText } from '../text/OwnText.tsx'
import './screen.css'

let first = true

export const Screen = (props: {
  readonly title: string
  readonly back?: { readonly href: string; readonly text: string }
  /** the heading is there for assistive technology only */
  readonly hideTitle?: boolean
  /** at the end of the heading's line */
  readonly actions?: JSX.Element
  readonly children: JSX.Element
}): JSX.Element => {
  let heading: HTMLHeadingElement | undefined
  createEffect(() => {
    document.title = inOneLine([props.title, t('app.name')])
  })
  // The next step of a screen removes the focused control: the heading takes the focus. Another language removes nothing.
  createEffect(
    on(
      () => ({ title: props.title, language: language() }),
      (now, before) => {
        if (now.language === before?.language && now.title !== before.title) heading?.focus({ preventScroll: true })
      },
    ),
  )
  onMount(() => {
    // At page load the browser sets the focus. Later, each new screen focuses its heading, which assistive technology reads.
    if (!first && !heading?.closest('.screen')?.contains(document.activeElement))
      heading?.focus({ preventScroll: true })
    if (!first) window.scrollTo(0, 0)
    first = false
    noteScreenShown()
  })
  return (
    <div class="screen">
      <header class="screen-head">
        <div class="screen-title">
          <Show when={props.back}>
            {(back) => (
              <A class="back" href={back().href} noScroll>
                <Icon name="back" />
                {back().text}
              </A>
            )}
          </Show>
          <h1 ref={heading} tabindex="-1" classList={{ 'visually-hidden': props.hideTitle === true }}>
            <PageText text={props.title} />
          </h1>
        </div>
        {props.actions}
      </header>
      {props.children}
    </div>
  )
}
