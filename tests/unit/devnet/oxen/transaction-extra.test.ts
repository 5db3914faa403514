// The extra of transactions as JSON, compared with recorded responses of oxen-core.

import { describe, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { extraJson, stakeAmount } from '../../../../src/devnet/oxen/rpc/extraJson.ts'
import { parseFullTransaction } from '../../../../src/devnet/records/chainRecords.ts'
import { parseJson, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { vectorText } from '../../../support/data/vectors.ts'
import {
  type Fields,
  network,
  type Recording,
  stakingRecording,
  stakingRules,
} from '../../../support/devnet/recorded-staking.ts'

describe('the extra of transactions', () => {
  const names = parseJson(vectorText('oxen/names.json')) as unknown as Recording
  const all = [...stakingRecording.txs, ...names.txs].map(
    ({ tx_hash: hash, extra }) => [hash, stakingRecording.tx_hex[hash] ?? names.tx_hex[hash] ?? '', extra] as const,
  )

  it.each(all)('is reported as recorded: %s', (_, hex, extra) => {
    const { transaction } = parseFullTransaction(network, fromHex(hex))
    const reported = parseJson(stringifyJson(extraJson(stakingRules, transaction)))
    const tidied = Object.fromEntries(
      Object.entries(reported as Fields).filter(([, value]) => !Array.isArray(value) || value.length > 0),
    )
    expect(tidied).toEqual(extra)
  })

  it('contains the locked amount of a stake', () => {
    const amounts = stakingRecording.txs.map(({ tx_hash: hash }) => {
      const { transaction } = parseFullTransaction(network, fromHex(stakingRecording.tx_hex[hash] ?? ''))
      return stakeAmount(stakingRules, transaction, network.hardForks.at(-1)?.height ?? 0)
    })
    const staked = amounts.filter((amount) => amount !== undefined)
    expect(staked.toSorted()).toEqual([100_000_000_000n, 30_000_000_000n, 30_000_000_000n, 40_000_000_000n])
  })
})
