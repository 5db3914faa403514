// Logs what the sync of the open wallet does.

import type { Engine } from '../../../engine/engine.ts'
import type { Log } from './log.ts'

/** Logs changes of the sync's phase and problem, and its progress at level TRACE. */
export const logSync = async (engine: Engine, log: Log): Promise<void> => {
  let lastStatus = ''
  await engine.subscribe(() => {
    const { wallet } = engine
    if (wallet === undefined) return
    const { phase, problem, unknownFork } = wallet.sync.state
    log.write('TRACE', 'wallet', `${phase}, at block ${wallet.state.height}`)
    const kind = unknownFork === undefined ? phase : 'update needed'
    const status = problem === '' ? kind : `${kind}: ${problem}`
    if (status === lastStatus) return
    lastStatus = status
    log.write(problem === '' ? 'INFO' : 'WARNING', 'wallet', status)
  })
}
