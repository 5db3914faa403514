// The calls of monero-ts to a node, in the order in which they run. Each step runs on two nodes with the same chain.

import moneroTs, { type MoneroDaemonRpc } from 'monero-ts'
import { toHex } from '../../../src/bytes/hex.ts'
import type { RunningNode } from '../../../src/devnet/startNode.ts'
import { type Peer, startMoneroWallet } from './monero.ts'
import type { NodePair } from './node-pair.ts'

const { MoneroBan } = moneroTs

export const XMR = 10n ** 12n

/** Transactions that are signed and not sent. */
export type SignedTransaction = { readonly id: string; readonly hex: string; readonly keyImage: string }

/** The chain data that the steps use. */
export type ChainSample = {
  readonly address: string
  readonly ours: RunningNode
  /** the first two spend the same output */
  readonly first: SignedTransaction
  readonly doubleSpend: SignedTransaction
  readonly second: SignedTransaction
  /** a transaction in a block, and its coinbase */
  readonly mined: string
  readonly coinbase: string
  readonly spent: string
}

export type Step = (name: string, work: (daemon: MoneroDaemonRpc) => Promise<unknown>) => Promise<void>

const sweep = async (wallet: Peer, address: string, keyImage: string, priority: number): Promise<SignedTransaction> => {
  const { tx_hash: id, tx_blob: hex } = await wallet.call<{ tx_hash: string; tx_blob: string }>('sweep_single', {
    address,
    key_image: keyImage,
    priority,
    do_not_relay: true,
    get_tx_hex: true,
  })
  return { id, hex, keyImage }
}

/** Refreshes a wallet. Retries, since its connection may close while the node in this process computes proofs. */
const refresh = async (wallet: Peer, attempts = 5): Promise<void> => {
  try {
    await wallet.call('refresh')
  } catch (error) {
    if (attempts <= 1) throw error
    await refresh(wallet, attempts - 1)
  }
}

/** Funds a real wallet on the development node and signs the transactions of the steps; then monerod receives the chain. */
export const createChainSample = async ({ ours, ourUrl, syncMonerod }: NodePair): Promise<ChainSample> => {
  const wallet = await startMoneroWallet({ url: ourUrl })
  try {
    await wallet.call('create_wallet', { filename: 'steps', password: '', language: 'English' })
    const { address } = await wallet.call<{ address: string }>('get_address')
    await ours.faucet.pay(address, 7n * XMR)
    await ours.faucet.pay(address, 5n * XMR)
    await syncMonerod()
    await refresh(wallet)
    const { transfers } = await wallet.call<{ transfers: { key_image: string }[] }>('incoming_transfers', {
      transfer_type: 'available',
    })
    const [one = '', two = ''] = transfers.map(({ key_image: image }) => image)
    const [transaction] = ours.node.chain.blocks.flatMap(({ transactions }) => transactions.slice(1))
    const [input] = transaction?.transaction.inputs ?? []
    return {
      address,
      ours,
      first: await sweep(wallet, address, one, 1),
      doubleSpend: await sweep(wallet, address, one, 2),
      second: await sweep(wallet, address, two, 1),
      mined: toHex(transaction?.id ?? new Uint8Array()),
      coinbase: toHex(ours.node.chain.blockAt(5)?.transactions[0]?.id ?? new Uint8Array()),
      spent: input?.kind === 'key' ? toHex(input.keyImage) : '',
    }
  } finally {
    await wallet.stop()
  }
}

/** Milliseconds between two polls of a client that waits for a block. */
export const POLL_INTERVAL_MS = 20

const UNKNOWN_ID = '11'.repeat(32)

