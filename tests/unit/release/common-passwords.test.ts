// The page's list of common passwords, beside the whole list and its reader (@zxcvbn-ts/dictionary-compression).
import { readFileSync } from 'node:fs'
import decompress from '@zxcvbn-ts/dictionary-compression/decompress'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, it } from 'vitest'
import { shortenList } from '../../../release/commonPasswords.ts'

it('keeps the four thousand passwords that are used most, each near its rank', async () => {
  const all = dictionary['passwords-common'] ?? []
  const library = import.meta.resolve('@zxcvbn-ts/language-common')
  const source = readFileSync(new URL('passwords.json.mjs', library), 'utf8')
  const packed = /decompress\("([^"]*)"/.exec(source)?.[1] ?? ''
  expect(decompress(packed)).toEqual(all)

  const kept = decompress(shortenList(packed))
  expect([...kept].sort()).toEqual(all.slice(0, 4000).sort())
  const ranks = new Map(all.map((password, i) => [password, i + 1]))
  for (const [i, password] of kept.entries()) {
    const rank = ranks.get(password) ?? 0
    expect(Math.floor(Math.log2(rank))).toBe(Math.floor(Math.log2(i + 1)))
  }
})
