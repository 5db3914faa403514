// The seed words of a new wallet: their kind, their language, and the passphrase of a polyseed. The engine holds the seed.
import { type Accessor, createSignal } from 'solid-js'
import { createAction } from '../../state/requests/action.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'

const DEFAULT_LANGUAGE = 'English'

/** 16 words, with the month of their creation, or 25 words. */
export type SeedKind = 'polyseed' | 'standard'

type Language = { readonly name: string; readonly ownName: string }

type Drawn = { readonly kind: SeedKind; readonly language: string }

export type SeedChoice = {
  /** the network has polyseeds */
  readonly hasPolyseeds: Accessor<boolean>
  readonly kind: Accessor<SeedKind>
  readonly language: Accessor<string>
  /** those of the kind */
  readonly languages: Accessor<readonly Language[]>
  readonly words: Accessor<readonly string[]>
  readonly passphrase: Accessor<string>
  setPassphrase(passphrase: string): void
  /** Draws new words, in English if the kind does not have the language; resolves whether it succeeded. */
  draw(drawn: Drawn): Promise<boolean>
  /** Draws words that fit the network, unless there are some. */
  prepare(): Promise<boolean>
  readonly busy: Accessor<boolean>
  readonly problem: Accessor<string>
}

/** @param networkId of the new wallet */
export const createSeedChoice = (networkId: Accessor<string>): SeedChoice => {
  const { engine } = useSession()
  const standard = createFetched(true, () => engine.seedLanguages())
  const [polyseed, setPolyseed] = createSignal<readonly Language[]>([])
  const [drawn, setDrawn] = createSignal<Drawn>({ kind: 'polyseed', language: DEFAULT_LANGUAGE })
  /** the kind that the user chose, where the network has it */
  const [wanted, setWanted] = createSignal<SeedKind>('polyseed')
  const [words, setWords] = createSignal<readonly string[]>([])
  const [passphrase, setPassphrase] = createSignal('')
  const languagesOf = (kind: SeedKind): readonly Language[] =>
    kind === 'polyseed' ? polyseed() : (standard.value() ?? [])
  const drawing = createAction(async ({ kind, language: wanted }: Drawn) => {
    const language = languagesOf(kind).some(({ name }) => name === wanted) ? wanted : DEFAULT_LANGUAGE
    setWords(kind === 'polyseed' ? await engine.draftPolyseed(networkId(), language) : await engine.draftSeed(language))
    setDrawn({ kind, language })
    if (kind === 'standard') setPassphrase('')
  })
  const preparing = createAction(async () => {
    setPolyseed(await engine.polyseedLanguages(networkId()))
    const kind = polyseed().length > 0 ? wanted() : 'standard'
    if (words().length > 0 && drawn().kind === kind) return
    await drawing.run({ kind, language: drawn().language })
  })
  return {
    hasPolyseeds: () => polyseed().length > 0,
    kind: () => drawn().kind,
    language: () => drawn().language,
    languages: () => languagesOf(drawn().kind),
    ...{ words, passphrase, setPassphrase },
    draw: (next) => {
      setWanted(next.kind)
      return drawing.run(next)
    },
    prepare: async () => (await preparing.run()) && drawing.problem() === '',
    busy: () => drawing.running() || preparing.running(),
    problem: () => drawing.problem() || preparing.problem() || standard.problem(),
  }
}
