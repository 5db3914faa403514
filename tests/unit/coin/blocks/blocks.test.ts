// Every recorded block serializes to the same bytes and hashes to its id, which the next block contains.

import { describe, expect, it } from 'vitest'
import { join } from '../../../../src/bytes/bytes.ts'
import { FormatError } from '../../../../src/bytes/cursor.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import {
  type Block,
  blockHashingBlob,
  blockHeight,
  blockId,
  blockVersion,
  parseBlock,
  serializeBlock,
  serializeBlockHeader,
} from '../../../../src/coin/blocks/block.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import {
  estimateHeight,
  estimateTime,
  hardForkAt,
  hardForkHeight,
  type Network,
} from '../../../../src/coin/networks/network.ts'
import { networkById, networks } from '../../../../src/coin/networks/networks.ts'
import { oxenDevnet, oxenMainnet, oxenRegtest, oxenTestnet } from '../../../../src/coin/networks/oxen.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import { keccak256, treeHash } from '../../../../src/crypto/hash/keccak.ts'
import { moneroScanBlocks, oxenBlocks, pageBlocks } from '../../../support/coin/vectors.ts'
import { vector } from '../../../support/data/vectors.ts'

describe('oxen blocks', () => {
  const recorded = oxenBlocks()
  it('round-trip and hash to their ids', () => {
    expect(recorded.length).toBe(336 + 96 + 40 + 6)
    for (const { id, hex } of recorded) {
      const block = parseBlock(oxenRegtest, fromHex(hex))
      expect(toHex(serializeBlock(block))).toBe(hex)
      expect(toHex(blockId(block))).toBe(id)
    }
  })
  it('have the fields that the node reports', () => {
    for (const { blob, block_header, tx_hashes } of vector('oxen/chain-small/blocks.json').blocks) {
      const block = parseBlock(oxenRegtest, fromHex(blob))
      expect({
        major_version: block.majorVersion,
        minor_version: block.minorVersion,
        timestamp: block.timestamp,
        nonce: block.nonce,
        prev_hash: toHex(block.previousId),
        height: blockHeight(block),
        miner_tx_hash: toHex(transactionId(block.minerTransaction)),
        num_txes: block.transactionIds.length,
      }).toEqual({
        major_version: block_header.major_version,
        minor_version: block_header.minor_version,
        timestamp: block_header.timestamp,
        nonce: block_header.nonce,
        prev_hash: block_header.prev_hash,
        height: block_header.height,
        miner_tx_hash: block_header.miner_tx_hash,
        num_txes: block_header.num_txes,
      })
      expect(block.transactionIds.map(toHex)).toEqual(tx_hashes ?? [])
      expect(block.pulse === undefined).toBe(block.majorVersion < 16)
    }
  })
  it('contain quorum signatures, which their ids do not cover', () => {
    const last = recorded.at(-1)
    const mined = parseBlock(oxenRegtest, fromHex(last?.hex ?? ''))
    const pulse: Block = {
      ...mined,
      pulse: { randomValue: new Uint8Array(16).fill(9), round: 2, validatorBitset: 0x7ff },
      quorumSignatures: [{ voterIndex: 3, signature: new Uint8Array(64).fill(7) }],
    }
    expect(parseBlock(oxenRegtest, serializeBlock(pulse))).toEqual(pulse)
    expect(toHex(blockId(pulse))).toBe(toHex(blockId({ ...pulse, quorumSignatures: [] })))
    expect(toHex(blockId(pulse))).not.toBe(toHex(blockId(mined)))
  })
})

describe('monero blocks', () => {
  it('serialize to the same bytes and hash to their ids', () => {
    for (const { blob, hash, txs } of moneroScanBlocks()) {
      const block = parseBlock(moneroRegtest, fromHex(blob))
      expect(toHex(serializeBlock(block))).toBe(blob)
      expect(toHex(blockId(block))).toBe(hash)
      expect(block.pulse).toBeUndefined()
      expect([transactionId(block.minerTransaction), ...block.transactionIds].map(toHex)).toEqual(
        txs.map((tx) => tx.hash),
      )
    }
  })
})

