// The networks of the monero family (as of monerod 0.18).

import { fromHex } from '../../bytes/hex.ts'
import { binaryOutputCodec } from '../exports/binaryOutputCodec.ts'
import { binaryMultisigInfo } from '../multisig/binaryMultisigInfo.ts'
import { RctType } from '../transactions/ringct.ts'
import { binaryTransferSets } from '../transfer-sets/binaryTransferSets.ts'
import { binaryCache } from '../wallet-caches/binaryCache.ts'
import { encodeBinaryCache } from '../wallet-caches/binaryCacheWriter.ts'
import { chainIds } from './chainIds.ts'
import { moneroFees } from './fees.ts'
import { genesisBlock } from './genesis.ts'
import type { Checkpoint, HardFork, Network } from './network.ts'
import { moneroWalletRpc } from './walletRpcForm.ts'

const EXCHANGE_ERROR = 'Error calling exchange_multisig_info: '

const forks = (...table: readonly (readonly [version: number, height: number])[]): HardFork[] =>
  table.map(([version, height]) => ({ version, height }))

const checkpoint = (height: number, id: string): Checkpoint => ({ height, id: fromHex(id) })

/** The number of Monero in polyseeds. */
export const POLYSEED_MONERO = 0

/** The block reward since 2022. */
const TAIL_REWARD = 600_000_000_000n

/** The reward of the first block of a chain. */
const FIRST_REWARD = 35_184_372_088_831n

const family = {
  familyName: 'Monero',
  ticker: 'XMR',
  polyseedCoin: POLYSEED_MONERO,
  decimals: 12,
  aliasPrefixes: ['xmr'],
  uri: {
    scheme: 'monero',
    paymentIdLengths: [32],
    standalonePaymentId: 'Standalone payment id deprecated, use integrated address instead',
    invalidAddress: (text) => `URI has wrong address: ${text}`,
    invalidFormattedAddress: (text) => `wrong address: ${text}`,
    invalidParameter: (text) => `URI has wrong parameter: ${text}`,
    duplicatePaymentId: 'Separate payment id given with an integrated address',
  },
  outputExportCodec: binaryOutputCodec,
  keyImageExportMagic: 'Monero key image export\x03',
  transferSets: binaryTransferSets,
  walletCache: { ...binaryCache, encode: encodeBinaryCache },
  multisig: {
    ...{ keys: 'aggregated', finalizes: false, exchangesAllMessages: true },
    exchangeErrorPrefix: EXCHANGE_ERROR,
    finishedError: {
      code: -1,
      message: `${EXCHANGE_ERROR}multisig account: tried to update kex, but kex is already complete.`,
    },
    ...{ infos: binaryMultisigInfo, noncesPerSignature: 2, importError: 'Error calling import_multisig' },
    ...{ derivesTransactionKeys: true, candidates: 'shared' },
  },
  proofs: { version: 2, prunedIds: false, keyImagesSign: 'proof' },
  hasBlink: false,
  hasPoolNews: true,
  countsUnmined: true,
  hasServiceNodes: false,
  messageSignature: 'SigV2',
  wireFormat: {
    highestTransactionVersion: 2,
    highestRctType: RctType.bulletproofPlus,
    viewTags: true,
    serviceNodeFields: false,
    pulseVersion: undefined,
  },
  blockTarget: 120,
  coinbaseUnlockWindow: 60,
  spendableAge: 10,
  transactionVersion: 2,
  rctType: RctType.bulletproofPlus,
  viewTags: true,
  ringSize: 16,
  decoys: {
    wholeSecondAverage: false,
    recentSpendWindow: 15 * 120,
    newestBlockDepth: 10,
    memberOrder: 'as drawn',
    hasOutputBlacklist: false,
    allowsTorsionedKeys: false,
  },
  inputSelection: { carvesFee: true, skipsDust: true },
  minOutputs: 2,
  maxOutputs: 16,
  maxTransactionWeight: 149400,
  maxExtraSize: 1060,
  fees: moneroFees(TAIL_REWARD),
  walletRpc: moneroWalletRpc,
  submitBlockParams: 'list',
} as const satisfies Partial<Network>

const GENESIS_TRANSACTION =
  '013c01ff0001ffffffffffff03029b2e4c0281c0b02e7c53291a94d1d0cbff8883f8024f5142ee494ffbbd08807121017767aafcde9be00dcfd098715ebcf7f410daebc582fda69d24a28e9d0bc890d1'

