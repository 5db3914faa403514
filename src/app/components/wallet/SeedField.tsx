// The words of a seed: counted and checked while they are typed, with proposals for the last one and for one that is in no list.
import { For, type JSX, Show } from 'solid-js'
import { isMultisigSeed } from '../../../coin/seeds/seedText.ts'
import { OLD_SEED_WORDS, POLYSEED_WORDS, type SeedForm, STANDARD_WORDS } from '../../state/wallets/seedForm.ts'
import { t, tCount } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Switch, TextArea } from '../form/Field.tsx'

const FITS = { standard: 'restore.fits', polyseed: 'restore.fitsPolyseed', half: 'restore.fitsHalf' } as const

const hintOf = (form: SeedForm): string => {
  const count = form.words().length
  const { kind, checksum, language = '' } = form.inspection() ?? {}
  if (count === 0) return t('restore.wordsHint')
  if (isMultisigSeed(form.text())) return t('restore.multisigSeed')
  if (checksum === 'right' && kind !== undefined && kind !== 'bip39') return tCount(FITS[kind], count, { language })
  if (form.mayBeFeather() && !form.tried()) return t('restore.feather')
  if (kind === undefined && count < POLYSEED_WORDS) return tCount('restore.countSoFar', count)
  const total = kind === 'polyseed' ? POLYSEED_WORDS : STANDARD_WORDS
  // A seed of the first years has a word less: nothing is missing then.
  if (count >= total || count === OLD_SEED_WORDS) return tCount('restore.count', count, { total })
  return tCount('restore.countShort', count, { total, missing: total - count })
}

const problemOf = (form: SeedForm): string => {
  const count = form.words().length
  if (count > STANDARD_WORDS) return tCount('restore.countOver', count)
  if (form.inspection()?.kind === 'bip39') return t('restore.bip39')
  if (form.inspection()?.checksum === 'wrong') return t('restore.checksumWrong')
  if (!form.tried()) return ''
  if (form.mayBeFeather()) return t('restore.feather')
  if (count === 0) return t('restore.wordsMissing')
  return count === OLD_SEED_WORDS && !form.isOld() ? t('restore.wordMissing') : ''
}

type Choice = { readonly onChoose: (position: number, word: string) => void }

/** Buttons with words, each of which replaces the word at a position (from 1). */
const Words = (
  props: Choice & {
    readonly words: readonly string[]
    readonly position: number
  },
): JSX.Element => (
  <div class="buttons">
    <For each={props.words}>
      {(word) => (
        <Button onClick={() => props.onChoose(props.position, word)}>
          <span translate="no">{word}</span>
        </Button>
      )}
    </For>
  </div>
)

const Unknown = (props: Choice & { readonly form: SeedForm }): JSX.Element => (
  <Show when={props.form.inspection()?.unknown}>
    {(unknown) => (
      <div class="field" role="status">
        <p class="field-problem">
          {t(unknown().nearest.length > 0 ? 'restore.unknownWord' : 'restore.unknownWordAlone', {
            position: unknown().position,
            word: props.form.words()[unknown().position - 1] ?? '',
            language: props.form.inspection()?.language ?? '',
          })}
        </p>
        <Words onChoose={props.onChoose} words={unknown().nearest} position={unknown().position} />
      </div>
    )}
  </Show>
)

/** Words that begin as the last one. They appear with every letter, so they are not announced. */
const Completions = (props: Choice & { readonly form: SeedForm }): JSX.Element => {
  const completions = (): readonly string[] => props.form.inspection()?.completions ?? []
  return (
    <Show when={completions().length > 0}>
      <fieldset class="field">
        <legend class="visually-hidden">{t('restore.completions')}</legend>
        <Words onChoose={props.onChoose} words={completions()} position={props.form.words().length} />
      </fieldset>
    </Show>
  )
}

export const SeedField = (props: {
  readonly form: SeedForm
  /** why a wallet could not be restored from the words; empty without a problem */
  readonly problem?: string
  readonly onChange?: () => void
}): JSX.Element => {
  let root: HTMLDivElement | undefined
  const choose = (position: number, word: string): void => {
    props.form.replaceWord(position, word)
    // The button disappears; typing goes on after the word.
    root?.querySelector('textarea')?.focus()
  }
  return (
    <div ref={root} class="stack">
      <TextArea
        label={t('restore.words')}
        rows={4}
        hint={hintOf(props.form)}
        value={props.form.text()}
        problem={problemOf(props.form) || props.problem || ''}
        onInput={(text) => {
          props.onChange?.()
          props.form.setText(text)
        }}
      />
      <Completions form={props.form} onChoose={choose} />
      <Unknown form={props.form} onChoose={choose} />
      <Show when={props.form.words().length === OLD_SEED_WORDS}>
        <Switch
          role="checkbox"
          label={t('restore.oldSeed')}
          hint={t('restore.oldSeedHint')}
          checked={props.form.isOld()}
          onChange={props.form.setOld}
        />
      </Show>
    </div>
  )
}