describe('recorded get_blocks.bin responses', () => {
  /** Heights of the chain's index by block id. */
  const oxenIds = (path: 'oxen/bench-chain/index.json' | 'oxen/bench-chain-large/index.json'): Map<string, number> =>
    new Map(vector(path).blocks.map(({ hash, height }) => [hash, height]))

  it.each(['oxen/bench-chain', 'oxen/bench-chain-large'] as const)(
    'contain the blocks of %s with their recorded ids',
    (chain) => {
      const heights = oxenIds(`${chain}/index.json`)
      let blocks = 0
      for (const { file } of vector(`${chain}/index.json`).responses)
        for (const entry of pageBlocks(`${chain}/${file}`)) {
          const block = parseBlock(oxenRegtest, entry.block)
          expect(heights.get(toHex(blockId(block)))).toBe(blockHeight(block))
          expect(Buffer.compare(serializeBlock(block), entry.block)).toBe(0)
          expect(entry.transactions.length).toBe(block.transactionIds.length)
          blocks++
        }
      expect(blocks).toBeGreaterThanOrEqual(heights.size)
    },
  )

  it('contain the monero chain, each block with the id of the previous one', () => {
    const { pages, tip_height } = vector('monero/bench-chain/index.json')
    let previous = toHex(moneroRegtest.genesisId)
    let height = 0
    for (const { file } of pages)
      for (const entry of pageBlocks(`monero/bench-chain/${file}`)) {
        const block = parseBlock(moneroRegtest, entry.block)
        expect(Buffer.compare(serializeBlock(block), entry.block)).toBe(0)
        expect(toHex(block.previousId)).toBe(previous)
        previous = toHex(blockId(block))
        height++
        expect(blockHeight(block)).toBe(height)
        expect(entry.transactions.length).toBe(block.transactionIds.length)
      }
    expect(height).toBe(tip_height - 1)
  })
})