const MAINNET_GENESIS_ID = chainIds['monero-mainnet'].genesisId

export const moneroMainnet: Network = {
  ...family,
  id: 'monero-mainnet',
  name: 'Monero',
  netType: chainIds['monero-mainnet'].netType,
  armouredProofsName: 'Monero Mainnet',
  keysFileNetworkType: 0,
  addressPrefixes: { standard: 18, integrated: 19, subaddress: 42 },
  hardForks: forks(
    [1, 1],
    [2, 1009827],
    [3, 1141317],
    [4, 1220516],
    [5, 1288616],
    [6, 1400000],
    [7, 1546000],
    [8, 1685555],
    [9, 1686275],
    [10, 1788000],
    [11, 1788720],
    [12, 1978433],
    [13, 2210000],
    [14, 2210720],
    [15, 2688888],
    [16, 2689608],
  ),
  genesis: genesisBlock(1, 0, 10000, GENESIS_TRANSACTION),
  genesisId: fromHex(MAINNET_GENESIS_ID),
  checkpoints: [checkpoint(0, MAINNET_GENESIS_ID)],
  heightAnchor: { height: 1009827, timestamp: 1458748658, earlierBlockTime: 60 },
  rpcPort: 18081,
  p2pPort: 18080,
}

const TESTNET_GENESIS_ID = chainIds['monero-testnet'].genesisId

export const moneroTestnet: Network = {
  ...family,
  id: 'monero-testnet',
  name: 'Monero testnet',
  netType: chainIds['monero-testnet'].netType,
  armouredProofsName: 'Monero Testnet',
  keysFileNetworkType: 1,
  addressPrefixes: { standard: 53, integrated: 54, subaddress: 63 },
  hardForks: forks([1, 1], [12, 1308737], [13, 1543939], [14, 1544659], [15, 1982800], [16, 1983520]),
  genesis: genesisBlock(1, 0, 10001, GENESIS_TRANSACTION),
  genesisId: fromHex(TESTNET_GENESIS_ID),
  checkpoints: [checkpoint(0, TESTNET_GENESIS_ID)],
  // wallet2 subtracts 342100 blocks, because this chain was once rolled back by as many (get_approximate_blockchain_height).
  heightAnchor: { height: 282534, timestamp: 1448285909, earlierBlockTime: 60 },
  rpcPort: 28081,
  p2pPort: 28080,
}

const STAGENET_GENESIS_ID = chainIds['monero-stagenet'].genesisId

export const moneroStagenet: Network = {
  ...family,
  id: 'monero-stagenet',
  name: 'Monero stagenet',
  netType: chainIds['monero-stagenet'].netType,
  armouredProofsName: 'Monero Stagenet',
  keysFileNetworkType: 2,
  addressPrefixes: { standard: 24, integrated: 25, subaddress: 36 },
  hardForks: forks([1, 1], [12, 454721], [13, 675405], [14, 676125], [15, 1151000], [16, 1151720]),
  genesis: genesisBlock(
    1,
    0,
    10002,
    '013c01ff0001ffffffffffff0302df5d56da0c7d643ddd1ce61901c7bdc5fb1738bfe39fbe69c28a3a7032729c0f2101168d0c4ca86fb55a4cf6a36d31431be1c53a3bd7411bb24e8832410289fa6f3b',
  ),
  genesisId: fromHex(STAGENET_GENESIS_ID),
  checkpoints: [checkpoint(0, STAGENET_GENESIS_ID)],
  // wallet2 subtracts 30000 blocks, because this chain was once rolled back by as many (get_approximate_blockchain_height).
  heightAnchor: { height: 2000, timestamp: 1520937818, earlierBlockTime: 60 },
  rpcPort: 38081,
  p2pPort: 38080,
}

/** Has the addresses and the genesis block of mainnet. The newest rules apply from the first block on. Chains are short, so rewards and fees are high. */
export const moneroRegtest: Network = {
  ...moneroMainnet,
  id: 'monero-regtest',
  name: 'Monero regtest',
  netType: chainIds['monero-regtest'].netType,
  keysFileNetworkType: 0,
  hardForks: forks([1, 0], [16, 1]),
  fees: moneroFees(FIRST_REWARD),
  checkpoints: [checkpoint(0, MAINNET_GENESIS_ID)],
  heightAnchor: undefined,
}
