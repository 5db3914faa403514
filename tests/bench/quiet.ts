// Waiting for other work on the machine to pause. What is measured with several threads suffers from it more than what has one, so
// interleaving alone does not make up for a busy machine.

import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const SAMPLE = 100
/** How much of the machine may be busy before a measurement. */
const NOISE = 0.1
/** After so many milliseconds the measurement begins all the same. */
const PATIENCE = 2000

type Totals = { readonly idle: number; readonly all: number }

const totals = (): Totals => {
  const times = cpus().map((cpu) => cpu.times)
  const idle = times.reduce((sum, time) => sum + time.idle, 0)
  const all = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle)
  return { idle, all }
}

/** Resolves when the machine has been idle for a moment, or does not become so. */
export const quietMoment = async (): Promise<void> => {
  const deadline = performance.now() + PATIENCE
  for (;;) {
    const before = totals()
    await sleep(SAMPLE)
    const after = totals()
    const busy = 1 - (after.idle - before.idle) / (after.all - before.all)
    if (busy <= NOISE || performance.now() > deadline) return
  }
}