describe('networks', () => {
  it.each(networks.map((network) => [network.id, network] as const))(
    'has the genesis block and id of %s',
    (_, network) => {
      const block = parseBlock(network, network.genesis)
      expect(toHex(blockId(block))).toBe(toHex(network.genesisId))
      expect(toHex(serializeBlock(block))).toBe(toHex(network.genesis))
      expect(network.checkpoints[0]).toEqual({ height: 0, id: network.genesisId })
      expect(networkById(network.id)).toBe(network)
    },
  )
  it('computes the documented hashing blob of the oxen genesis block', () => {
    const block = parseBlock(oxenMainnet, oxenMainnet.genesis)
    const blob = blockHashingBlob(block)
    expect(toHex(blob)).toBe(
      `070700${'00'.repeat(32)}f9980f0089389fee6d21b5afec266bf4741afce91d7cdd0e033689d4abb5e33a0481426a01`,
    )
    expect(toHex(serializeBlockHeader(block))).toBe(toHex(blob.subarray(0, 39)))
  })
  it('rejects an unknown network id', () => {
    expect(() => networkById('oxen')).toThrow(/oxen-mainnet/)
  })
  it.each<[Network, number, number]>([
    [oxenMainnet, 0, 7],
    [oxenMainnet, 1, 7],
    [oxenMainnet, 64323, 7],
    [oxenMainnet, 64324, 8],
    [oxenMainnet, 641111, 16],
    [oxenMainnet, 770710, 16],
    [oxenMainnet, 770711, 17],
    [oxenTestnet, 5, 11],
    [oxenDevnet, 1, 7],
    [oxenDevnet, 2, 16],
    [oxenRegtest, 10, 16],
    [oxenRegtest, 11, 17],
    [moneroRegtest, 1, 16],
  ])('returns the hard fork of %o at height %i', (network, height, version) => {
    expect(hardForkAt(network, height)).toBe(version)
  })
  it('returns the heights of hard forks', () => {
    expect(hardForkHeight(oxenDevnet, 12)).toBe(2)
    expect(hardForkHeight(oxenMainnet, 13)).toBe(385824)
    expect(hardForkHeight(oxenMainnet, 18)).toBeUndefined()
  })
  it('estimates heights by date a week early, and never below 0', () => {
    expect(estimateHeight(oxenMainnet, 1595359932)).toBe(582088 - 7 * 720)
    expect(estimateHeight(oxenMainnet, 1595359932 + 86400)).toBe(582088 - 6 * 720)
    expect(estimateHeight(oxenMainnet, 0)).toBe(0)
    expect(estimateHeight(oxenRegtest, 1795239526)).toBe(0)
    // The v2 fork of Monero halved the block rate.
    const mainnet = networkById('monero-mainnet')
    expect(estimateHeight(mainnet, 1458748658)).toBe(1009827 - 14 * 720)
    expect(estimateHeight(mainnet, 1397818193)).toBe(0)
    expect(estimateHeight(mainnet, 1635768000)).toBe(1009827 + Math.floor((1635768000 - 1458748658) / 120) - 5040)
  })
  it('estimates the dates of heights, so that a scan from a height finds what is newer', () => {
    const mainnet = networkById('monero-mainnet')
    for (const height of [0, 1, 999_999, 1009827 - 10080, 1009827, 1009828, 3_000_000]) {
      const time = estimateTime(mainnet, height) ?? 0
      expect(estimateHeight(mainnet, time)).toBe(height)
      expect(estimateHeight(mainnet, time - 1)).toBe(Math.max(0, height - 1))
    }
    expect(estimateTime(oxenRegtest, 100)).toBeUndefined()
  })
})

describe('treeHash', () => {
  const leaves = (count: number) => Array.from({ length: count }, (_, i) => keccak256(Uint8Array.of(i)))
  const [a, b, c, d, e] = leaves(5)
  const pair = (x?: Uint8Array, y?: Uint8Array) => keccak256(x ?? new Uint8Array(), y ?? new Uint8Array())
  it.each([
    [1, a],
    [2, pair(a, b)],
    [3, pair(a, pair(b, c))],
    [4, pair(pair(a, b), pair(c, d))],
    [5, pair(pair(a, b), pair(c, pair(d, e)))],
  ])('hashes %i leaves', (count, root) => {
    expect(toHex(treeHash(join(leaves(count))))).toBe(toHex(root ?? new Uint8Array()))
  })
  it('rejects an empty list', () => {
    expect(() => treeHash(new Uint8Array())).toThrow(RangeError)
  })
})

describe('versions of a block', () => {
  // monerod refuses this block of its regtest chain: its minor version is 256.
  const block = fromHex(
    '108002fffaa6d80666042294c777f4dc223c0fce5883604c99c9ac4069a313cdc95fb2b91ebadca700000000028a0201ffce0101e491a4d1ccff07033e35e740b4bc92999cc84ed3456983c677826ca91d4a5897c230885c33960b6beb2101d04d8ef99ef309a13221f06ce8d99da014ba337ee5b5a34dda36d0aefdff8fdc0000',
  )
  const network = networkById('monero-regtest')

  it('are at most 255', () => {
    expect(() => parseBlock(network, block)).toThrow('a block has a version of 256, the highest is 255')
    const byte = Uint8Array.of(...block.subarray(0, 1), 0xff, 0x01, ...block.subarray(3))
    expect(parseBlock(network, byte).minorVersion).toBe(255)
    const major = Uint8Array.of(0x80, 0x02, ...block.subarray(1))
    expect(() => parseBlock(network, major)).toThrow(FormatError)
    expect(() => blockVersion(major)).toThrow(FormatError)
  })
})
