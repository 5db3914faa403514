// What the user has begun to enter, kept while the wallet is open, and with the wallet over a lock or a reload (src/engine/vault/walletDrafts.ts). No
// password, seed word or key that spends is a draft.
import { type Accessor, createSignal } from 'solid-js'
import type { EngineApi } from '../../../engine/api/engineApi.ts'

/** Longer drafts last only while the page does. */
const MAX_STORED_LENGTH = 100_000

/** The screens with drafts. Those of `view` are no work of the user: the chosen account, the shown address. */
export type DraftPlace =
  | 'send'
  | 'receive'
  | 'details'
  | 'proofs'
  | 'names'
  | 'stakes'
  | 'multisig'
  | 'offline'
  | 'settings'
  | 'view'

export type DraftName = `${DraftPlace}.${string}`

export type Drafts = {
  /** Returns what was written, as plain data of JSON; undefined without it. */
  read(name: DraftName): unknown
  /** Writes plain data; undefined removes it. */
  write(name: DraftName, value: unknown): void
  /** the places with something that the user entered */
  readonly places: Accessor<readonly DraftPlace[]>
  /** Forgets all drafts; they are removed from the wallet too. */
  clear(): Promise<void>
  /** Forgets all drafts without removing them from their wallet: another one is open now. */
  begin(walletId: string): void
}

const parse = (stored: string): Map<string, unknown> => {
  try {
    const value: unknown = JSON.parse(stored)
    return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  } catch {
    return new Map()
  }
}

/**
 * Creates the drafts of a wallet.
 * @param stored what the engine kept
 */
export const createDrafts = (
  engine: Pick<EngineApi, 'keepDrafts'>,
  initial: { readonly walletId: string; readonly stored: string },
): Drafts => {
  let { walletId } = initial
  const values = parse(initial.stored)
  const [changes, setChanges] = createSignal(0, { equals: false })
  let isDirty = false
  let saving: Promise<void> | undefined
  const store = async (): Promise<void> => {
    while (isDirty) {
      // The changes of one event are one change.
      await Promise.resolve()
      isDirty = false
      const text = values.size === 0 ? '' : JSON.stringify(Object.fromEntries(values))
      // The wallet may have locked meanwhile; a full storage is reported for what must be stored.
      await engine.keepDrafts(walletId, text.length > MAX_STORED_LENGTH ? '' : text).catch(() => undefined)
    }
    saving = undefined
  }
  const changed = (): Promise<void> => {
    setChanges(0)
    isDirty = true
    saving ??= store()
    return saving
  }
  return {
    read: (name) => values.get(name),
    write: (name, value) => {
      if (JSON.stringify(value) === JSON.stringify(values.get(name))) return
      if (value === undefined) values.delete(name)
      else values.set(name, value)
      void changed()
    },
    places: () => {
      changes()
      // Only names of this type are written.
      const places = [...values.keys()].map((name) => name.split('.', 1)[0] as DraftPlace)
      return [...new Set(places)].filter((place) => place !== 'view')
    },
    clear: () => {
      values.clear()
      return changed()
    },
    begin: (id) => {
      walletId = id
      values.clear()
      isDirty = false
      setChanges(0)
    },
  }
}

/** Loads the drafts of the open wallet; a wallet whose drafts cannot be read has none. */
export const loadDrafts = async (
  engine: Pick<EngineApi, 'keepDrafts' | 'keptDrafts'>,
  walletId: string,
): Promise<Drafts> => createDrafts(engine, { walletId, stored: await engine.keptDrafts().catch(() => '') })

/**
 * Creates a signal whose value is a draft.
 * @param parse returns a kept value; undefined if it has another form, as that of an earlier program
 * @param initial the value that is no work of the user
 */
export const createDraft = <T>(
  drafts: Pick<Drafts, 'read' | 'write'>,
  name: DraftName,
  parse: (value: unknown) => T | undefined,
  initial: T,
): readonly [value: Accessor<T>, set: (value: T) => void] => {
  const [value, setValue] = createSignal<T>(parse(drafts.read(name)) ?? initial)
  const empty = JSON.stringify(initial)
  const set = (next: T): void => {
    setValue(() => next)
    drafts.write(name, JSON.stringify(next) === empty ? undefined : next)
  }
  return [value, set]
}

/** Creates a signal of a text that is a draft; empty at first. */
export const createTextDraft = (
  drafts: Pick<Drafts, 'read' | 'write'>,
  name: DraftName,
): readonly [text: Accessor<string>, set: (text: string) => void] =>
  createDraft(drafts, name, (value) => (typeof value === 'string' ? value : undefined), '')
