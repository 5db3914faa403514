// Approval requests of pages: the user decides one after the other, and may permit payments for the session.

import { type Clocks, ElapsedTime } from '../../async/elapsedTime.ts'
import type { Milliseconds, Schedule } from '../../async/time.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Random } from '../../crypto/random/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { ApprovalAction, ApprovalDecision, ApprovalRequest, PaymentAction } from '../api/approvalRequest.ts'
import { PermissionDeniedError, type RequestingPage, RequestingPages, UNKNOWN_PAGE } from './requestingPages.ts'

/** The approval request does not exist, no longer waits, or does not allow the decision. */
export class UnknownApprovalRequestError extends FabaError {
  override readonly name = 'UnknownApprovalRequestError'
  readonly code = 'unknown-approval-request'
}

/** Time for which a request is shown. */
export const APPROVAL_TIMEOUT_MS: Milliseconds = 120_000

/** Maximum time from request to decision: a browser ends a service worker that takes five minutes to respond. */
const MAX_WAIT_MS: Milliseconds = 240_000

/** Maximum number of requests, including the one that is shown. */
const MAX_REQUESTS = 5

const LATE = 'the user did not decide in time'

const DISCONNECTED = 'the caller disconnected'

/** A permission: for the call that requested it, or for all payments of its page in the session. */
export type Permission = {
  readonly scope: 'call' | 'session'
  /**
   * Checks that the permission is still valid.
   * @throws PermissionDeniedError
   */
  readonly check: () => void
}

/** Builds a payment and returns what it does. It is called only if the user is asked. */
export type PreparePayment = () => Promise<PaymentAction>

type PendingRequest = {
  readonly request: Omit<ApprovalRequest, 'waiting'>
  readonly page: RequestingPage
  /** since it arrived */
  readonly age: ElapsedTime
  readonly resolve: (permission: Permission) => void
  readonly reject: (reason: string) => void
}

const PAYMENT_KINDS: readonly ApprovalAction['kind'][] = [
  ...(['transfer', 'sweep', 'sweep output', 'relay', 'sign set', 'submit set'] as const),
]

/** Returns whether an action sends money, or lets others send it, so that it can be permitted for the session. */
const isPayment = ({ kind }: ApprovalAction): boolean => PAYMENT_KINDS.includes(kind)

type Host = Clocks & { readonly random: Random; readonly schedule: Schedule }

/** The approval requests of an open wallet. */
export class ApprovalQueue {
  readonly #host: Host
  readonly #onChange: () => void
  readonly #isOpen: () => boolean
  readonly #pages: RequestingPages
  #pending: readonly PendingRequest[] = []
  /** number of payments that are being built for a request */
  #preparing = 0
  #cancelTimeout: (() => void) | undefined
  /** identity of the current session, from one `end` to the next */
  #session = {}
  /** identities of the permissions for payments of this session, by the id of the page that has it */
  readonly #paymentPermissions = new Map<string, object>()
  /** time for which the first request is shown */
  readonly #shown: ElapsedTime
  /** how long it may be shown */
  #limit: Milliseconds = APPROVAL_TIMEOUT_MS

  /**
   * @param onChange called when the request to show, the number of waiting requests or a permission changes
   * @param isOpen returns whether the wallet is open, and has not to be locked: approvals do not outlive a sleep of the device
   */
  constructor(host: Host, onChange: () => void, isOpen: () => boolean = () => true) {
    this.#host = host
    this.#onChange = onChange
    this.#isOpen = isOpen
    this.#pages = new RequestingPages(host)
    this.#shown = new ElapsedTime(host)
  }

  /** The request to show; undefined if none waits. */
  get current(): ApprovalRequest | undefined {
    const [first, ...others] = this.#pending
    return first === undefined ? undefined : { ...first.request, waiting: others.length }
  }

  /** Whether payments of any page are permitted for the session. */
  get allowsPayments(): boolean {
    return this.#paymentPermissions.size > 0
  }

