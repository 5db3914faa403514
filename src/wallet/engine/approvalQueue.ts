// Approval requests of pages: the user decides one after the other, and may permit payments for the session.

import type { Clock, Milliseconds, Schedule } from '../../async/time.ts'
import { toHex } from '../../bytes/hex.ts'
import type { Random } from '../../crypto/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { ApprovalAction, ApprovalDecision, ApprovalRequest, PaymentAction } from './approvalRequest.ts'

/** The action is not permitted; it had no effect. */
export class PermissionDeniedError extends FabaError {
  override readonly name = 'PermissionDeniedError'
  readonly code = 'permission-denied'
}

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

/** A permission: for the call that requested it, or for all payments of the session. */
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
  readonly since: Milliseconds
  readonly resolve: (permission: Permission) => void
  readonly reject: (reason: string) => void
}

const PAYMENT_KINDS: readonly ApprovalAction['kind'][] = [
  ...(['transfer', 'sweep', 'sweep output', 'relay', 'sign set', 'submit set'] as const),
]

/** Returns whether an action sends money, or lets others send it, so that it can be permitted for the session. */
const isPayment = ({ kind }: ApprovalAction): boolean => PAYMENT_KINDS.includes(kind)

/** The approval requests of an open wallet. */
export class ApprovalQueue {
  readonly #host: { readonly random: Random; readonly clock: Clock; readonly schedule: Schedule }
  readonly #onChange: () => void
  #pending: readonly PendingRequest[] = []
  /** number of payments that are being built for a request */
  #preparing = 0
  #cancelTimeout: (() => void) | undefined
  /** identity of the current session, from one `end` to the next */
  #session = {}
  /** identity of the permission for payments of this session; undefined without permission */
  #paymentPermission: object | undefined

  /** @param onChange called when the request to show, the number of waiting requests or the permission changes */
  constructor(
    host: { readonly random: Random; readonly clock: Clock; readonly schedule: Schedule },
    onChange: () => void,
  ) {
    this.#host = host
    this.#onChange = onChange
  }

  /** The request to show; undefined if none waits. */
  get current(): ApprovalRequest | undefined {
    const [first, ...others] = this.#pending
    return first === undefined ? undefined : { ...first.request, waiting: others.length }
  }

  /** Whether payments are permitted for the session. */
  get allowsPayments(): boolean {
    return this.#paymentPermission !== undefined
  }

  /**
   * Waits for the user's approval. The caller runs the permission's check immediately before the action starts.
   * @param action what is requested, or the function that prepares it if it is a payment
   * @param signal fires when the caller disconnects, which removes the request
   * @throws PermissionDeniedError, and what `action` throws
   */
  async request(method: string, action: ApprovalAction | PreparePayment, signal: AbortSignal): Promise<Permission> {
    if (typeof action !== 'function') return await this.#request(method, action, signal)
    if (this.#paymentPermission !== undefined) return this.#permitForSession()
    this.#checkRoom()
    const session = this.#session
    this.#preparing++
    const prepared = await action().finally(() => {
      this.#preparing--
    })
    if (this.#session !== session) throw new PermissionDeniedError('the wallet was closed or locked')
    return await this.#request(method, prepared, signal)
  }

  /** @throws PermissionDeniedError */
  #checkRoom(): void {
    const count = this.#pending.length + this.#preparing
    if (count >= MAX_REQUESTS)
      throw new PermissionDeniedError(`${count} requests already wait for the user; try again after they are decided`)
  }

  async #request(method: string, action: ApprovalAction, signal: AbortSignal): Promise<Permission> {
    const { random, clock } = this.#host
    if (this.#paymentPermission !== undefined && isPayment(action)) return this.#permitForSession()
    if (signal.aborted) throw new PermissionDeniedError('the caller disconnected')
    this.#checkRoom()
    return await new Promise<Permission>((resolve, reject) => {
      const pending: PendingRequest = {
        request: { id: toHex(random(8)), method, action },
        since: clock(),
        resolve: (permission) => {
          this.#remove(pending)
          resolve(permission)
        },
        reject: (reason) => {
          this.#remove(pending)
          reject(new PermissionDeniedError(reason))
        },
      }
      signal.addEventListener('abort', () => pending.reject('the caller disconnected'), { once: true })
      this.#pending = [...this.#pending, pending]
      if (this.#pending.length === 1) this.#startTimeout()
      this.#onChange()
    })
  }

  /**
   * Decides a request. A permission for the session also approves the other waiting payments.
   * @throws UnknownApprovalRequestError
   */
  decide(id: string, decision: ApprovalDecision): void {
    const pending = this.#find(id)
    if (decision === 'refuse') pending.reject('the user refused')
    else if (decision === 'once') pending.resolve(this.#permitOnce())
    else if (isPayment(pending.request.action)) {
      this.#paymentPermission = {}
      for (const { request, resolve } of this.#pending) if (isPayment(request.action)) resolve(this.#permitForSession())
    } else throw new UnknownApprovalRequestError('only payments can be permitted for the session')
  }

  /**
   * Returns the action of a waiting request.
   * @throws UnknownApprovalRequestError
   */
  actionOf(id: string): ApprovalAction {
    return this.#find(id).request.action
  }

  /** Revokes the permission for payments. */
  revokePayments(): void {
    this.#paymentPermission = undefined
    this.#onChange()
  }

  /** Ends the session: its permission, the waiting requests, and approvals whose action has not started. */
  end(reason: string): void {
    this.#paymentPermission = undefined
    this.#session = {}
    const pending = this.#pending
    // Removed first: the caller publishes all changes of the end of a session at once.
    this.#pending = []
    this.#startTimeout()
    for (const { reject } of pending) reject(reason)
  }

  #find(id: string): PendingRequest {
    const pending = this.#pending.find(({ request }) => request.id === id)
    if (pending === undefined)
      throw new UnknownApprovalRequestError('this request is no longer open: nothing was permitted')
    return pending
  }

  #permitOnce(): Permission {
    const session = this.#session
    const check = (): void => {
      if (this.#session !== session)
        throw new PermissionDeniedError('the wallet was closed or locked before the action started')
    }
    return { scope: 'call', check }
  }

  #permitForSession(): Permission {
    const permission = this.#paymentPermission
    const check = (): void => {
      if (permission === undefined || this.#paymentPermission !== permission)
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
    const { clock, schedule } = this.#host
    const time = Math.min(APPROVAL_TIMEOUT_MS, first.since + MAX_WAIT_MS - clock())
    this.#cancelTimeout = schedule(() => first.reject('the user did not decide in time'), Math.max(0, time))
  }
}
