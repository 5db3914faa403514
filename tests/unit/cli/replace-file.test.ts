// Files that are replaced: whole, or unchanged if the disk is full. A limit of the size of files stands for the disk: a write then takes a
// part of its bytes, and the next one fails.

import { spawnSync } from 'node:child_process'
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replaceFile, replaceFiles } from '../../../src/cli/command/replaceFile.ts'

const SIZE = 900_000
const MODULE = new URL('../../../src/cli/command/replaceFile.ts', import.meta.url).href
const SCRIPT = `
const { replaceFiles } = await import(process.argv[1])
try {
  replaceFiles(process.argv.slice(2).map((path, i) => ({ path, content: Buffer.alloc(i === 0 ? ${SIZE} : 100, 2) })))
} catch (error) {
  console.log(error.message)
}`

/** Replaces files in a process whose files have at most so many blocks, of 512 or 1,024 bytes by the shell; returns the error, or nothing. */
const replaceWithin = (blocks: number, ...paths: readonly string[]): string => {
  const shell = ['-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`]
  const node = [process.execPath, '--input-type=module', '-e', SCRIPT, MODULE, ...paths]
  const { stdout, stderr } = spawnSync('sh', [...shell, ...node], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.trim()
}

describe('a replaced file', () => {
  let folder: string
  let path: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'faba-replace-'))
    path = join(folder, 'wallet.keys')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('has the new content, and is readable by its owner only', () => {
    for (const fill of [1, 2]) {
      replaceFile(path, Buffer.alloc(100, fill))
      expect(readFileSync(path)).toEqual(Buffer.alloc(100, fill))
    }
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['wallet.keys'])
  })

  it('stays as a copy where one is kept, in place of an earlier copy', () => {
    const keptAs = join(folder, 'wallet.keys.faba-old')
    for (const content of ['first', 'second', 'third']) replaceFiles([{ path, content, keptAs }])
    expect([path, keptAs].map((file) => readFileSync(file, 'utf8'))).toEqual(['third', 'second'])
    expect(readdirSync(folder)).toEqual(['wallet.keys', 'wallet.keys.faba-old'])
  })

  it('leaves files with other endings', () => {
    writeFileSync(`${path}.new`, 'of another wallet')
    replaceFile(path, 'content')
    expect(readFileSync(`${path}.new`, 'utf8')).toBe('of another wallet')
  })

  it('is unchanged if the disk is full', () => {
    const before = Buffer.alloc(300_000, 1)
    writeFileSync(path, before)
    expect(replaceWithin(600, path)).toBe(`${path} cannot be written: a file must not become that large here`)
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(folder)).toEqual(['wallet.keys'])
    expect(replaceWithin(4000, path)).toBe('')
    expect(readFileSync(path).equals(Buffer.alloc(SIZE, 2))).toBe(true)
  })

  it('is unchanged if another one does not fit beside it', () => {
    const small = join(folder, 'wallet')
    writeFileSync(small, 'before')
    expect(replaceWithin(600, path, small)).toMatch(/wallet.keys cannot be written/)
    expect(readFileSync(small, 'utf8')).toBe('before')
    expect(readdirSync(folder)).toEqual(['wallet'])
    expect(replaceWithin(4000, path, small)).toBe('')
    expect(readFileSync(small).equals(Buffer.alloc(100, 2))).toBe(true)
  })

  it('is not written through a link that another user has put beside it', () => {
    const target = join(folder, 'target')
    writeFileSync(target, 'theirs')
    symlinkSync(target, `${path}.new`)
    replaceFile(path, 'ours')
    expect([readFileSync(target, 'utf8'), readFileSync(path, 'utf8')]).toEqual(['theirs', 'ours'])
    expect(lstatSync(path).isSymbolicLink()).toBe(false)
  })

  it('names the reason if its folder is missing', () => {
    expect(() => replaceFile(join(folder, 'missing', 'wallet.keys'), 'a')).toThrow(
      /cannot be written: there is no such file/,
    )
  })
})
