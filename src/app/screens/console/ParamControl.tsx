// One control of the form of parameters, with the controls inside it.
import { For, Index, type JSX, Match, Show, Switch } from 'solid-js'
import type { JsonObject, JsonValue, JsonWritable } from '../../../jsonrpc/json.ts'
import { isJsonObject } from '../../../jsonrpc/json.ts'
import { Button, IconButton } from '../../components/controls/Button.tsx'
import { PasswordField, SelectField, TextField, Switch as Toggle } from '../../components/form/Field.tsx'
import { prettyJson } from '../../format/json.ts'
import {
  type FormControl,
  type FormField,
  fitsControl,
  inputText,
  isJsonList,
  newItem,
  typedInteger,
  valueProblem,
} from '../../state/console/rpcForm.ts'
import { t } from '../../text/text.ts'
import { fieldNote } from './fieldNote.ts'
import './paramControl.css'

type ControlProps<Control extends FormControl = FormControl> = {
  readonly control: Control
  readonly label: string
  readonly hint: string
  readonly type: string
  readonly optional: boolean
  readonly default: JsonWritable
  readonly value: JsonValue | undefined
  readonly onChange: (value: JsonWritable) => void
  /** removes the row; undefined outside of lists */
  readonly onRemove: (() => void) | undefined
}

type ControlOf<Kind extends FormControl['kind']> = Extract<FormControl, { kind: Kind }>

const problemText = ({ control, value, optional }: ControlProps): string => {
  const problem = valueProblem(control, value, optional)
  if (problem === 'missing') return t('console.valueMissing')
  if (problem === 'not an integer') return t('console.valueNotInteger')
  if (problem !== 'out of range' || control.kind !== 'integer') return ''
  return t('console.valueOutOfRange', { min: String(control.min), max: String(control.max) })
}

const RemoveButton = (props: { readonly label: string; readonly onRemove: (() => void) | undefined }): JSX.Element => (
  <Show when={props.onRemove}>
    {(remove) => <IconButton icon="close" label={t('console.removeItem', { name: props.label })} onClick={remove()} />}
  </Show>
)

const TextInput = (props: ControlProps<ControlOf<'text'>>): JSX.Element => (
  <Show
    when={props.control.isSecret && props.onRemove === undefined}
    fallback={
      <TextField
        mono
        label={props.label}
        hint={props.hint}
        problem={problemText(props)}
        value={inputText(props.value)}
        onInput={props.onChange}
        after={<RemoveButton label={props.label} onRemove={props.onRemove} />}
      />
    }
  >
    <PasswordField
      isNew
      label={props.label}
      hint={props.hint}
      problem={problemText(props)}
      value={inputText(props.value)}
      onInput={props.onChange}
    />
  </Show>
)

const IntegerInput = (props: ControlProps<ControlOf<'integer'>>): JSX.Element => (
  <TextField
    mono
    inputMode={props.control.min < 0n ? 'text' : 'numeric'}
    label={props.label}
    hint={props.hint}
    problem={problemText(props)}
    placeholder={inputText(props.default as JsonValue | undefined)}
    value={inputText(props.value)}
    onInput={(text) => props.onChange(typedInteger(text))}
    after={<RemoveButton label={props.label} onRemove={props.onRemove} />}
  />
)

type Choice = 'unset' | 'true' | 'false'

const CHOICES: Readonly<Record<Choice, JsonWritable>> = { unset: null, true: true, false: false }

/** A switch, or three choices if an omitted value differs from both others. */
const BooleanInput = (props: ControlProps): JSX.Element => (
  <Show
    when={typeof props.default === 'boolean'}
    fallback={
      <SelectField<Choice>
        label={props.label}
        hint={props.hint}
        problem={problemText(props)}
        value={typeof props.value === 'boolean' ? `${props.value}` : 'unset'}
        options={[
          { value: 'unset', text: t('console.unset') },
          // Values of JSON, in every language.
          { value: 'true', text: 'true' },
          { value: 'false', text: 'false' },
        ]}
        onChange={(choice) => props.onChange(CHOICES[choice])}
      />
    }
  >
    <Toggle
      label={props.label}
      hint={props.hint}
      checked={(props.value ?? props.default) === true}
      onChange={props.onChange}
    />
  </Show>
)

