// Placeholders of lists and cards that load. They have about the size of what comes, so that nothing moves, and show only when it takes long.
import { For, type JSX } from 'solid-js'
import { t } from '../../text/text.ts'
import './skeleton.css'

/** Rows of a list; the text is for assistive technology. */
export const SkeletonRows = (props: { readonly rows: number }): JSX.Element => (
  <div class="skeleton-rows" role="status">
    <span class="visually-hidden">{t('app.loading')}</span>
    <For each={Array.from({ length: props.rows })}>{() => <span class="skeleton" aria-hidden="true" />}</For>
  </div>
)

/** A card with rows. */
export const SkeletonCard = (props: { readonly rows: number }): JSX.Element => (
  <div class="card">
    <SkeletonRows rows={props.rows} />
  </div>
)
