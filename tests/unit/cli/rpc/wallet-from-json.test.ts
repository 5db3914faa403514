// --generate-from-json: the description of a wallet.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readWalletDescription } from '../../../../src/cli/rpc/wallets/walletFromJson.ts'

const folder = mkdtempSync(join(tmpdir(), 'faba-json-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (content: unknown) => {
  const path = join(folder, 'description.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return readWalletDescription(path)
}

const KEY = '0'.repeat(64)

describe('the description of a wallet', () => {
  it('has the defaults of wallet2', () => {
    expect(read({ version: 1, filename: 'w', spendkey: KEY })).toEqual({
      ...{ version: 1, filename: 'w', spendkey: KEY, scan_from_height: 0 },
      ...{ password: '', viewkey: '', seed: '', seed_passphrase: '', address: '' },
    })
  })

  it.each([
    { content: '{', message: /it is not JSON$/ },
    { content: { filename: 'w', seed: 'a' }, message: /"version" is missing or not valid/ },
    { content: { version: 2, filename: 'w', seed: 'a' }, message: /"version" is missing or not valid/ },
    { content: { version: 1, seed: 'a' }, message: /"filename" is missing or not valid/ },
    { content: { version: 1, filename: 'w', seed: 'a', scan_from_height: -1 }, message: /"scan_from_height"/ },
    { content: { version: 1, filename: 'w' }, message: /it requires seed words, a view key or a spend key/ },
    { content: { version: 1, filename: 'w', seed: 'a', viewkey: KEY }, message: /both seed words and keys/ },
    { content: { version: 1, filename: 'w', viewkey: KEY }, message: /a watch-only wallet requires its address/ },
  ])('rejects $content', ({ content, message }) => {
    expect(() => read(content)).toThrow(message)
  })
})
