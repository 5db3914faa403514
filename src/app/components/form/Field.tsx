// Form fields: label, control, hint and problem, linked for assistive technology.
import { createSignal, createUniqueId, For, type JSX, onCleanup, Show } from 'solid-js'
import { t } from '../../text/text.ts'
import { IconButton } from '../controls/Button.tsx'
import './field.css'

type Frame = {
  readonly label: string
  readonly hint?: string
  readonly problem?: string
}

type Ids = { readonly control: string; readonly describedBy: string }

const framed = (props: Frame, children: (ids: Ids) => JSX.Element): JSX.Element => {
  const id = createUniqueId()
  return (
    <div class="field" classList={{ invalid: Boolean(props.problem) }}>
      <label class="field-label" for={id}>
        {props.label}
      </label>
      {children({ control: id, describedBy: `${id}-hint ${id}-problem` })}
      <p class="field-hint" id={`${id}-hint`} hidden={!props.hint || Boolean(props.problem)}>
        {props.hint}
      </p>
      <p class="field-problem" id={`${id}-problem`} aria-live="polite">
        {props.problem}
      </p>
    </div>
  )
}

export type TextFieldProps = Frame & {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly onBlur?: () => void
  readonly type?: 'text' | 'search' | 'url' | 'date'
  readonly inputMode?: 'text' | 'decimal' | 'numeric' | 'url' | 'search'
  readonly autocomplete?: string
  readonly placeholder?: string
  readonly mono?: boolean
  readonly max?: string
  readonly autofocus?: boolean
  /** a unit, or a button that changes it, shown inside the field at its end */
  readonly unit?: JSX.Element
  readonly after?: JSX.Element
}

