// The form state of the words of a seed, which the engine inspects while they are typed.
import { type Accessor, createSignal } from 'solid-js'
import type { SeedInspection } from '../../../coin/seeds/seedInspection.ts'
import { isMultisigSeed, seedWordsOf } from '../../../coin/seeds/seedText.ts'
import { createFetched } from '../requests/fetched.ts'
import { useSession } from '../session/session.tsx'

export const STANDARD_WORDS = 25
export const POLYSEED_WORDS = 16
/** Seeds of the first years have no checksum word. */
export const OLD_SEED_WORDS = 24

/** Seeds that Feather made before polyseeds. */
const FEATHER_WORDS = 14

export type SeedForm = {
  readonly text: Accessor<string>
  setText(text: string): void
  readonly words: Accessor<readonly string[]>
  /** undefined until the first inspection, and for the seed of a multisig wallet */
  readonly inspection: Accessor<SeedInspection | undefined>
  /** the words may be a seed that Feather made before polyseeds, as many and of the same list; the beginning of a polyseed looks the same */
  readonly mayBeFeather: Accessor<boolean>
  readonly isOld: Accessor<boolean>
  setOld(isOld: boolean): void
  readonly tried: Accessor<boolean>
  /** Replaces the word at a position (from 1). After the last one a space follows. */
  replaceWord(position: number, word: string): void
  /** Returns the words, separated by single spaces; undefined, with a problem to show, if they cannot be a seed. */
  validate(): string | undefined
}

export const createSeedForm = (): SeedForm => {
  const { engine } = useSession()
  const [text, setText] = createSignal('')
  const [isOld, setOld] = createSignal(false)
  const [tried, setTried] = createSignal(false)
  const words = (): readonly string[] => seedWordsOf(text())
  /** The words as the engine takes them: without a space at its end the last one is not complete. */
  const typed = (): string =>
    isMultisigSeed(text()) || words().length === 0 ? '' : words().join(' ') + (/\s$/u.test(text()) ? ' ' : '')
  /** More words can follow. */
  const isOpen = (): boolean => words().length < OLD_SEED_WORDS
  const inspected = createFetched(typed, (source) => engine.inspectSeed(source))
  const inspection = (): SeedInspection | undefined => (typed() === '' ? undefined : inspected.value())
  const mayBeFeather = (): boolean =>
    words().length === FEATHER_WORDS && inspection()?.kind === 'polyseed' && inspection()?.unknown === undefined
  return {
    ...{ text, setText, words, inspection, mayBeFeather, isOld, setOld, tried },
    replaceWord: (position, word) =>
      setText(
        words()
          .with(position - 1, word)
          .join(' ') + (position === words().length && isOpen() ? ' ' : ''),
      ),
    validate: () => {
      setTried(true)
      const count = words().length
      const { checksum, kind } = inspection() ?? {}
      const isDoubtful = (count === OLD_SEED_WORDS && !isOld()) || checksum === 'wrong' || kind === 'bip39'
      return count === 0 || isDoubtful || mayBeFeather() ? undefined : words().join(' ')
    },
  }
}
