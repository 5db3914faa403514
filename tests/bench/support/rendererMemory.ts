// The memory of the processes of one Chromium, from /proc.

import { readdirSync, readFileSync } from 'node:fs'

/**
 * Bytes. `proportional`: pages that several processes map count in proportion. `footprint`: what the process alone has, without what is mapped from
 * files, which is mostly the program of the browser itself; Chromium's task manager shows it.
 */
export type ProcessMemory = { readonly resident: number; readonly proportional: number; readonly footprint: number }

type Listed = { readonly pid: string; readonly parent: string; readonly command: string }

/** Returns the result of a read in /proc; undefined if the process has ended. */
const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

const listProcesses = (): readonly Listed[] =>
  readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    const command = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    const parent = attempt(() => /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    return command === undefined || parent === undefined ? [] : [{ pid, parent, command }]
  })

const memoryOf = (pid: string): ProcessMemory | undefined =>
  attempt(() => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const bytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024
    return { resident: bytes('Rss'), proportional: bytes('Pss'), footprint: bytes('Anonymous') + bytes('Swap') }
  })

/** Returns the memory of the largest renderer process of the browser with a profile: the page with its workers. */
export const rendererMemory = (profile: string): ProcessMemory => {
  const processes = listProcesses()
  const ours = new Set(
    processes.flatMap(({ pid, command }) => (command.includes(`--user-data-dir=${profile}`) ? [pid] : [])),
  )
  for (let before = 0; before !== ours.size; ) {
    before = ours.size
    for (const { pid, parent } of processes) if (ours.has(parent)) ours.add(pid)
  }
  const sizes = processes.flatMap(({ pid, command }) =>
    ours.has(pid) && command.includes('--type=renderer') ? (memoryOf(pid) ?? []) : [],
  )
  const [largest] = sizes.sort((a, b) => b.resident - a.resident)
  if (largest === undefined) throw new Error('the browser has no renderer process')
  return largest
}