  /**
   * Waits for the user's approval. The caller runs the permission's check immediately before the action starts.
   * @param action what is requested, or the function that prepares it if it is a payment
   * @param signal fires when the caller disconnects, which removes the request
   * @throws PermissionDeniedError, and what `action` throws
   */
  async request(
    method: string,
    action: ApprovalAction | PreparePayment,
    signal: AbortSignal,
    page: RequestingPage = UNKNOWN_PAGE,
  ): Promise<Permission> {
    if (typeof action !== 'function') return await this.#request(method, action, signal, page)
    if (this.#paymentPermissions.has(page.id)) return this.#permitForSession(page)
    this.#checkRoom(page)
    const session = this.#session
    this.#preparing++
    const prepared = await action().finally(() => {
      this.#preparing--
    })
    if (this.#session !== session) throw new PermissionDeniedError('the wallet was closed or locked')
    return await this.#request(method, prepared, signal, page)
  }

  /** @throws PermissionDeniedError */
  #checkRoom(page: RequestingPage): void {
    this.#pages.check(page)
    const count = this.#pending.length + this.#preparing
    if (count >= MAX_REQUESTS)
      throw new PermissionDeniedError(`${count} requests already wait for the user; try again after they are decided`)
  }

  async #request(
    method: string,
    action: ApprovalAction,
    signal: AbortSignal,
    page: RequestingPage,
  ): Promise<Permission> {
    if (this.#paymentPermissions.has(page.id) && isPayment(action)) return this.#permitForSession(page)
    if (signal.aborted) throw new PermissionDeniedError(DISCONNECTED)
    this.#checkRoom(page)
    const id = toHex(this.#host.random(8))
    const isRepeated = this.#pages.count(page)
    return await new Promise<Permission>((resolve, reject) => {
      const pending: PendingRequest = {
        request: { id, method, action, page: page.path, isRepeated },
        page,
        age: new ElapsedTime(this.#host),
        resolve: (permission) => {
          this.#remove(pending)
          resolve(permission)
        },
        reject: (reason) => {
          if (this.#pending[0] === pending) this.#pages.refused(page)
          this.#remove(pending)
          reject(new PermissionDeniedError(reason))
        },
      }
      signal.addEventListener('abort', () => pending.reject(DISCONNECTED), { once: true })
      this.#pending = [...this.#pending, pending]
      if (this.#pending.length === 1) this.#startTimeout()
      this.#onChange()
    })
  }

  /**
   * Decides a request. A permission for the session also approves the other waiting payments of its page.
   * @throws UnknownApprovalRequestError
   */
  decide(id: string, decision: ApprovalDecision): void {
    const pending = this.#find(id)
    const { page } = pending
    if (decision === 'refuse') pending.reject('the user refused')
    else if (decision === 'refuse page') this.#refusePage(page)
    else if (decision === 'session') this.#permitPage(pending)
    else {
      this.#pages.approved(page)
      pending.resolve(this.#permitOnce())
    }
  }

  #refusePage(page: RequestingPage): void {
    this.#pages.refuseAll(page)
    for (const each of this.#pending) if (each.page.path === page.path) each.reject('the user refused')
  }

  #permitPage({ page, request: { action } }: PendingRequest): void {
    if (!isPayment(action)) throw new UnknownApprovalRequestError('only payments can be permitted for the session')
    this.#pages.approved(page)
    this.#paymentPermissions.set(page.id, {})
    for (const { request, page: other, resolve } of this.#pending)
      if (other.id === page.id && isPayment(request.action)) resolve(this.#permitForSession(page))
  }

  /**
   * Returns the action of a waiting request.
   * @throws UnknownApprovalRequestError
   */
  actionOf(id: string): ApprovalAction {
    return this.#find(id).request.action
  }

  /** Revokes the permissions for payments. */
  revokePayments(): void {
    this.#paymentPermissions.clear()
    this.#onChange()
  }

  /** Ends the session: its permissions, the waiting requests, and approvals whose action has not started. */
  end(reason: string): void {
    this.#paymentPermissions.clear()
    this.#pages.clear()
    this.#session = {}
    const pending = this.#pending
    // Removed first: the caller publishes all changes of the end of a session at once.
    this.#pending = []
    this.#startTimeout()
    for (const { reject } of pending) reject(reason)
  }

  #find(id: string): PendingRequest {
    // Timers are late after the device slept.
    if (this.#shown.read() >= this.#limit) this.#pending[0]?.reject(LATE)
    const pending = this.#pending.find(({ request }) => request.id === id)
    if (pending === undefined)
      throw new UnknownApprovalRequestError('this request is no longer open: nothing was permitted')
    return pending
  }

  #permitOnce(): Permission {
    const session = this.#session
    const check = (): void => {
      if (this.#session !== session || !this.#isOpen())
        throw new PermissionDeniedError('the wallet was closed or locked before the action started')
    }
    return { scope: 'call', check }
  }

  #permitForSession({ id }: RequestingPage): Permission {
    const permission = this.#paymentPermissions.get(id)
    const check = (): void => {
      if (permission === undefined || this.#paymentPermissions.get(id) !== permission || !this.#isOpen())
        throw new PermissionDeniedError('the permission for the session ended before the action started')
    }
    return { scope: 'session', check }
  }

  #remove(pending: PendingRequest): void {
    if (!this.#pending.includes(pending)) return
    const wasShown = this.#pending[0] === pending
    this.#pending = this.#pending.filter((other) => other !== pending)
    if (wasShown) this.#startTimeout()
    this.#onChange()
  }

  /** Starts the timeout of the request that is shown. */
  #startTimeout(): void {
    this.#cancelTimeout?.()
    this.#cancelTimeout = undefined
    const [first] = this.#pending
    if (first === undefined) return
    this.#limit = Math.max(0, Math.min(APPROVAL_TIMEOUT_MS, MAX_WAIT_MS - first.age.read()))
    this.#shown.restart()
    this.#cancelTimeout = this.#host.schedule(() => first.reject(LATE), this.#limit)
  }
}