const chain = async ({ ours, address }: ChainSample, step: Step): Promise<void> => {
  const { height } = ours.node.chain
  const idAt = (at: number): string => toHex(ours.node.chain.blockAt(at)?.id ?? new Uint8Array())
  await step('connected', (daemon) => daemon.isConnected())
  await step('version', (daemon) => daemon.getVersion())
  await step('trusted', (daemon) => daemon.isTrusted())
  await step('height', (daemon) => daemon.getHeight())
  await step('id of a block', (daemon) => daemon.getBlockHash(5))
  await step('last header', (daemon) => daemon.getLastBlockHeader())
  await step('header by id', (daemon) => daemon.getBlockHeaderByHash(idAt(7)))
  await step('header of an unknown id', (daemon) => daemon.getBlockHeaderByHash(UNKNOWN_ID))
  await step('header of nonsense', (daemon) => daemon.getBlockHeaderByHash('nonsense'))
  await step('header by height', (daemon) => daemon.getBlockHeaderByHeight(0))
  await step('header beyond the top', (daemon) => daemon.getBlockHeaderByHeight(height))
  await step('headers', (daemon) => daemon.getBlockHeadersByRange(95, height - 1))
  await step('headers backwards', (daemon) => daemon.getBlockHeadersByRange(6, 5))
  await step('headers beyond the top', (daemon) => daemon.getBlockHeadersByRange(6, height))
  await step('block by id', (daemon) => daemon.getBlockByHash(idAt(101)))
  await step('blocks of unknown ids', (daemon) => daemon.getBlockByHash(UNKNOWN_ID))
  await step('block by height', (daemon) => daemon.getBlockByHeight(9))
  await step('first block', (daemon) => daemon.getBlockByHeight(0))
  await step('block beyond the top', (daemon) => daemon.getBlockByHeight(height + 1))
  await step('blocks by heights', (daemon) => daemon.getBlocksByHeight([0, 101, 111, 112]))
  await step('blocks', (daemon) => daemon.getBlocksByRange(99, height - 1))
  await step('blocks in parts', (daemon) => daemon.getBlocksByRangeChunked(0, height - 1))
  await step('template', (daemon) => daemon.getBlockTemplate(address, 8))
  await step('template without reserved bytes', (daemon) => daemon.getBlockTemplate(address))
  await step('template for nonsense', (daemon) => daemon.getBlockTemplate('nonsense', 2))
  await step('template with too many reserved bytes', (daemon) => daemon.getBlockTemplate(address, 256))
  await step('nonsense for a block', (daemon) => daemon.submitBlock('nonsense'))
  await step('too little for a block', (daemon) => daemon.submitBlock('00'))
  await step('sum of all blocks', (daemon) => daemon.getMinerTxSum(0, height))
  await step('sum of some blocks', (daemon) => daemon.getMinerTxSum(100, 20))
  await step('sum beyond the top', (daemon) => daemon.getMinerTxSum(height, 5))
  await step('fees', (daemon) => daemon.getFeeEstimate())
  await step('fees with grace', (daemon) => daemon.getFeeEstimate(10))
  await step('fork', (daemon) => daemon.getHardForkInfo())
  await step('state', (daemon) => daemon.getInfo())
  await step('progress', (daemon) => daemon.getSyncInfo())
  await step('other chains', (daemon) => daemon.getAltChains())
  await step('blocks of other chains', (daemon) => daemon.getAltBlockHashes())
}

const transactions = async ({ mined, coinbase, spent, first }: ChainSample, step: Step): Promise<void> => {
  await step('a transaction', (daemon) => daemon.getTxs([mined]))
  await step('a pruned one', (daemon) => daemon.getTxs([mined, coinbase], true))
  await step('a coinbase', (daemon) => daemon.getTx(coinbase))
  await step('an unknown one', (daemon) => daemon.getTxs([UNKNOWN_ID, mined]))
  await step('nonsense', (daemon) => daemon.getTxs(['nonsense']))
  await step('bytes', (daemon) => daemon.getTxHexes([mined]))
  await step('bytes without proofs', (daemon) => daemon.getTxHexes([mined], true))
  await step('key images', (daemon) => daemon.getKeyImageSpentStatuses([spent, first.keyImage]))
  await step('nonsense for a key image', (daemon) => daemon.getKeyImageSpentStatuses(['nonsense']))
  await step('histogram', (daemon) => daemon.getOutputHistogram([0n], 0, 1000, true, 0))
  await step('histogram of all', (daemon) => daemon.getOutputHistogram())
}

/** Returns the transaction with an invalid signature. */
const withInvalidSignature = ({ hex }: SignedTransaction): string =>
  `${hex.slice(0, -2)}${hex.endsWith('00') ? '01' : '00'}`

