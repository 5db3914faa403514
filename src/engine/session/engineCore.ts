// What the parts of the engine share: its wallets, approval requests, prepared payments and published view; and what the wallet RPC reads.

import type { Wallet } from '../../wallet/open/wallet.ts'
import type { PaymentStep } from '../../wallet/spend/paymentStep.ts'
import type { EngineEnvironment } from '../api/engineHost.ts'
import type { EngineView, WalletSummary } from '../api/engineViews.ts'
import { ApprovalQueue } from '../approvals/approvalQueue.ts'
import { PreparedPayments } from '../payments/preparedPayments.ts'
import { checkPassword } from '../vault/walletVault.ts'
import { Publisher } from './publisher.ts'
import { SeedDrafts } from './seedDrafts.ts'
import { WalletManager } from './walletManager.ts'
import { walletView } from './walletView.ts'

const ENDED = 'the wallet was closed or locked'

export class EngineCore {
  readonly environment: EngineEnvironment
  readonly publisher: Publisher<EngineView>
  /** Requests of pages that the user decides. */
  readonly approvals: ApprovalQueue
  readonly prepared: PreparedPayments
  readonly manager: WalletManager
  readonly drafts: SeedDrafts
  /** what the payment does that the page prepares */
  #paymentStep: PaymentStep | undefined

  constructor(environment: EngineEnvironment) {
    this.environment = environment
    this.drafts = new SeedDrafts(environment.random)
    this.prepared = new PreparedPayments(
      environment.random,
      (wallet) => wallet === this.wallet,
      (step) => {
        this.#paymentStep = step
        this.publisher.now()
      },
    )
    this.publisher = new Publisher(() => this.#view(), environment.clock, environment.schedule)
    this.approvals = new ApprovalQueue(
      environment,
      () => this.publisher.now(),
      () => this.manager.current.opened !== undefined,
    )
    this.manager = new WalletManager(environment, {
      soon: () => this.publisher.soon(),
      now: () => this.publisher.now(),
      hold: (work) => this.publisher.hold(work),
      left: () => {
        this.prepared.clear()
        this.approvals.end(ENDED)
      },
    })
  }

  /** The open wallet; undefined while none is open. */
  get wallet(): Wallet | undefined {
    return this.manager.current.opened?.wallet
  }

  /** All wallets, sorted by name; empty until the first operation. */
  get wallets(): readonly WalletSummary[] {
    return this.manager.list
  }

  /** Whether the settings of the open wallet allow pages of this origin to call the wallet RPC. */
  get rpcEnabled(): boolean {
    return this.manager.current.opened?.settings.rpcEnabled ?? false
  }

  /**
   * Verifies the password of the open wallet.
   * @throws WrongPasswordError
   */
  async checkPassword(password: string): Promise<void> {
    const { summary } = this.manager.use()
    await checkPassword(this.environment, summary.id, password)
  }

  /** Calls the listener with the view, now and after changes. */
  async subscribe(listener: (view: EngineView) => void): Promise<void> {
    await this.manager.load()
    this.publisher.subscribe(listener)
  }

  #view(): EngineView {
    const { current, list, wereLost } = this.manager
    const { shown: opened, locked } = current
    return {
      phase: opened !== undefined ? 'open' : locked !== undefined ? 'locked' : 'closed',
      wallets: list,
      wallet: opened === undefined ? undefined : walletView(opened),
      lockedWallet: locked,
      approvalRequest: this.approvals.current,
      paymentsAllowed: this.approvals.allowsPayments,
      paymentStep: this.#paymentStep,
      storageCleared: this.environment.retaining?.isInMemory ?? false,
      walletsLost: wereLost,
    }
  }
}
