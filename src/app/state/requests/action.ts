// An asynchronous action of a button or form: whether it runs, and its error.
import { type Accessor, createSignal } from 'solid-js'
import { SerialQueue } from '../../../async/serialQueue.ts'
import { describeError } from '../../format/error.ts'
import { reportInternal } from '../../host/device/reportInternal.ts'

export type Action<Arguments extends readonly unknown[]> = {
  /** Runs the action unless it is running; resolves whether it succeeded. */
  run(...args: Arguments): Promise<boolean>
  readonly running: Accessor<boolean>
  /** text of the last error; empty without one */
  readonly problem: Accessor<string>
  /** the last error itself, for a form that shows it beside a field; undefined without one */
  readonly error: Accessor<unknown>
  clear(): void
}

/** Wraps asynchronous work for a button or form. */
export const createAction = <Arguments extends readonly unknown[]>(
  work: (...args: Arguments) => Promise<void>,
): Action<Arguments> => {
  const [running, setRunning] = createSignal(false)
  const [failure, setFailure] = createSignal<{ readonly error: unknown }>()
  return {
    running,
    problem: () => {
      const failed = failure()
      return failed === undefined ? '' : describeError(failed.error)
    },
    error: () => failure()?.error,
    clear: () => setFailure(undefined),
    run: async (...args) => {
      if (running()) return false
      setRunning(true)
      setFailure(undefined)
      try {
        await work(...args)
        return true
      } catch (error) {
        reportInternal(error)
        setFailure({ error })
        return false
      } finally {
        setRunning(false)
      }
    },
  }
}

/** Wraps work as `createAction` does, for a switch: a run waits for those before it, so that the last one decides. */
export const createQueuedAction = <Arguments extends readonly unknown[]>(
  work: (...args: Arguments) => Promise<void>,
): Action<Arguments> => {
  const action = createAction(work)
  const queue = new SerialQueue()
  return { ...action, run: (...args) => queue.run(() => action.run(...args)) }
}
