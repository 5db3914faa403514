// The way to another wallet: the open one closes, at once, or after a question if something that the user entered would be lost.
import { useNavigate } from '@solidjs/router'
import { type Accessor, createSignal } from 'solid-js'
import { type Action, createAction } from '../requests/action.ts'
import { useSession } from '../session/session.tsx'
import type { DraftPlace, Drafts } from './drafts.ts'
import type { SendState } from './sendState.ts'

export type Leaving = {
  /** the screens whose content would be lost, while the user is asked; else undefined */
  readonly asked: Accessor<readonly DraftPlace[] | undefined>
  /** Closes the open wallet, or asks first. `path`: the screen that follows. */
  readonly leave: Action<[path: string]>
  /** Closes the open wallet, after the question, and forgets what was entered. */
  readonly discard: Action<[]>
  stay(): void
}

/** Creates the way to another wallet. A payment that others must sign is lost too, with the screen that shows it. */
export const createLeaving = (drafts: Drafts, outcome: SendState['outcome']): Leaving => {
  const { engine } = useSession()
  const navigate = useNavigate()
  const [question, setQuestion] = createSignal<{ readonly places: readonly DraftPlace[]; readonly path: string }>()
  const lost = (): readonly DraftPlace[] => [
    ...new Set([...drafts.places(), ...(outcome()?.kind === 'unsigned' ? (['send'] as const) : [])]),
  ]
  const close = async (path: string): Promise<void> => {
    await engine.closeWallet()
    navigate(path)
  }
  const discard = createAction(async () => {
    await drafts.clear()
    await close(question()?.path ?? '/welcome')
  })
  const leave = createAction(async (path: string) => {
    const places = lost()
    if (places.length > 0) setQuestion({ places, path })
    else await close(path)
  })
  const stay = (): void => {
    setQuestion(undefined)
    discard.clear()
  }
  return { asked: () => question()?.places, leave, discard, stay }
}
