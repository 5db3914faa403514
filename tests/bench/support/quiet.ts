// Waits until the machine is idle. Other load slows contestants with several threads more than those with one, so interleaving alone is not
// enough.

import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const SAMPLE_MS = 100
/** Maximum share of the machine that may be busy before a measurement. */
const MAX_BUSY_SHARE = 0.1
/** Milliseconds after which the measurement begins anyway. */
const TIMEOUT_MS = 2000

type Totals = { readonly idle: number; readonly all: number }

const totals = (): Totals => {
  const times = cpus().map((cpu) => cpu.times)
  const idle = times.reduce((sum, time) => sum + time.idle, 0)
  const all = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle)
  return { idle, all }
}

/** Resolves when the machine is idle, or after the timeout. */
export const quietMoment = async (): Promise<void> => {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    const before = totals()
    await sleep(SAMPLE_MS)
    const after = totals()
    const busy = 1 - (after.idle - before.idle) / (after.all - before.all)
    if (busy <= MAX_BUSY_SHARE || performance.now() > deadline) return
  }
}
