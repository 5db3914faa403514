// The networks of the oxen family (as of oxen-core 8.1).

import { fromHex } from '../../bytes/hex.ts'
import { boostOutputCodec } from '../exports/boostOutputCodec.ts'
import { boostMultisigInfo } from '../multisig/boostMultisigInfo.ts'
import { RctType } from '../transactions/ringct.ts'
import { boostTransferSets } from '../transfer-sets/boostTransferSets.ts'
import { boostCache } from '../wallet-caches/boostCache.ts'
import { chainIds } from './chainIds.ts'
import { oxenFees } from './fees.ts'
import { genesisBlock } from './genesis.ts'
import type { Checkpoint, DecoySelectionRules, HardFork, Network } from './network.ts'
import { oxenWalletRpc } from './walletRpcForm.ts'

const forks = (...table: readonly (readonly [version: number, height: number])[]): HardFork[] =>
  table.map(([version, height]) => ({ version, height }))

const checkpoint = (height: number, id: string): Checkpoint => ({ height, id: fromHex(id) })

const decoys = {
  wholeSecondAverage: true,
  recentSpendWindow: undefined,
  newestBlockDepth: 11,
  memberOrder: 'random',
  hasOutputBlacklist: true,
  allowsTorsionedKeys: true,
} as const satisfies DecoySelectionRules

const family = {
  familyName: 'Oxen',
  ticker: 'OXEN',
  polyseedCoin: undefined,
  decimals: 9,
  // wallet2 accepts xmr records as well; the address in a record determines the coin.
  aliasPrefixes: ['oxen', 'loki', 'xmr'],
  uri: {
    scheme: 'oxen',
    paymentIdLengths: [8, 32],
    standalonePaymentId: undefined,
    invalidAddress: (text) => `URI has invalid address: ${text}`,
    invalidFormattedAddress: (text) => `wrong address: ${text}`,
    invalidParameter: (text) => `URI has invalid parameter (expected key=val): ${text}`,
    duplicatePaymentId: 'URI cannot use both an integrated address and an explicit payment id',
  },
  outputExportCodec: boostOutputCodec,
  keyImageExportMagic: 'Loki key image export\x02',
  transferSets: boostTransferSets,
  walletCache: boostCache,
  multisig: {
    ...{ keys: 'summed', finalizes: true, exchangesAllMessages: false, exchangeErrorPrefix: '' },
    finishedError: { code: -28, message: 'This wallet is multisig, and already finalized' },
    ...{ infos: boostMultisigInfo, noncesPerSignature: 1, importError: undefined },
    ...{ derivesTransactionKeys: false, candidates: 'separate' },
  },
  proofs: { version: 1, prunedIds: true, keyImagesSign: 'themselves' },
  armouredProofsName: undefined,
  hasBlink: true,
  hasPoolNews: false,
  countsUnmined: false,
  hasServiceNodes: true,
  messageSignature: 'SigV1',
  wireFormat: {
    highestTransactionVersion: 4,
    highestRctType: RctType.clsag,
    viewTags: false,
    serviceNodeFields: true,
    pulseVersion: 16,
  },
  blockTarget: 120,
  coinbaseUnlockWindow: 30,
  spendableAge: 10,
  transactionVersion: 4,
  rctType: RctType.clsag,
  viewTags: false,
  ringSize: 10,
  decoys,
  inputSelection: { carvesFee: false, skipsDust: false },
  minOutputs: 2,
  maxOutputs: 16,
  maxTransactionWeight: 149400,
  maxExtraSize: undefined,
  fees: oxenFees,
  walletRpc: oxenWalletRpc,
  submitBlockParams: 'object',
} as const satisfies Partial<Network>

const MAINNET_GENESIS_ID = chainIds['oxen-mainnet'].genesisId

