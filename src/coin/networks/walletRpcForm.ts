// The form of the wallet RPC of a family: where the responses of monero-wallet-rpc 0.18 and oxen-wallet-rpc 8.1 to the same request differ.

/** The form of a family's wallet RPC. */
export type WalletRpcForm = {
  /** result of `get_version`: major version times 65536 plus minor version */
  readonly version: { readonly version: number; readonly release?: boolean }
  /** `out` of `get_transfers` also contains pending and failed transfers, which have lists of their own as well */
  readonly hasUnminedInOut: boolean
  /** `type` of miner rewards */
  readonly rewardType: 'miner' | 'block'
  /** received amounts are listed per output, or summed per address */
  readonly receivedPer: 'output' | 'address'
  /** `describe_transfer` wraps the errors of a set that it cannot read into another error */
  readonly wrapsSetErrors: boolean
  /** `sweep_all` reports that nothing can be swept as a failed transfer of its account, not as a general error of the wallet */
  readonly failsSweepsAsTransfers: boolean
}

const versionOf = (major: number, minor: number): number => major * 2 ** 16 + minor

/** oxen-wallet-rpc 8.1.6. */
export const oxenWalletRpc: WalletRpcForm = {
  version: { version: versionOf(1, 17) },
  hasUnminedInOut: true,
  rewardType: 'miner',
  receivedPer: 'output',
  wrapsSetErrors: true,
  failsSweepsAsTransfers: false,
}

/** monero-wallet-rpc 0.18. */
export const moneroWalletRpc: WalletRpcForm = {
  version: { version: versionOf(1, 25), release: true },
  hasUnminedInOut: false,
  rewardType: 'block',
  receivedPer: 'address',
  wrapsSetErrors: false,
  failsSweepsAsTransfers: true,
}
