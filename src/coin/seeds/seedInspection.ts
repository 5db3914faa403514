// Inspects the words of a seed while they are typed: their kind and language, the first word that is in no list, and whether the checksum is right.

import { editDistance } from '../../bytes/editDistance.ts'
import { isBip39Seed } from './bip39.ts'
import { bareWord, detectionOrder, loadWordList, type WordList } from './languages.ts'
import { isPolyseedChecksumRight, POLYSEED_WORDS } from './polyseed.ts'
import { loadPolyseedWords, type PolyseedWordList, polyseedLanguages } from './polyseedLanguages.ts'
import { isChecksumRight } from './seed.ts'
import { seedWordsOf } from './seedText.ts'

/** A word that is in no list. */
export type UnknownWord = {
  /** from 1 */
  readonly position: number
  /** words of the language that are spelled alike, nearest first */
  readonly nearest: readonly string[]
}

export type SeedInspection = {
  /** `half`: a seed of MyMonero; `bip39`: a seed of other wallets, which is not restored; undefined as long as the words fit a standard seed and a polyseed alike */
  readonly kind: 'standard' | 'polyseed' | 'half' | 'bip39' | undefined
  /** English name; undefined if too few words are known */
  readonly language: string | undefined
  readonly unknown: UnknownWord | undefined
  /** words that begin as the last one, which is not complete yet */
  readonly completions: readonly string[]
  /** undefined as long as words are missing or unknown */
  readonly checksum: 'right' | 'wrong' | undefined
}

const STANDARD_WORDS = 25
const HALF_WORDS = 13
const MAX_PROPOSALS = 5
/** Words that differ in more letters are not what was meant. */
const MAX_EDITS = 3

/** Words compared with a list. */
type Candidate = {
  readonly kind: 'standard' | 'polyseed'
  readonly language: string
  readonly words: readonly string[]
  readonly indices: readonly (number | undefined)[]
  readonly isChecksumRight: (indices: readonly number[]) => boolean
}

/** Returns the index of a word that is spelled as in the list, in full or cut; undefined for others. */
const lookUpSpelled = ({ words, indexOf }: WordList, word: string): number | undefined => {
  const index = indexOf(word)
  return index !== undefined && bareWord(words[index] ?? '').startsWith(bareWord(word)) ? index : undefined
}

const standardCandidate = (list: WordList, typed: readonly string[]): Candidate => ({
  kind: 'standard',
  language: list.language.name,
  words: list.words,
  indices: typed.map((word) => lookUpSpelled(list, word)),
  isChecksumRight: (indices) => isChecksumRight(list, indices),
})

const polyseedCandidate = (list: PolyseedWordList, typed: readonly string[], coin: number): Candidate => ({
  kind: 'polyseed',
  language: list.language.name,
  words: list.words,
  indices: typed.map(list.indexOf),
  isChecksumRight: (indices) => isPolyseedChecksumRight(indices, coin),
})

const candidatesOf = async (typed: readonly string[], coin: number): Promise<readonly Candidate[]> => {
  const standard = await Promise.all(detectionOrder.map(loadWordList))
  const polyseed = typed.length > POLYSEED_WORDS ? [] : await Promise.all(polyseedLanguages.map(loadPolyseedWords))
  return [
    ...standard.map((list) => standardCandidate(list, typed)),
    ...polyseed.map((list) => polyseedCandidate(list, typed, coin)),
  ]
}

const countKnown = ({ indices }: Candidate): number => indices.filter((index) => index !== undefined).length

/** Returns the candidate that knows most words, the first of equal ones. */
const bestOf = (candidates: readonly Candidate[]): Candidate | undefined =>
  candidates.reduce<Candidate | undefined>(
    (best, next) => (best === undefined || countKnown(next) > countKnown(best) ? next : best),
    undefined,
  )

/** Whether all words are known, and their checksum fits. */
const fits = ({ indices, isChecksumRight }: Candidate): boolean =>
  indices.every((index) => index !== undefined) && isChecksumRight(indices)

const wholeCount = ({ kind }: Candidate): number => (kind === 'polyseed' ? POLYSEED_WORDS : STANDARD_WORDS)

/** Returns a candidate whose words are a seed, with the kind of it. */
const findSeed = (candidates: readonly Candidate[], count: number) => {
  const found = candidates.find(
    (candidate) =>
      (count === wholeCount(candidate) || (count === HALF_WORDS && candidate.kind === 'standard')) && fits(candidate),
  )
  return found && { candidate: found, kind: count === HALF_WORDS ? ('half' as const) : found.kind }
}

const nearestWords = (words: readonly string[], typed: string): readonly string[] => {
  const folded = bareWord(typed)
  return words
    .map((word) => ({ word, edits: editDistance(folded, bareWord(word)) }))
    .filter(({ edits }) => edits <= MAX_EDITS)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, MAX_PROPOSALS)
    .map(({ word }) => word)
}

const completionsOf = (words: readonly string[], typed: string): readonly string[] => {
  const folded = bareWord(typed)
  const found = words.filter((word) => bareWord(word).startsWith(folded)).slice(0, MAX_PROPOSALS)
  // A word that is complete needs no proposal, unless it is the beginning of others.
  return found.length === 1 && bareWord(found[0] ?? '') === folded ? [] : found
}

/** Returns the first unknown word among the complete ones, if the others determine the language. */
const unknownOf = (best: Candidate, typed: readonly string[], complete: number): UnknownWord | undefined => {
  const at = best.indices.slice(0, complete).indexOf(undefined)
  if (at < 0 || 2 * countKnown(best) <= complete) return undefined
  return { position: at + 1, nearest: nearestWords(best.words, typed[at] ?? '') }
}

/**
 * Inspects words of a seed.
 * @param text words as `seedWordsOf` finds them; without white space at its end, the last word is not complete
 * @param polyseedCoin number of the coin in polyseeds
 *
 * @example
 * (await inspectSeed('abbey abducts abiltyy ', 0)).unknown // { position: 3, nearest: ['ability'] }
 * (await inspectSeed('abbey abducts abi', 0)).completions // ['ability']
 */
export const inspectSeed = async (text: string, polyseedCoin: number): Promise<SeedInspection> => {
  const typed = seedWordsOf(text)
  const candidates = await candidatesOf(typed, polyseedCoin)
  const seed = findSeed(candidates, typed.length)
  const nothing = { kind: undefined, language: undefined, unknown: undefined, completions: [], checksum: undefined }
  if (seed !== undefined) return { ...nothing, kind: seed.kind, language: seed.candidate.language, checksum: 'right' }
  if (await isBip39Seed(typed)) return { ...nothing, kind: 'bip39', language: 'English', checksum: 'right' }
  const best = bestOf(candidates)
  if (best === undefined || typed.length === 0) return nothing
  const rivals = candidates.filter((other) => other.kind !== best.kind && countKnown(other) === countKnown(best))
  const isTyping = !/\s$/u.test(text)
  const last = typed.at(-1) ?? ''
  const known = countKnown(best)
  return {
    kind: rivals.length === 0 ? best.kind : undefined,
    language: 2 * known > typed.length ? best.language : undefined,
    unknown: unknownOf(best, typed, isTyping && typed.length < STANDARD_WORDS - 1 ? typed.length - 1 : typed.length),
    completions: isTyping ? completionsOf([...new Set([best, ...rivals].flatMap(({ words }) => words))], last) : [],
    checksum: typed.length === wholeCount(best) && known === typed.length && rivals.length === 0 ? 'wrong' : undefined,
  }
}
