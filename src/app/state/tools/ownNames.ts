// Names that the wallet knows, and the order of one that the user prepares.
import { type Accessor, createMemo, createSignal } from 'solid-js'
import type { NameRequest, NameView, PreparedOrder } from '../../../engine/api/engineViews.ts'
import { FabaError } from '../../../errors/fabaError.ts'
import type { NameOrder } from '../../../wallet/spend/nameOrder.ts'
import { t } from '../../text/text.ts'
import { type Action, createAction } from '../requests/action.ts'
import { createFieldProblems, type FieldProblems } from '../requests/fieldProblems.ts'
import { useSession } from '../session/session.tsx'
import { createLiveList, type LiveList } from '../wallet/lists.ts'
import { useOpenWallet } from '../wallet/openWallet.tsx'

/** A known name; `id` is unique in the list. */
export type OwnName = NameView & { readonly id: string }

export type OwnNames = LiveList<OwnName> & { refetch(): void }

/** Fetches the known names, again after each block. */
export const createOwnNames = (): OwnNames => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const [requests, setRequests] = createSignal(0)
  const trigger = createMemo(() => {
    const { phase, height } = wallet().sync
    return `${wallet().revision} ${phase === 'synced' ? height : ''} ${requests()}`
  })
  const list = createLiveList<OwnName>('id', trigger, async () =>
    (await engine.names()).map((name) => ({ ...name, id: `${name.type}/${name.name}` })),
  )
  return Object.assign(list, { refetch: () => setRequests(requests() + 1) })
}

/** The name is registered already. */
class NameTakenError extends FabaError {
  override readonly name = 'NameTakenError'
  readonly code = 'name-taken'
}

const FIELDS: Readonly<Record<string, string>> = {
  'name-taken': 'name',
  'name-text': 'name',
  'name-type': 'name',
  'name-value': 'value',
}

/** What an order contains beside its source. */
export type NameOrderRequest = Omit<NameRequest, 'account' | 'priority'>

export type NameOrdering = {
  /** the order to review */
  readonly prepared: Accessor<PreparedOrder<NameOrder> | undefined>
  readonly prepare: Action<[request: NameOrderRequest]>
  /** `name`, `value`, `owner`, `backupOwner` */
  readonly problems: FieldProblems
  /** Forgets the prepared order. */
  clear(): void
}

/** Creates the preparation of an order, at the lowest fee: names are not urgent. */
export const createNameOrdering = (): NameOrdering => {
  const { engine } = useSession()
  const { account } = useOpenWallet()
  const [prepared, setPrepared] = createSignal<PreparedOrder<NameOrder>>()
  let backupOwner: string | undefined
  const prepare = createAction(async (request: NameOrderRequest) => {
    backupOwner = request.backupOwner
    if (request.operation === 'buy') {
      const type = request.type.replace(/_.*/, '')
      const taken = await engine.lookUpName({ type, name: request.name })
      if (taken !== undefined && !taken.expired) throw new NameTakenError(t('ownNames.taken'))
    }
    setPrepared(await engine.prepareName({ ...request, account: account(), priority: 0 }))
  })
  const problems = createFieldProblems(prepare, ({ code, details }) => {
    if (code === 'name-owner') return details['owner'] === backupOwner ? 'backupOwner' : 'owner'
    return FIELDS[code]
  })
  return { prepared, prepare, problems, clear: () => setPrepared(undefined) }
}