const ChoiceInput = (props: ControlProps<ControlOf<'choice'>>): JSX.Element => {
  const value = (): string => inputText(props.value ?? (props.default as JsonValue | undefined))
  /** With the present value, which may be one that the method rejects. */
  const choices = (): readonly string[] => [
    ...new Set([...(props.optional ? [''] : []), ...props.control.choices, value()]),
  ]
  return (
    <SelectField
      label={props.label}
      hint={props.hint}
      problem={problemText(props)}
      value={value()}
      options={choices().map((choice) => ({ value: choice, text: choice === '' ? t('console.unset') : choice }))}
      onChange={props.onChange}
    />
  )
}

const Group = (props: {
  readonly label: string
  readonly hint: string
  readonly onRemove: (() => void) | undefined
  readonly children: JSX.Element
}): JSX.Element => (
  <fieldset class="param-group" aria-label={props.label}>
    <div class="param-group-header">
      <div>
        <p class="field-label">{props.label}</p>
        <p class="field-hint">{props.hint}</p>
      </div>
      <RemoveButton label={props.label} onRemove={props.onRemove} />
    </div>
    {props.children}
  </fieldset>
)

const ObjectInput = (props: ControlProps<ControlOf<'object'>>): JSX.Element => {
  const members = (): JsonObject => (isJsonObject(props.value) ? props.value : {})
  return (
    <Group label={props.label} hint={props.hint} onRemove={props.onRemove}>
      <ParamControls
        fields={props.control.fields}
        value={members()}
        onChange={(name, member) => props.onChange({ ...members(), [name]: member })}
      />
    </Group>
  )
}

const ListInput = (props: ControlProps<ControlOf<'list'>>): JSX.Element => {
  const items = (): readonly JsonValue[] => (isJsonList(props.value) ? props.value : [])
  return (
    <Group label={props.label} hint={props.hint} onRemove={props.onRemove}>
      <Index each={items()}>
        {(item, index) => (
          <ParamControl
            control={props.control.item}
            label={t('console.item', { name: props.label, index: index + 1 })}
            hint=""
            type={props.type.replace(/\[\]$/, '')}
            optional={false}
            default={undefined}
            value={item()}
            onChange={(value) => props.onChange(items().with(index, value as JsonValue))}
            onRemove={() => props.onChange(items().toSpliced(index, 1))}
          />
        )}
      </Index>
      <div class="buttons">
        <Button variant="quiet" icon="plus" onClick={() => props.onChange([...items(), newItem(props.control.item)])}>
          {t('console.addItem', { name: props.label })}
        </Button>
      </div>
    </Group>
  )
}

/** A value that the control cannot show. */
const OtherValue = (props: ControlProps): JSX.Element => (
  <Group label={props.label} hint={props.hint} onRemove={undefined}>
    <pre class="mono break" translate="no">
      {prettyJson(props.value ?? null)}
    </pre>
    <p class="field-problem">{t('console.valueOther', { type: props.type })}</p>
    <div class="buttons">
      <Button onClick={() => (props.onRemove ?? (() => props.onChange(null)))()}>{t('console.removeValue')}</Button>
    </div>
  </Group>
)

const ParamControl = (props: ControlProps): JSX.Element => {
  /** The control, if it is of this kind. */
  const as = <Kind extends FormControl['kind']>(kind: Kind): ControlOf<Kind> | undefined =>
    // The kind determines the type.
    props.control.kind === kind ? (props.control as ControlOf<Kind>) : undefined
  return (
    <Switch>
      <Match when={!fitsControl(props.control, props.value)}>
        <OtherValue {...props} />
      </Match>
      <Match when={as('text')}>{(control) => <TextInput {...props} control={control()} />}</Match>
      <Match when={as('integer')}>{(control) => <IntegerInput {...props} control={control()} />}</Match>
      <Match when={as('boolean')}>
        <BooleanInput {...props} />
      </Match>
      <Match when={as('choice')}>{(control) => <ChoiceInput {...props} control={control()} />}</Match>
      <Match when={as('object')}>{(control) => <ObjectInput {...props} control={control()} />}</Match>
      <Match when={as('list')}>{(control) => <ListInput {...props} control={control()} />}</Match>
    </Switch>
  )
}

/** The controls of an object's members. */
export const ParamControls = (props: {
  readonly fields: readonly FormField[]
  readonly value: JsonObject
  readonly onChange: (name: string, value: JsonWritable) => void
}): JSX.Element => (
  <For each={props.fields}>
    {(field) => (
      <ParamControl
        control={field.control}
        label={field.name}
        hint={fieldNote(field)}
        type={field.type}
        optional={field.optional}
        default={field.default}
        value={props.value[field.name]}
        onChange={(value) => props.onChange(field.name, value)}
        onRemove={undefined}
      />
    )}
  </For>
)
