// What pages ask for and a person decides: one question after the other, and the permission that lasts for a visit.

import { toHex } from '../../bytes/hex.ts'
import type { Random } from '../../crypto/random.ts'
import type { ApprovalAction, ApprovalDecision, ApprovalRequest } from './engineApi.ts'
import type { Clock, Schedule } from './engineHost.ts'

/** Nobody allowed it: nothing was built, sent or told. */
export class PermissionDeniedError extends Error {
  override readonly name = 'PermissionDeniedError'
}

/** A question that is not, or no longer, waiting for this answer. */
export class UnknownApprovalRequestError extends Error {
  override readonly name = 'UnknownQuestionError'
}

/** Milliseconds that a question is shown. */
export const APPROVAL_TIMEOUT_MS = 120_000

/** Milliseconds from asking to the answer, at most: a browser ends a service worker that takes five minutes for a request. */
const PATIENCE = 240_000

/** The one that is shown, and those behind it. */
const MAX_QUESTIONS = 5

/** Tells whether a permission still holds; throws PermissionDeniedError when it does not. */
export type Permission = () => void

type Asked = {
  readonly question: Omit<ApprovalRequest, 'waiting'>
  readonly since: number
  readonly settle: (permission: Permission) => void
  readonly refuse: (reason: string) => void
}

/** Whether it gives money away: what can be allowed for a visit. */
const isPayment = ({ kind }: ApprovalAction): boolean =>
  kind === 'transfer' || kind === 'sweep' || kind === 'sweep output' || kind === 'relay'

/** Whether it tells a secret: what needs the password. */
export const exportsSecret = ({ kind }: ApprovalAction): boolean =>
  kind === 'reveal' || kind === 'reveal transaction key'

/** The questions of an open wallet. */
export class ApprovalQueue {
  readonly #host: { readonly random: Random; readonly clock: Clock; readonly schedule: Schedule }
  readonly #changed: () => void
  #asked: readonly Asked[] = []
  #cancelTime: (() => void) | undefined
  /** stands for the time from one `end` to the next */
  #era = {}
  /** stands for the permission of this visit */
  #visit: object | undefined

  /** @param changed told when another question is to be shown, or none */
  constructor(
    host: { readonly random: Random; readonly clock: Clock; readonly schedule: Schedule },
    changed: () => void,
  ) {
    this.#host = host
    this.#changed = changed
  }

  /** The question to be shown. */
  get current(): ApprovalRequest | undefined {
    const [first, ...others] = this.#asked
    return first === undefined ? undefined : { ...first.question, waiting: others.length }
  }

  /** Whether payments are allowed until the visit ends. */
  get allowsPayments(): boolean {
    return this.#visit !== undefined
  }

  /**
   * Resolves once a person allowed it, with what tells whether that still holds when the deed's turn has come.
   * @param signal fires when who asked goes away, with which the question goes too
   * @throws PermissionDeniedError
   */
  async ask(method: string, deed: ApprovalAction, signal: AbortSignal): Promise<Permission> {
    const { random, clock } = this.#host
    if (this.#visit !== undefined && isPayment(deed)) return this.#forThisVisit()
    if (signal.aborted) throw new PermissionDeniedError('who asked has gone away')
    if (this.#asked.length >= MAX_QUESTIONS)
      throw new PermissionDeniedError(
        `${this.#asked.length} questions wait for the person already; ask again once they are answered`,
      )
    return await new Promise<Permission>((resolve, reject) => {
      const asked: Asked = {
        question: { id: toHex(random(8)), method, action: deed },
        since: clock(),
        settle: (permission) => {
          this.#drop(asked)
          resolve(permission)
        },
        refuse: (reason) => {
          this.#drop(asked)
          reject(new PermissionDeniedError(reason))
        },
      }
      signal.addEventListener('abort', () => asked.refuse('who asked has gone away'), { once: true })
      this.#asked = [...this.#asked, asked]
      if (this.#asked.length === 1) this.#show()
      this.#changed()
    })
  }

  /**
   * Decides a question. A permission for the visit answers the other payments that wait as well.
   * @throws UnknownQuestionError
   */
  answer(id: string, answer: ApprovalDecision): void {
    const asked = this.#asked.find(({ question }) => question.id === id)
    if (asked === undefined)
      throw new UnknownApprovalRequestError('this question is no longer open: nothing was allowed')
    if (answer === 'refuse') asked.refuse('the person refused')
    else if (answer === 'once') asked.settle(this.#once())
    else if (isPayment(asked.question.action)) {
      this.#visit = {}
      for (const { question, settle } of this.#asked) if (isPayment(question.action)) settle(this.#forThisVisit())
    } else throw new UnknownApprovalRequestError('only payments can be allowed for a visit')
  }

  /** What the open question would do. Throws UnknownQuestionError. */
  deed(id: string): ApprovalAction {
    const asked = this.#asked.find(({ question }) => question.id === id)
    if (asked === undefined)
      throw new UnknownApprovalRequestError('this question is no longer open: nothing was allowed')
    return asked.question.action
  }

  /** Payments are asked about again. */
  takeBack(): void {
    this.#visit = undefined
    this.#changed()
  }

  /** Ends the visit: its permission, the questions that wait, and what was allowed and has not begun. */
  end(reason: string): void {
    this.#visit = undefined
    this.#era = {}
    const asked = this.#asked
    // Dropped first: listeners are told by whoever ends the visit, of all that changes with it.
    this.#asked = []
    this.#show()
    for (const { refuse } of asked) refuse(reason)
  }

  #once(): Permission {
    const era = this.#era
    return () => {
      if (this.#era !== era) throw new PermissionDeniedError('the wallet was closed, or locked, before it could begin')
    }
  }

  #forThisVisit(): Permission {
    const visit = this.#visit
    return () => {
      if (visit === undefined || this.#visit !== visit)
        throw new PermissionDeniedError('the permission for this visit ended before it could begin')
    }
  }

  #drop(asked: Asked): void {
    if (!this.#asked.includes(asked)) return
    const wasShown = this.#asked[0] === asked
    this.#asked = this.#asked.filter((other) => other !== asked)
    if (wasShown) this.#show()
    this.#changed()
  }

  /** Gives the first question its time. */
  #show(): void {
    this.#cancelTime?.()
    this.#cancelTime = undefined
    const [first] = this.#asked
    if (first === undefined) return
    const { clock, schedule } = this.#host
    const time = Math.min(APPROVAL_TIMEOUT_MS, first.since + PATIENCE - clock())
    this.#cancelTime = schedule(() => first.refuse('nobody answered in time'), Math.max(0, time))
  }
}
