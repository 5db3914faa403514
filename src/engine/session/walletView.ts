// The view of the open wallet that the engine publishes.

import { accountsOf } from '../../wallet/accounts/addresses.ts'
import { needsMultisigImport } from '../../wallet/multisig/infoExchange.ts'
import { listTags } from '../../wallet/state/accountTags.ts'
import type { MultisigView, WalletView } from '../api/engineViews.ts'
import { isBackupDue } from '../vault/backupFacts.ts'
import type { OpenWallet } from './openWallet.ts'

const multisigView = (wallet: OpenWallet['wallet']): MultisigView | undefined => {
  const { multisig } = wallet.keys
  if (multisig === undefined) return undefined
  const { threshold, total, rounds, isReady } = multisig
  return { threshold, total, rounds, isReady, needsImport: needsMultisigImport(wallet) }
}

/** Returns the view of an open wallet. */
export const walletView = ({ wallet, summary, settings, backup }: OpenWallet): WalletView => {
  const { network, state, sync } = wallet
  const multisig = multisigView(wallet)
  return {
    ...summary,
    address: wallet.addressText({ major: 0, minor: 0 }),
    ticker: network.ticker,
    decimals: network.decimals,
    blockTarget: network.blockTarget,
    balance: wallet.balance(),
    waiting: wallet.funds.waiting(),
    incoming: wallet.funds.incoming(),
    accounts: accountsOf(wallet),
    tags: listTags(state.tags),
    sync: sync.state,
    offline: settings.offline,
    development: sync.info?.development ?? false,
    hasServiceNodes: network.hasServiceNodes,
    hasOlderTransferSets: network.outputExportCodec.hasOlderForm,
    armouredProofsName: network.armouredProofsName,
    multisig,
    restoreHeight: state.restoreHeight,
    restoreDate: state.restoreDate,
    createdAt: backup.createdAt,
    heightAnchor: network.heightAnchor,
    backupDue: isBackupDue(summary, multisig, backup, wallet.moment.now),
    rescanAdvised: state.rescanAdvised,
    revision: state.revision,
  }
}
