// A neighbour that takes the caches away: a thread that reads and writes a buffer larger than them, on another core.

import { Worker } from 'node:worker_threads'

/** Bytes of the buffer: twice the largest shared caches of common machines. */
const BYTES = 64 * 2 ** 20
/** Bytes of a cache line. */
const LINE = 64

const STREAM = `
const lines = new Float64Array(${BYTES / 8})
for (;;) for (let i = 0; i < lines.length; i += ${LINE / 8}) lines[i] += 1
`

/** Runs some work beside the neighbour. */
export const besideNeighbour = async <T>(work: () => Promise<T>): Promise<T> => {
  const neighbour = new Worker(STREAM, { eval: true })
  try {
    return await work()
  } finally {
    await neighbour.terminate()
  }
}
