// What serves the open wallet: settings, approval requests of pages, the node.

import { defaultPollInterval } from '../../wallet/sync/pollInterval.ts'
import type { WalletSettings } from '../api/engineViews.ts'
import type { ServiceApi } from '../api/serviceApi.ts'
import { decideRequest } from '../approvals/approvalDecision.ts'
import type { EngineCore } from '../session/engineCore.ts'
import { createWalletNode } from '../session/walletNode.ts'
import { checkSettings, putSettings } from '../vault/walletSettings.ts'

/** Returns whether two settings make the same client of the nodes. */
const makeSameClient = (a: WalletSettings, b: WalletSettings): boolean =>
  a.offline === b.offline &&
  a.relayTo === b.relayTo &&
  a.nodes.choice === b.nodes.choice &&
  a.nodes.urls.join('\n') === b.nodes.urls.join('\n') &&
  a.nodes.trusted.join('\n') === b.nodes.trusted.join('\n')

/** Returns the part of the engine that `ServiceApi` declares. */
export const serviceActions = (core: EngineCore): ServiceApi => ({
  async decideApproval(id, decision, password) {
    core.manager.use()
    await decideRequest(core.approvals, { id, decision }, () => core.checkPassword(password))
  },

  async revokePaymentPermission() {
    core.approvals.revokePayments()
  },

  async lockIfDue() {
    core.manager.current.lockIfDue()
  },

  async settings() {
    return core.manager.requireOpened().settings
  },

  changeSettings(change) {
    return core.manager.runSerially(async () => {
      const opened = core.manager.requireOpened()
      const settings = checkSettings({ ...opened.settings, ...change })
      // Rejects an invalid node address before it is stored: the wallet could not be opened with it.
      const node = makeSameClient(settings, opened.settings) ? undefined : createWalletNode(core.environment, settings)
      await putSettings(opened.store, settings)
      opened.settings = settings
      opened.wallet.apply(settings)
      if (!settings.rpcEnabled) core.approvals.end('the settings no longer allow pages to call the wallet')
      core.manager.use()
      if (node !== undefined) await opened.wallet.sync.follow(node)
      core.publisher.now()
    })
  },

  async refresh() {
    await core.manager.use().wallet.sync.refresh()
  },

  async resumeAutoRefresh() {
    const { sync, network } = core.manager.use().wallet
    sync.pollEvery(defaultPollInterval(network))
  },

  rescan(from) {
    return core.manager.runSerially(() => core.manager.use().wallet.rescan(from))
  },

  async mine(blocks) {
    const { wallet } = core.manager.use()
    const before = wallet.balance().total
    await wallet.sync.node.mine(blocks, wallet.addressText({ major: 0, minor: 0 }))
    await wallet.sync.refresh()
    const { total } = wallet.balance()
    return total > before ? total - before : 0n
  },

  async faucet(amount) {
    const { wallet } = core.manager.use()
    await wallet.sync.node.faucet(wallet.addressText({ major: 0, minor: 0 }), amount)
    await wallet.sync.refresh()
  },
})
