// Chromium with its profile on a small disk of its own, which the test fills: a tmpfs in a name space of mounts, so that no one else sees it and it
// goes with the browser.
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { chromiumPath } from '../../tools.ts'

const DISK_MIB = 160

/** Bytes that a full disk has left: other files than those of the page's storage need some, or Chromium hangs. */
const LEFT = 2 ** 21

/** Mounts the disk on the first argument, and becomes the browser. $$ stays the id of the process. */
const MOUNT = `mount -t tmpfs -o size=${DISK_MIB}m faba "$0" && echo $$ >"$0.pid" && exec "$@"`

export type SmallDiskBrowser = {
  readonly context: BrowserContext
  /** Fills the disk. */
  fill(): void
  /** Removes what `fill` wrote. */
  empty(): void
  stop(): Promise<void>
}

/** The disk is reached through the process of the browser, in whose name space it is. */
const fillerOf = (disk: string): Pick<SmallDiskBrowser, 'fill' | 'empty'> => {
  const root = `/proc/${readFileSync(`${disk}.pid`, 'utf8').trim()}/root${disk}`
  const path = join(root, 'filler')
  return {
    fill: () => {
      const file = openSync(path, 'a')
      try {
        for (const size of [1 << 20, 1 << 12]) {
          const { bavail, bsize } = statfsSync(root)
          for (let left = bavail * bsize - LEFT; left >= size; left -= size) writeSync(file, Buffer.alloc(size))
        }
      } catch (error) {
        if (!(error instanceof Error) || !error.message.startsWith('ENOSPC')) throw error
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(path),
  }
}

/** Starts Chromium; `url` is the address of relative ones. */
export const startOnSmallDisk = async (url: string): Promise<SmallDiskBrowser> => {
  const program = chromiumPath()
  if (program === undefined) throw new Error('Chromium is missing')
  const folder = mkdtempSync(join(tmpdir(), 'faba-disk-'))
  const disk = mkdtempSync(join(folder, 'disk-'))
  const executablePath = join(folder, 'browser')
  const lines = ['#!/bin/sh', `exec unshare --map-root-user --mount sh -c '${MOUNT}' '${disk}' '${program}' "$@"`]
  writeFileSync(executablePath, `${lines.join('\n')}\n`)
  chmodSync(executablePath, 0o755)
  const context = await chromium.launchPersistentContext(join(disk, 'profile'), {
    baseURL: url,
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    reducedMotion: 'reduce',
  })
  return {
    context,
    ...fillerOf(disk),
    stop: async () => {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
