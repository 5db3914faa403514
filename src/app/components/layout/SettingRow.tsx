// A row of the settings: what it is and means, and its control at the end.
import { type JSX, Show } from 'solid-js'
import './settingRow.css'

/** Rows of settings on a surface, with lines between them. */
export const SettingRows = (props: { readonly title?: string; readonly children: JSX.Element }): JSX.Element => (
  <section class="card setting-rows">
    <Show when={props.title}>
      <header class="card-header">
        <h2>{props.title}</h2>
      </header>
    </Show>
    {props.children}
  </section>
)

export const SettingRow = (props: {
  readonly title: string
  readonly hint?: string
  readonly children: JSX.Element
}): JSX.Element => (
  <div class="setting-row">
    <div class="setting-text">
      <strong>{props.title}</strong>
      <Show when={props.hint}>
        <p class="muted">{props.hint}</p>
      </Show>
    </div>
    {props.children}
  </div>
)
