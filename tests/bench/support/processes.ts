// What a process uses, from Linux.

import { readFileSync } from 'node:fs'

/** Clock ticks of /proc per second, on all Linux systems of today. */
const TICKS_PER_SECOND = 100

/** Returns the processor time of a process and its threads so far, milliseconds. */
export const processorMs = (pid: number): number => {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in parentheses, may contain spaces; user and system time are the 12th and 13th fields behind it.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

/** Returns the resident memory of a process, MB. */
export const residentMb = (pid: number): number =>
  (Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) * 1024) / 1e6
