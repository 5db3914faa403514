// A thing a person started: whether it runs, and what went wrong. The form that started it keeps its input.
import { type Accessor, createSignal } from 'solid-js'
import { errorText } from '../format/error.ts'

export type Action<Arguments extends readonly unknown[]> = {
  /** Runs the work unless it runs already; resolves whether it succeeded. */
  run(...args: Arguments): Promise<boolean>
  readonly running: Accessor<boolean>
  /** words for a person; empty when all is well */
  readonly problem: Accessor<string>
  clear(): void
}

/** Wraps asynchronous work for a button or form. */
export const createAction = <Arguments extends readonly unknown[]>(
  work: (...args: Arguments) => Promise<void>,
): Action<Arguments> => {
  const [running, setRunning] = createSignal(false)
  const [problem, setProblem] = createSignal('')
  return {
    running,
    problem,
    clear: () => setProblem(''),
    run: async (...args) => {
      if (running()) return false
      setRunning(true)
      setProblem('')
      try {
        await work(...args)
        return true
      } catch (error) {
        setProblem(errorText(error))
        return false
      } finally {
        setRunning(false)
      }
    },
  }
}
