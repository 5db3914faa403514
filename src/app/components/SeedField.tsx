// The words of a seed: counted, with a proposal for the first one that is in no list.
import { type Accessor, createSignal, For, type JSX, Show } from 'solid-js'
import { createFetched } from '../state/fetched.ts'
import { useSession } from '../state/session.tsx'
import { t, tCount } from '../text/text.ts'
import { Button } from './Button.tsx'
import { Switch, TextArea } from './Field.tsx'

const SEED_WORDS = 25
/** Seeds of the first years have no checksum word. */
const OLD_SEED_WORDS = 24

/** The seed of a participant of a multisig wallet is one long text in hex. */
const isMultisigSeed = (text: string): boolean => /^[0-9a-f]{100,}$/i.test(text.trim())

const wordsOf = (text: string): readonly string[] => text.split(/\s+/u).filter(Boolean)

export type SeedForm = {
  readonly text: Accessor<string>
  setText(text: string): void
  readonly isOld: Accessor<boolean>
  setOld(isOld: boolean): void
  readonly tried: Accessor<boolean>
  /** Returns the words, separated by single spaces; undefined, with a problem to show, if they are missing. */
  validate(): string | undefined
}

export const createSeedForm = (): SeedForm => {
  const [text, setText] = createSignal('')
  const [isOld, setOld] = createSignal(false)
  const [tried, setTried] = createSignal(false)
  return {
    ...{ text, setText, isOld, setOld, tried },
    validate: () => {
      setTried(true)
      const words = wordsOf(text())
      if (words.length === 0 || (words.length === OLD_SEED_WORDS && !isOld())) return undefined
      return words.join(' ')
    },
  }
}

const hintOf = (text: string): string => {
  const count = wordsOf(text).length
  if (count === 0) return t('restore.wordsHint')
  if (isMultisigSeed(text)) return t('restore.multisigSeed')
  if (count < OLD_SEED_WORDS) return tCount('restore.countShort', count, { missing: SEED_WORDS - count })
  if (count === OLD_SEED_WORDS) return tCount('restore.count', count)
  return tCount('restore.countReady', count)
}

const problemOf = ({ text, isOld, tried }: SeedForm): string => {
  const count = wordsOf(text()).length
  if (count > SEED_WORDS) return tCount('restore.countOver', count)
  if (!tried()) return ''
  if (count === 0) return t('restore.wordsMissing')
  return count === OLD_SEED_WORDS && !isOld() ? t('restore.wordMissing') : ''
}

/** Returns the words that are typed completely: the last one only after a space, or if no more can follow. */
const completeWords = (text: string): string => {
  const words = wordsOf(text)
  const isComplete = /\s$/u.test(text) || words.length >= OLD_SEED_WORDS
  return (isComplete ? words : words.slice(0, -1)).join(' ')
}

const Proposal = (props: { readonly form: SeedForm }): JSX.Element => {
  const { engine } = useSession()
  const typed = (): string => (isMultisigSeed(props.form.text()) ? '' : completeWords(props.form.text()))
  const unknown = createFetched(typed, (words) => engine.findUnknownWord(words))
  const replace = (position: number, word: string): void =>
    props.form.setText(
      wordsOf(props.form.text())
        .with(position - 1, word)
        .join(' '),
    )
  return (
    <Show when={unknown.value()}>
      {(found) => (
        <Show when={wordsOf(props.form.text())[found().position - 1]}>
          {(word) => (
            <div class="field" role="status">
              <p class="field-problem">
                {t(found().nearest.length > 0 ? 'restore.unknownWord' : 'restore.unknownWordAlone', {
                  position: found().position,
                  word: word(),
                  language: found().language,
                })}
              </p>
              <div class="buttons">
                <For each={found().nearest}>
                  {(near) => <Button onClick={() => replace(found().position, near)}>{near}</Button>}
                </For>
              </div>
            </div>
          )}
        </Show>
      )}
    </Show>
  )
}

export const SeedField = (props: { readonly form: SeedForm }): JSX.Element => (
  <>
    <TextArea
      label={t('restore.words')}
      rows={4}
      hint={hintOf(props.form.text())}
      value={props.form.text()}
      problem={problemOf(props.form)}
      onInput={props.form.setText}
    />
    <Proposal form={props.form} />
    <Show when={wordsOf(props.form.text()).length === OLD_SEED_WORDS}>
      <Switch
        role="checkbox"
        label={t('restore.oldSeed')}
        hint={t('restore.oldSeedHint')}
        checked={props.form.isOld()}
        onChange={props.form.setOld}
      />
    </Show>
  </>
)