export const oxenMainnet: Network = {
  ...family,
  id: 'oxen-mainnet',
  name: 'Oxen',
  netType: chainIds['oxen-mainnet'].netType,
  keysFileNetworkType: 0,
  decoys: { ...decoys, allowsTorsionedKeys: false },
  addressPrefixes: { standard: 114, integrated: 115, subaddress: 116 },
  hardForks: forks(
    [7, 1],
    [8, 64324],
    [9, 101250],
    [10, 161849],
    [11, 234767],
    [12, 321467],
    [13, 385824],
    [14, 442333],
    [15, 496969],
    [16, 641111],
    [17, 770711],
  ),
  genesis: genesisBlock(
    7,
    7,
    1022201,
    '021e01ff000380808d93f5d771027c4fd4553bc9886f1f49e3f76d945bf71e8632a94e6c177b19cbc780e7e6bdb48080b4ccd4dfc60302c8b9f6461f58ef3f2107e577c7425d06af584a1c7482bf19060e84059c98b4c3808088fccdbcc32302732b53b0b0db706fcc3087074fb4b786da5ab72b2065699f9453448b0db27f892101ed71f2ce3fc70d7b2036f8a4e4b3fb75c66c12184b55a908e7d1a1d6995566cf00',
  ),
  genesisId: fromHex(MAINNET_GENESIS_ID),
  checkpoints: [
    checkpoint(0, MAINNET_GENESIS_ID),
    checkpoint(1, '647997953a5ea9b5ab329c2291d4cbb08eed587c287e451eeeb2c79bab9b940f'),
    checkpoint(10, '4a7cd8b9bff380d48d6f3533a5e0509f8589cc77d18218b3f7218846e77738fc'),
    checkpoint(100, '01b8d33a50713ff837f8ad7146021b8e3060e0316b5e4afc407e46cdb50b6760'),
    checkpoint(1000, '5e3b0a1f931885bc0ab1d6ecdc625816576feae29e2f9ac94c5ccdbedb1465ac'),
    checkpoint(86535, '52b7c5a60b97bf1efbf0d63a0aa1a313e8f0abe4627eb354b0c5a73cb1f4391e'),
    checkpoint(97407, '504af73abbaba85a14ddc16634658bf4dcc241dc288b1eaad09e216836b71023'),
    checkpoint(98552, '2058d5c675bd91284f4996435593499c9ab84a5a0f569f57a86cde2e815e57da'),
    checkpoint(144650, 'a1ab207afc790675070ecd7aac874eb0691eb6349ea37c44f8f58697a5d6cbc4'),
    checkpoint(266284, 'c42801a37a41e3e9f934a266063483646072a94bfc7269ace178e93c91414b1f'),
    checkpoint(301187, 'e23e4cf3a2fe3e9f0ffced5cc76426e5bdffd3aad822268f4ad63d82cb958559'),
  ],
  heightAnchor: { height: 582088, timestamp: 1595359932, earlierBlockTime: 120 },
  rpcPort: 22023,
  p2pPort: 22022,
}

const TESTNET_GENESIS_ID = chainIds['oxen-testnet'].genesisId

export const oxenTestnet: Network = {
  ...family,
  id: 'oxen-testnet',
  name: 'Oxen testnet',
  netType: chainIds['oxen-testnet'].netType,
  keysFileNetworkType: 1,
  addressPrefixes: { standard: 156, integrated: 157, subaddress: 158 },
  hardForks: forks(
    [7, 1],
    [8, 2],
    [9, 3],
    [10, 4],
    [11, 5],
    [12, 75471],
    [13, 127028],
    [14, 174630],
    [15, 244777],
    [16, 382222],
    [17, 511822],
  ),
  genesis: genesisBlock(
    7,
    7,
    10001,
    '03011e001e01ff00018080c9db97f4fb270259b546996f69aa71abe4238995f41d780ab1abebcac9f00e808f147bdb9e3228420112573af8c309b69a1a646f41b5212ba7d9c4590bf86e04f36c486467cfef9d3d72000000000000000000000000000000000000000000000000000000000000000000',
  ),
  genesisId: fromHex(TESTNET_GENESIS_ID),
  checkpoints: [checkpoint(0, TESTNET_GENESIS_ID)],
  heightAnchor: { height: 339767, timestamp: 1595360006, earlierBlockTime: 120 },
  rpcPort: 38157,
  p2pPort: 38156,
}

const DEVNET_GENESIS_ID = chainIds['oxen-devnet'].genesisId

export const oxenDevnet: Network = {
  ...family,
  id: 'oxen-devnet',
  name: 'Oxen devnet',
  netType: chainIds['oxen-devnet'].netType,
  keysFileNetworkType: 2,
  addressPrefixes: { standard: 3930, integrated: 4442, subaddress: 5850 },
  hardForks: forks([7, 1], [16, 2]),
  genesis: genesisBlock(
    7,
    7,
    12345,
    '04011e1e01ff00018080c9db97f4fb2702fa27e905f604faa4eb084ee675faca77b0cfea9adec1526da33cae5e286f31624201dae05bf3fa1662b7fd373c92426763d921cf3745e10ee43edb510f690c656f247200000000000000000000000000000000000000000000000000000000000000000000',
  ),
  genesisId: fromHex(DEVNET_GENESIS_ID),
  checkpoints: [checkpoint(0, DEVNET_GENESIS_ID)],
  heightAnchor: { height: 0, timestamp: 1597170000, earlierBlockTime: 120 },
  rpcPort: 38857,
  p2pPort: 38856,
}

/** Has the addresses and the genesis block of mainnet. A hard fork activates at each block, so the newest rules apply from height 11. */
export const oxenRegtest: Network = {
  ...oxenMainnet,
  id: 'oxen-regtest',
  name: 'Oxen regtest',
  netType: chainIds['oxen-regtest'].netType,
  keysFileNetworkType: 3,
  hardForks: forks([7, 1], [8, 2], [9, 3], [10, 4], [11, 5], [12, 6], [13, 7], [14, 8], [15, 9], [16, 10], [17, 11]),
  checkpoints: [checkpoint(0, MAINNET_GENESIS_ID)],
  heightAnchor: undefined,
  decoys,
}
