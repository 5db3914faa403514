// Selects a method: a search field and the methods by group. Arrow keys move through the list.
import { createEffect, createMemo, createSignal, For, type JSX, Show } from 'solid-js'
import type { MethodDescription, MethodGroup } from '../../../jsonrpc/describe.ts'
import { TextField } from '../../components/form/Field.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { t, tCount } from '../../text/text.ts'
import './methodPicker.css'

const nameOf = ({ names }: MethodDescription): string => names[0] ?? ''

const mentions = (method: MethodDescription, words: readonly string[]): boolean => {
  const text = [...method.names, method.about].join(' ').toLowerCase().replaceAll('_', ' ')
  return words.every((word) => text.includes(word))
}

/** The step of each key; `first` and `last` are the ends of the list. */
const KEYS: Readonly<Record<string, 1 | -1 | 'first' | 'last'>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: 'first',
  End: 'last',
}

/** Moves the focus among the buttons of the list by the step of a key. */
const moveFocus = (event: KeyboardEvent, buttons: readonly HTMLButtonElement[]): void => {
  const step = KEYS[event.key]
  if (step === undefined) return
  event.preventDefault()
  const at = buttons.findIndex((button) => button.matches(':focus'))
  const next = step === 'first' ? 0 : step === 'last' ? buttons.length - 1 : at + step
  buttons[Math.max(0, Math.min(next, buttons.length - 1))]?.focus()
}

const Group = (props: {
  readonly group: MethodGroup
  readonly selected: string
  /** name of the one method in the tab order */
  readonly reached: string
  readonly onSelect: (method: MethodDescription) => void
}): JSX.Element => (
  <section>
    <h3>{props.group.name}</h3>
    <ul aria-label={props.group.name}>
      <For each={props.group.methods}>
        {(method) => (
          <li>
            <button
              type="button"
              class="method"
              translate="no"
              aria-pressed={nameOf(method) === props.selected}
              tabindex={nameOf(method) === props.reached ? 0 : -1}
              onClick={() => props.onSelect(method)}
            >
              {nameOf(method)}
            </button>
          </li>
        )}
      </For>
    </ul>
  </section>
)

export const MethodPicker = (props: {
  readonly groups: readonly MethodGroup[]
  readonly selected: string
  readonly onSelect: (method: MethodDescription) => void
}): JSX.Element => {
  let list: HTMLDivElement | undefined
  const [search, setSearch] = createSignal('')
  const shown = createMemo(() => {
    const words = search().toLowerCase().replaceAll('_', ' ').split(/\s+/)
    return props.groups
      .map(({ name, methods }) => ({ name, methods: methods.filter((method) => mentions(method, words)) }))
      .filter(({ methods }) => methods.length > 0)
  })
  const names = createMemo(() => shown().flatMap(({ methods }) => methods.map(nameOf)))
  const count = (): string => tCount('console.found', names().length)
  const reached = (): string => (names().includes(props.selected) ? props.selected : (names()[0] ?? ''))

  // Scrolls to the selected method.
  createEffect(() => {
    if (names().length === 0 || list === undefined) return
    const chosen = list.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (chosen !== null) list.scrollTop = chosen.offsetTop - list.clientHeight / 2
  })

  const buttons = (): readonly HTMLButtonElement[] => [...(list?.querySelectorAll('button') ?? [])]
  const enter = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    buttons()[0]?.focus()
  }

  return (
    <Card title={t('console.choose')} aside={<span class="muted">{count()}</span>}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut from the field to the list, which the tab key reaches too */}
      <div onKeyDown={enter}>
        <TextField type="search" label={t('console.search')} value={search()} onInput={setSearch} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside */}
      <div class="methods" ref={list} onKeyDown={(event) => moveFocus(event, buttons())}>
        <Show when={names().length > 0} fallback={<p class="muted">{t('console.none')}</p>}>
          <For each={shown()}>
            {(group) => <Group group={group} selected={props.selected} reached={reached()} onSelect={props.onSelect} />}
          </For>
        </Show>
      </div>
    </Card>
  )
}
