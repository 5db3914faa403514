// Extra fields of every recorded transaction.

import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { formatAddress } from '../../../../src/coin/addresses/address.ts'
import { moneroMainnet, moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { oxenMainnet, oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { ExtraField } from '../../../../src/coin/transactions/extraField.ts'
import { encryptedPaymentIdField, paymentIdField } from '../../../../src/coin/transactions/extraPaymentId.ts'
import {
  additionalPublicKeys,
  burntAmount,
  findField,
  txPublicKeys,
} from '../../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { buildExtra, serializeExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import { parseTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { moneroScanBlocks, oxenTransactions } from '../../../support/coin/vectors.ts'
import { entryOf, vector } from '../../../support/data/vectors.ts'

describe('extra fields', () => {
  const oxenExtras = oxenTransactions().map(({ hex }) => parseTransaction(oxenRegtest, fromHex(hex)).extra)

  it('are parsed completely in every recorded oxen transaction', () => {
    const seen = new Set<string>()
    for (const extra of oxenExtras) {
      const fields = parseExtra(oxenRegtest, extra)
      for (const { field } of fields) seen.add(field)
      expect(toHex(serializeExtra(fields))).toBe(toHex(extra))
    }
    expect([...seen].sort()).toEqual([
      'additionalPublicKeys',
      'burn',
      'contributor',
      'keyImageProofs',
      'keyImageUnlock',
      'nameSystem',
      'nonce',
      'registration',
      'serviceNodeKey',
      'serviceNodeWinner',
      'txPublicKey',
      'txSecretKey',
    ])
  })
  it('are parsed completely in every recorded monero transaction', () => {
    for (const { pruned_hex, hex } of moneroScanBlocks().flatMap(({ txs }) => txs)) {
      const { extra } = parseTransaction(moneroRegtest, fromHex(hex === '' ? pruned_hex : hex))
      expect(toHex(serializeExtra(parseExtra(moneroRegtest, extra)))).toBe(toHex(extra))
    }
  })
  it('have the order of oxen-core in recorded transfers', () => {
    for (const { hex } of oxenTransactions()) {
      const { extra, inputs } = parseTransaction(oxenRegtest, fromHex(hex))
      // A coinbase appends its second key; the burn field is inserted last, at its reserved position.
      const fields = parseExtra(oxenRegtest, extra)
      if (inputs[0]?.kind === 'key') expect(toHex(buildExtra(fields))).toBe(toHex(extra))
    }
  })

  it('have the values that the node reports', () => {
    for (const path of ['oxen/names.json', 'oxen/staking.json'] as const) {
      const { txs, tx_hex } = vector(path)
      for (const { tx_hash, extra } of txs) {
        const fields = parseExtra(oxenRegtest, parseTransaction(oxenRegtest, fromHex(entryOf(tx_hex, tx_hash))).extra)
        const hex = (bytes: Uint8Array | undefined) => (bytes === undefined ? undefined : toHex(bytes))
        const registration = findField(fields, 'registration')
        const contributor = findField(fields, 'contributor')
        const name = findField(fields, 'nameSystem')
        const { owner } = name ?? {}
        const walletText = (spendKey: Uint8Array, viewKey: Uint8Array, isSubaddress = false) =>
          formatAddress(oxenRegtest, {
            kind: isSubaddress ? 'subaddress' : 'standard',
            spendKey,
            viewKey,
            paymentId: undefined,
          })
        expect(hex(txPublicKeys(fields)[0])).toBe(extra.pubkey)
        expect(hex(paymentIdField(fields)?.id)).toBe(extra.payment_id)
        expect(Number(burntAmount(fields))).toBe(extra.burn_amount ?? 0)
        expect(hex(findField(fields, 'serviceNodeKey')?.key)).toBe(extra.sn_pubkey)
        expect(hex(findField(fields, 'keyImageUnlock')?.proof.keyImage)).toBe(extra.key_image_unlock)
        expect(hex(findField(fields, 'txSecretKey')?.key)).toBe(extra.tx_secret_key)
        expect(findField(fields, 'keyImageProofs')?.proofs.map(({ keyImage }) => toHex(keyImage))).toEqual(
          extra.locked_key_images,
        )
        expect(contributor && walletText(contributor.spendKey, contributor.viewKey)).toBe(extra.sn_contributor)
        expect(registration && Number(registration.expiration)).toBe(extra.sn_registration?.expiry)
        expect(
          registration?.spendKeys.map((key, i) => walletText(key, registration.viewKeys[i] ?? new Uint8Array())),
        ).toEqual(extra.sn_registration?.contributors.map(({ wallet }) => wallet))
        expect(hex(name?.nameHash)).toBe(extra.lns?.name_hash)
        expect(hex(name?.encryptedValue)).toBe(extra.lns?.value)
        const ownerText =
          owner === undefined
            ? undefined
            : owner.kind === 'ed25519'
              ? toHex(owner.key)
              : walletText(owner.spendKey, owner.viewKey, owner.isSubaddress)
        expect(ownerText).toBe(extra.lns?.owner)
      }
    }
  })

  const key = (byte: number) => new Uint8Array(32).fill(byte)
  const signature = new Uint8Array(64).fill(9)
  const all: ExtraField[] = [
    { field: 'txPublicKey', key: key(1) },
    { field: 'serviceNodeWinner', key: key(2) },
    { field: 'additionalPublicKeys', keys: [key(3), key(4)] },
    encryptedPaymentIdField(new Uint8Array(8).fill(5)),
    {
      field: 'registration',
      spendKeys: [key(6)],
      viewKeys: [key(7)],
      operatorPortions: 2n ** 64n - 4n,
      portions: [2n ** 64n - 4n],
      expiration: 1796452653n,
      signature,
    },
    { field: 'oldDeregister', blockHeight: 5n, serviceNodeIndex: 6, votes: [{ signature, voterIndex: 7 }] },
    {
      field: 'stateChange',
      state: 1,
      blockHeight: 2n ** 60n,
      serviceNodeIndex: 2,
      votes: [{ validatorIndex: 4, signature }],
    },
    { field: 'contributor', spendKey: key(8), viewKey: key(9) },
    { field: 'serviceNodeKey', key: key(10) },
    { field: 'txSecretKey', key: key(11) },
    {
      field: 'nameSystem',
      version: 0,
      type: 2,
      nameHash: key(12),
      previousId: key(0),
      owner: { kind: 'wallet', spendKey: key(13), viewKey: key(14), isSubaddress: true },
      backupOwner: { kind: 'ed25519', key: key(15) },
      signature: { kind: 'ed25519', signature },
      encryptedValue: Uint8Array.of(1, 2, 3),
    },
    { field: 'keyImageProofs', proofs: [{ keyImage: key(16), signature }] },
    { field: 'keyImageUnlock', proof: { keyImage: key(17), signature }, nonce: 0x4b4c4e55 },
    { field: 'burn', amount: 15000000000n },
    { field: 'mergeMining', depth: 3n, root: key(18) },
    { field: 'minergate', data: Uint8Array.of(7, 8) },
    { field: 'padding', size: 12 },
  ]
  it('of every kind round-trip in the order of oxen-core', () => {
    const bytes = buildExtra(all.toReversed())
    expect(parseExtra(oxenMainnet, bytes)).toEqual(all)
    expect(toHex(serializeExtra(all))).toBe(toHex(bytes))
    expect(toHex(serializeExtra([{ field: 'burn', amount: 1n }]))).toBe('790100000000000000')
  })
  it('end the parse at service node fields of another family', () => {
    expect(parseExtra(moneroMainnet, buildExtra(all)).map(({ field }) => field)).toEqual(['txPublicKey'])
  })
  it('end the parse when malformed, and keep the fields before', () => {
    const good = serializeExtra([{ field: 'txPublicKey', key: key(1) }])
    for (const bad of ['05', '01aabb', '0205', '02ff01aa', '00000001', '03200100', '04ffffffffffffff7f', '7a', '0281'])
      expect(parseExtra(oxenMainnet, Uint8Array.of(...good, ...fromHex(bad)))).toHaveLength(1)
    expect(parseExtra(oxenMainnet, new Uint8Array(255))).toEqual([{ field: 'padding', size: 255 }])
    expect(parseExtra(oxenMainnet, new Uint8Array(256))).toEqual([])
  })
  it('are found by kind', () => {
    expect(txPublicKeys(all)).toEqual([key(1)])
    expect(additionalPublicKeys(all)).toEqual([key(3), key(4)])
    expect(additionalPublicKeys([])).toEqual([])
    expect(paymentIdField(all)).toEqual({ form: 'encrypted', id: new Uint8Array(8).fill(5) })
    const plain = Uint8Array.of(0, ...key(3))
    expect(paymentIdField([{ field: 'nonce', nonce: plain }])).toEqual({ form: 'plain', id: key(3) })
    expect(paymentIdField([{ field: 'nonce', nonce: Uint8Array.of(1, 2) }])).toBeUndefined()
    expect(burntAmount(all)).toBe(15000000000n)
    expect(burntAmount([])).toBe(0n)
  })
})
