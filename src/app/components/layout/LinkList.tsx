// A list of large links, each with an icon, a title and a hint.

import { A } from '@solidjs/router'
import { type JSX, Show } from 'solid-js'
import { Icon, type IconName } from '../controls/Icon.tsx'
import './linkList.css'

export const LinkCard = (props: {
  readonly href: string
  readonly icon: IconName
  readonly title: JSX.Element
  readonly hint: string
}): JSX.Element => (
  <li>
    <A class="link-card" href={props.href}>
      <span class="link-card-icon">
        <Icon name={props.icon} />
      </span>
      <span class="link-card-text">
        <strong>{props.title}</strong>
        <small>{props.hint}</small>
      </span>
      <Icon name="forward" />
    </A>
  </li>
)

export const LinkList = (props: {
  readonly title: string | undefined
  /** emphasises the first link */
  readonly prominent?: boolean
  readonly children: JSX.Element
}): JSX.Element => (
  <section>
    <Show when={props.title}>
      <h2 class="link-list-title">{props.title}</h2>
    </Show>
    <ul class="link-list" classList={{ prominent: props.prominent === true }}>
      {props.children}
    </ul>
  </section>
)