/** A list of completions of a field: the field keeps the focus, and its keys choose (WAI-ARIA). */
export type FieldList = {
  readonly id: string
  /** id of the chosen option; undefined while the list is closed */
  readonly active: string | undefined
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Focuses a control once it is on the page; the attribute `autofocus` works at page load only. A screen whose data are still being fetched is made
 * before it is on the page.
 */
const focusWhenMounted = (element: HTMLElement, autofocus: boolean | undefined): void => {
  if (autofocus !== true) return
  let isGone = false
  onCleanup(() => {
    isGone = true
  })
  const focus = (): void => {
    if (element.isConnected) element.focus()
    else if (!isGone) requestAnimationFrame(focus)
  }
  queueMicrotask(focus)
}

/** Addresses, keys, numbers and URLs run from left to right in every language; other texts as what is typed. */
const directionOf = (props: Pick<TextFieldProps, 'mono' | 'inputMode' | 'type'>): 'ltr' | 'auto' =>
  props.mono === true ||
  props.type === 'url' ||
  props.inputMode === 'url' ||
  props.inputMode === 'decimal' ||
  props.inputMode === 'numeric'
    ? 'ltr'
    : 'auto'

export const TextField = (props: TextFieldProps): JSX.Element =>
  framed(props, (ids) => (
    <div class="field-row">
      <div class="control" dir={directionOf(props) === 'ltr' ? 'ltr' : undefined}>
        <input
          ref={(element) => focusWhenMounted(element, props.autofocus)}
          id={ids.control}
          classList={{ mono: props.mono === true }}
          dir={directionOf(props)}
          type={props.type ?? 'text'}
          inputmode={props.inputMode}
          value={props.value}
          max={props.max}
          placeholder={props.placeholder}
          autocomplete={props.autocomplete ?? 'off'}
          autocapitalize="off"
          autocorrect="off"
          spellcheck={false}
          aria-describedby={ids.describedBy}
          aria-invalid={Boolean(props.problem)}
          onInput={(event) => props.onInput(event.currentTarget.value)}
          onBlur={() => props.onBlur?.()}
        />
        <Show when={props.unit}>
          <span class="control-unit">{props.unit}</span>
        </Show>
      </div>
      {props.after}
    </div>
  ))

export const TextArea = (props: TextFieldProps & { readonly rows: number; readonly list?: FieldList }): JSX.Element =>
  framed(props, (ids) => (
    <div class="control">
      <textarea
        ref={(element) => focusWhenMounted(element, props.autofocus)}
        id={ids.control}
        classList={{ mono: props.mono === true }}
        dir={directionOf(props)}
        rows={props.rows}
        value={props.value}
        placeholder={props.placeholder}
        autocomplete="off"
        autocapitalize="off"
        autocorrect="off"
        spellcheck={false}
        aria-describedby={ids.describedBy}
        aria-invalid={Boolean(props.problem)}
        aria-autocomplete={props.list && 'list'}
        aria-controls={props.list?.active && props.list.id}
        aria-activedescendant={props.list?.active}
        onKeyDown={(event) => props.list?.onKeyDown(event)}
        onInput={(event) => props.onInput(event.currentTarget.value)}
        onBlur={() => props.onBlur?.()}
      />
    </div>
  ))

export const PasswordField = (
  props: Frame & {
    readonly value: string
    readonly onInput: (value: string) => void
    readonly isNew?: boolean
    /** for secrets that are no passwords: password managers leave them alone */
    readonly autocomplete?: 'off'
    readonly autofocus?: boolean
  },
): JSX.Element => {
  const [shown, setShown] = createSignal(false)
  return framed(props, (ids) => (
    <div class="control">
      <input
        ref={(element) => focusWhenMounted(element, props.autofocus)}
        id={ids.control}
        type={shown() ? 'text' : 'password'}
        value={props.value}
        autocomplete={props.autocomplete ?? (props.isNew === true ? 'new-password' : 'current-password')}
        autocapitalize="off"
        autocorrect="off"
        spellcheck={false}
        aria-describedby={ids.describedBy}
        aria-invalid={Boolean(props.problem)}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
      <IconButton
        icon={shown() ? 'eyeOff' : 'eye'}
        label={shown() ? t('wallet.passwordHide') : t('wallet.passwordShow')}
        onClick={() => setShown(!shown())}
      />
    </div>
  ))
}

export type Option<T extends string | number> = { readonly value: T; readonly text: string }

export const SelectField = <T extends string | number>(
  props: Frame & {
    readonly value: T
    readonly options: readonly Option<T>[]
    /** the options are names, which no translation of the page changes */
    readonly areNames?: boolean
    readonly onChange: (value: T) => void
  },
): JSX.Element =>
  framed(props, (ids) => (
    <div class="control select">
      <select
        id={ids.control}
        translate={props.areNames === true ? 'no' : undefined}
        aria-describedby={ids.describedBy}
        aria-invalid={Boolean(props.problem)}
        onChange={(event) => {
          const chosen = props.options[event.currentTarget.selectedIndex]
          if (chosen !== undefined) props.onChange(chosen.value)
        }}
      >
        <For each={props.options}>
          {(option) => (
            <option value={option.value} selected={option.value === props.value}>
              {option.text}
            </option>
          )}
        </For>
      </select>
    </div>
  ))

/** A choice between a few options, in a row, or in a column if they have hints. */
export const RadioField = <T extends string>(props: {
  readonly label: string
  readonly value: T
  readonly options: readonly (Option<T> & { readonly hint?: string })[]
  readonly onChange: (value: T) => void
  readonly hideLabel?: boolean
}): JSX.Element => {
  const name = createUniqueId()
  return (
    <fieldset class="radios" classList={{ stacked: props.options.some((option) => option.hint) }}>
      <legend class="field-label" classList={{ 'visually-hidden': props.hideLabel === true }}>
        {props.label}
      </legend>
      <div class="radio-options">
        <For each={props.options}>
          {(option) => (
            <label class="radio">
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === props.value}
                onChange={() => props.onChange(option.value)}
              />
              <span class="radio-text">
                {option.text}
                <Show when={option.hint}>
                  <small>{option.hint}</small>
                </Show>
              </span>
            </label>
          )}
        </For>
      </div>
    </fieldset>
  )
}

/** A switch with a hint, or, with the role `checkbox`, a statement to confirm. */
export const Switch = (props: {
  readonly label: string
  /** for assistive technology where several have the same label: contains the label */
  readonly name?: string
  /** id of a hint that several share */
  readonly describedBy?: string
  readonly hint?: string
  readonly checked: boolean
  readonly role?: 'switch' | 'checkbox'
  /** may return a promise of the change, that does not reject: once it has settled, the switch shows `checked` */
  readonly onChange: (checked: boolean) => unknown
}): JSX.Element => {
  const id = createUniqueId()
  let latest = 0
  const change = async (input: HTMLInputElement): Promise<void> => {
    latest += 1
    const mine = latest
    await props.onChange(input.checked)
    if (mine === latest) input.checked = props.checked
  }
  return (
    <div class="switch-field">
      <input
        id={id}
        class={props.role === 'checkbox' ? 'checkbox' : 'switch'}
        type="checkbox"
        role={props.role === 'checkbox' ? undefined : 'switch'}
        checked={props.checked}
        aria-label={props.name}
        aria-describedby={props.describedBy ?? `${id}-hint`}
        onChange={(event) => void change(event.currentTarget)}
      />
      <div>
        <label for={id}>{props.label}</label>
        <p class="field-hint" id={`${id}-hint`} hidden={!props.hint}>
          {props.hint}
        </p>
      </div>
    </div>
  )
}
