// Texts with characters beyond U+FFFF: what is made of them has the bytes of monero-wallet-rpc, whether they are sent escaped or not, and
// what is checked may be of either form.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeText } from '../../../../src/bytes/text.ts'
import { parseAddress } from '../../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { verifyMessage } from '../../../../src/crypto/signatures/signature.ts'
import type { JsonObject } from '../../../../src/jsonrpc/json.ts'
import { textOf, vector } from '../../../support/data/vectors.ts'
import { walletFilesService } from '../../../support/rpc/wallet-files-service.ts'

const { offsets, signatures, files } = vector('monero/keys-files.json')

/** Returns JSON whose characters beyond ASCII are escaped, as Python and PHP write it. */
const escapedJson = (value: JsonObject): string =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const FORMS = [
  { form: 'escaped', toJson: escapedJson, encoding: 'cesu-8' },
  { form: 'literal', toJson: (value: JsonObject): string => JSON.stringify(value), encoding: 'utf-8' },
] as const

const folder = mkdtempSync(join(tmpdir(), 'faba-text-encodings-'))
const { call, stop } = walletFilesService(moneroRegtest, folder)
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

describe.each(FORMS)('a text that is sent $form', ({ form, toJson, encoding }) => {
  const { address, data } = signatures
  const { spendKey, viewKey } = parseAddress(moneroRegtest, address)

  beforeAll(async () => {
    const signer = files.find(({ name }) => name === 'emoji')
    await call('restore_deterministic_wallet', { filename: `signer-${form}`, seed: signer?.seed ?? '' })
  }, 60_000)

  it('restores the wallet of a seed offset that monero-wallet-rpc restores', { timeout: 60_000 }, async () => {
    const { seed, offset } = offsets
    const params = toJson({ filename: `offset-${form}`, seed, seed_offset: offset })
    expect(await call('restore_deterministic_wallet', params)).toMatchObject({ result: { address: offsets[form] } })
    await call('open_wallet', { filename: `signer-${form}` })
  })

  it('is signed in the encoding of monero-wallet-rpc, and verified in both', async () => {
    const { result } = await call('sign', toJson({ data }))
    // Results are objects.
    const signature = textOf(result as JsonObject, 'signature')
    expect(
      verifyMessage(signature, encodeText(data, encoding), { spendPublic: spendKey, viewPublic: viewKey }),
    ).toMatchObject({ signedWith: 'spend' })
    for (const made of [signature, signatures.escaped, signatures.literal]) {
      expect(await call('verify', toJson({ data, address, signature: made }))).toMatchObject({ result: { good: true } })
      const other = { data: `${data} `, address, signature: made }
      expect(await call('verify', toJson(other))).toMatchObject({ result: { good: false } })
    }
  })
})
