// What `faba rpc` gives to the host of its wallets.

import type { Schedule } from '../../../async/time.ts'
import type { LookAhead } from '../../../coin/lookAhead.ts'
import type { Network } from '../../../coin/networks/network.ts'
import type { Scanner } from '../../../crypto/scan/scanner.ts'
import type { CompactHost } from '../../../daemon/compactHost.ts'
import type { NodeClient } from '../../../daemon/nodeClient.ts'
import type { ResolveAlias } from '../../../dns/aliasResolver.ts'
import type { PostgresDatabase } from '../../../store/postgres/postgresDatabase.ts'
import type { NodeConnection } from '../connections/nodeConnection.ts'
import type { Log } from '../log/log.ts'

export type WalletFilesOptions = {
  readonly network: Network
  /** undefined if the service has one wallet and neither creates nor opens others */
  readonly folder: string | undefined
  /** where wallets are created and opened by name instead of a folder, whose wallets are copied there when they are opened first */
  readonly database?: PostgresDatabase
  readonly node: NodeConnection
  /** the host of the compact chain that older blocks come from; all come from the node when left out */
  readonly compact?: CompactHost
  /** folder of the tokens by which older copies of multisig wallets are detected; without it none are */
  readonly stateFolder?: string
  /** writes the files of wallet2: those of new wallets, and the password of existing ones; without it files of wallet2 are only read */
  readonly writesKeysFiles?: boolean
  /** lookahead of wallets that are created and restored; that of wallet2 when left out */
  readonly lookAhead?: LookAhead | undefined
  /** how many times the ordinary fees the node may request; 10 when left out */
  readonly maxFeeRatio?: number
  /** blocks that a reorganisation replaces at most; 100 when left out */
  readonly maxReorgDepth?: number
  /** output lists and unsigned sets have the form that Monero before 0.18.1.1 reads */
  readonly olderTransferSets?: boolean
  /** resolves OpenAlias names; none are resolved when left out */
  readonly resolveName?: ResolveAlias
  readonly log: Log
  /** scanner threads when left out */
  readonly createScanner?: () => Promise<Scanner>
  /** Returns a client of the node; each wallet has one of its own when left out. */
  readonly connect?: (connection: NodeConnection) => NodeClient
  /** the platform's timers when left out */
  readonly schedule?: Schedule
  /** called with the id (hex) of each transaction that is new to the open wallet */
  readonly onTransaction?: (txid: string) => void
  /** ends the service */
  readonly stop: () => void
}
