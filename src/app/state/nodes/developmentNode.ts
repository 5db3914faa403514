// Calls of the development node's own methods from a card, with what was done.
import { type Accessor, createSignal } from 'solid-js'
import type { DevelopmentParams } from '../../../daemon/nodeHealth.ts'
import { type Action, createAction } from '../requests/action.ts'
import { useSession } from '../session/session.tsx'

export type DevelopmentCalls = {
  /** Calls a method, then sets the text that `done` returns for its result. */
  readonly call: Action<[method: string, params: DevelopmentParams, done?: (result: unknown) => string]>
  /** what the last call did; empty before it, and after a failure */
  readonly done: Accessor<string>
  setDone(text: string): void
}

export const createDevelopmentCalls = (): DevelopmentCalls => {
  const { engine } = useSession()
  const [done, setDone] = createSignal('')
  const call = createAction(
    async (method: string, params: DevelopmentParams, textOf: (result: unknown) => string = () => '') => {
      setDone('')
      setDone(textOf(await engine.callDevelopmentNode(method, params)))
    },
  )
  return { call, done, setDone }
}
