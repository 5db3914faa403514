// Transactions prepared with do_not_relay, and their relay by relay_tx.
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { readMetadata } from '../../../../src/wallet/offline/readMetadata.ts'
import { destinations, mine, openEngine, openOnNewNode, THEIRS } from '../../../support/rpc/payment-calls.ts'
import { numberIn, stringIn } from '../../../support/rpc/response.ts'
import { call, failure, postCall } from '../../../support/rpc/wallet-calls.ts'
import { openedIn } from '../../../support/wallet/engine-host.ts'

describe('a prepared transaction', () => {
  const prepareTransfer = async (engine: Engine) => {
    const flags = { do_not_relay: true, get_tx_metadata: true, get_tx_key: true }
    const prepared = await call(engine, 'transfer', { destinations: destinations(77n), priority: 1, ...flags })
    return {
      tx_hash: stringIn(prepared, 'tx_hash'),
      tx_metadata: stringIn(prepared, 'tx_metadata'),
      tx_key: stringIn(prepared, 'tx_key'),
      fee: numberIn(prepared, 'fee'),
    }
  }
  const FAILED = { code: -4, message: 'Failed to commit tx.' }
  const BAD = { code: -27, message: 'Failed to parse tx metadata.' }

  it('is recorded and relayed by relay_tx, and confirmed', async () => {
    const { node, engine, total } = await openOnNewNode()
    const { tx_hash, tx_metadata, tx_key, fee } = await prepareTransfer(engine)
    const answer = await postCall(engine, 'relay_tx', { hex: tx_metadata })
    expect(answer).toMatchObject({ tx_hash, result: { tx_hash } })
    expect([...node.pool.keys()]).toEqual([tx_hash])
    expect(openedIn(engine).balance().total).toBe(total - 77n - BigInt(fee))
    expect(openedIn(engine).transfers({ limit: 1 })[0]).toMatchObject({
      txid: tx_hash,
      destinations: destinations(77n),
      state: 'pending',
    })
    // Repeated while it is in the pool, and once it is mined: nothing is paid twice.
    expect(await call(engine, 'relay_tx', { hex: tx_metadata })).toEqual({ tx_hash })
    await mine(node, engine)
    expect(await call(engine, 'relay_tx', { hex: tx_metadata.toUpperCase() })).toEqual({ tx_hash })
    expect(new Set(node.submitted.map(toHex)).size).toBe(1)
    expect(openedIn(engine).balance().total).toBe(total - 77n - BigInt(fee))
    expect(openedIn(engine).transfers({ limit: 1 })[0]).toMatchObject({
      txid: tx_hash,
      state: 'confirmed',
      txKey: tx_key,
    })
    await engine.closeWallet()
  })

  it('has the metadata of wallet2: the transaction with its secret key and destinations', async () => {
    const { engine } = await openOnNewNode()
    const flags = { do_not_relay: true, get_tx_key: true, get_tx_hex: true, get_tx_metadata: true }
    const prepared = await call(engine, 'transfer', { destinations: destinations(77n), priority: 1, ...flags })
    const bytes = fromHex(stringIn(prepared, 'tx_metadata'))
    const { transaction, ...pending } = oxenRegtest.transferSets.pending.decode(oxenRegtest, bytes)
    expect(toHex(serializeTransaction(transaction))).toBe(prepared['tx_blob'])
    expect(toHex(pending.txKey)).toBe(prepared['tx_key'])
    expect(pending.fee).toBe(BigInt(numberIn(prepared, 'fee')))
    expect(pending.destinations.map(({ original }) => new TextDecoder().decode(original))).toEqual([THEIRS])
    await engine.closeWallet()
  })

  it('is relayed by its wallet only, and not if it is unreadable', async () => {
    const { node, engine } = await openOnNewNode()
    const { tx_metadata } = await prepareTransfer(engine)
    const bytes = fromHex(tx_metadata)
    for (const other of [bytes.subarray(1), bytes.subarray(0, -1), Uint8Array.of(...bytes, 0), bytes.subarray(0, 39)])
      expect(await failure(engine, 'relay_tx', { hex: toHex(other) })).toEqual(BAD)
    expect(await failure(engine, 'relay_tx', { hex: '00ff' })).toEqual(BAD)
    const otherWallet = await openEngine(node, 'A', 2)
    expect(await failure(otherWallet, 'relay_tx', { hex: tx_metadata })).toEqual(FAILED)
    expect(openedIn(otherWallet).transfers({ limit: 1 })[0]?.state).toBe('confirmed')
    await otherWallet.closeWallet()
    expect(node.submitted).toEqual([])
    await engine.closeWallet()
  })

  it('is not sent if its outputs were spent or frozen meanwhile', async () => {
    const { node, engine } = await openOnNewNode()
    const { tx_metadata } = await prepareTransfer(engine)
    const [image] = readMetadata(openedIn(engine), fromHex(tx_metadata)).keyImages
    const key_image = toHex(image ?? new Uint8Array())
    await call(engine, 'freeze', { key_image })
    expect(await failure(engine, 'relay_tx', { hex: tx_metadata })).toEqual(FAILED)
    await call(engine, 'thaw', { key_image })
    await call(engine, 'sweep_single', { address: THEIRS, key_image, priority: 1 })
    expect(await failure(engine, 'relay_tx', { hex: tx_metadata })).toEqual(FAILED)
    expect(node.submitted).toHaveLength(1)
    await engine.closeWallet()
  })

  it('fails with the reason of the node, unlocks its outputs, and can be relayed again', async () => {
    const { node, engine, total } = await openOnNewNode()
    const { tx_hash, tx_metadata } = await prepareTransfer(engine)
    node.respondToSubmission = () => ({ accepted: false, reason: 'fee too low', doubleSpend: false })
    const { error } = await postCall(engine, 'relay_tx', { hex: tx_metadata })
    expect(error).toMatchObject({ code: -4, message: 'Failed to commit tx.', data: 'fee too low' })
    expect(openedIn(engine).balance().total).toBe(total)
    node.respondToSubmission = () => undefined
    expect(await call(engine, 'relay_tx', { hex: tx_metadata })).toEqual({ tx_hash })
    expect(openedIn(engine).transfers({ limit: 1 })[0]).toMatchObject({ txid: tx_hash, state: 'pending' })
    await engine.closeWallet()
  })
})