const pool = async ({ first, doubleSpend, second, mined }: ChainSample, step: Step): Promise<void> => {
  const queryPool = async (name: string): Promise<void> => {
    await step(`${name}: pool`, (daemon) => daemon.getTxPool())
    await step(`${name}: ids`, (daemon) => daemon.getTxPoolHashes())
    await step(`${name}: figures`, (daemon) => daemon.getTxPoolStats())
    await step(`${name}: key images`, (daemon) => daemon.getKeyImageSpentStatuses([first.keyImage, second.keyImage]))
    await step(`${name}: state`, (daemon) => daemon.getInfo())
  }
  await queryPool('empty')
  await step('nonsense', (daemon) => daemon.submitTxHex('nonsense', false))
  await step('too short', (daemon) => daemon.submitTxHex('00', false))
  await step('invalid signature', (daemon) => daemon.submitTxHex(withInvalidSignature(first), false))
  await step('with do_not_relay', (daemon) => daemon.submitTxHex(first.hex, true))
  await queryPool('with do_not_relay')
  await step('of the pool', (daemon) => daemon.getTxs([first.id]))
  await step('relay', (daemon) => daemon.relayTxByHash(first.id))
  await step('relay unknown ids', (daemon) => daemon.relayTxsByHash([UNKNOWN_ID, 'nonsense']))
  await step('again', (daemon) => daemon.submitTxHex(first.hex, false))
  await step('doubleSpend', (daemon) => daemon.submitTxHex(doubleSpend.hex, false))
  await step('another', (daemon) => daemon.submitTxHex(second.hex, false))
  await queryPool('two')
  await step('both', (daemon) => daemon.getTxs([first.id, second.id]))
  await step('drop nothing', (daemon) => daemon.flushTxPool(UNKNOWN_ID))
  await step('drop nonsense', (daemon) => daemon.flushTxPool('nonsense'))
  await step('drop one', (daemon) => daemon.flushTxPool(first.id))
  await queryPool('one')
  await step('drop all', (daemon) => daemon.flushTxPool())
  await queryPool('empty again')
  await step('dropped transactions', (daemon) => daemon.getTxs([first.id, mined]))
}

const network = async ({ address }: ChainSample, step: Step): Promise<void> => {
  const ban = (host: string, isBanned: boolean) => new MoneroBan({ host, isBanned, seconds: 60 })
  await step('limits', (daemon) => daemon.getDownloadLimit())
  await step('limit of downloads', (daemon) => daemon.setDownloadLimit(100))
  await step('limit of uploads', (daemon) => daemon.setUploadLimit(200))
  await step('limits after the changes', (daemon) => daemon.getUploadLimit())
  await step('default download limit', (daemon) => daemon.resetDownloadLimit())
  await step('default upload limit', (daemon) => daemon.resetUploadLimit())
  await step('connections', (daemon) => daemon.getPeers())
  await step('other nodes', (daemon) => daemon.getKnownPeers())
  await step('outgoing connections', (daemon) => daemon.setOutgoingPeerLimit(8))
  await step('incoming connections', (daemon) => daemon.setIncomingPeerLimit(9))
  await step('no bans', (daemon) => daemon.getPeerBans())
  await step('ban', (daemon) => daemon.setPeerBans([ban('51.79.173.165', true), ban('10.1.0.0/24', true)]))
  await step('bans', (daemon) => daemon.getPeerBans())
  await step('lift a ban', (daemon) => daemon.setPeerBan(ban('51.79.173.165', false)))
  await step('bans after lifting one', (daemon) => daemon.getPeerBans())
  await step('ban nonsense', (daemon) => daemon.setPeerBan(ban('nonsense', true)))
  await step('update', (daemon) => daemon.checkForUpdate())
  await step('whether it is pruned', (daemon) => daemon.pruneBlockchain(true))
  await step('mining', (daemon) => daemon.getMiningStatus())
  await step('stop mining while idle', (daemon) => daemon.stopMining())
  await step('mine to nonsense', (daemon) => daemon.startMining('nonsense', 1))
  await step('mine with too many threads', (daemon) => daemon.startMining(address, 1000))
}

/** A block arrives while a client waits for one. */
const blocks = async ({ ours, first, address }: ChainSample, step: Step): Promise<void> => {
  await step('a transaction for a block', (daemon) => daemon.submitTxHex(first.hex, false))
  const [record] = ours.miner.mine(1, ours.miner.keysOf(address))
  if (record === undefined) throw new Error('no block was mined')
  const hex = toHex(record.blob)
  ours.node.popBlocks(1)
  await step('a block that is waited for', async (daemon) => {
    const waiting = daemon.waitForNextBlockHeader()
    // The client requests the top first, to recognise new blocks.
    await new Promise((resolve) => setTimeout(resolve, 10 * POLL_INTERVAL_MS))
    await daemon.submitBlock(hex)
    return (await waiting).getHash()
  })
  await step('the block again', (daemon) => daemon.submitBlock(hex))
  await step('height', (daemon) => daemon.getHeight())
  await step('last header', (daemon) => daemon.getLastBlockHeader())
  await step('the transaction', (daemon) => daemon.getTxs([first.id]))
  await step('its key image', (daemon) => daemon.getKeyImageSpentStatus(first.keyImage))
  await step('sent once more', (daemon) => daemon.submitTxHex(first.hex, false))
  await step('state', (daemon) => daemon.getInfo())
}

/** The steps by subject, in the order in which they run. */
export const NODE_STEPS = { chain, transactions, pool, network, blocks } as const
