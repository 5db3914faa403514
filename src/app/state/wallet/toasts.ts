// Messages that show for a few seconds, some with a way to undo what they report. They belong to the open wallet, not to a screen: a navigation
// keeps them, and the end of the wallet ends them.
import { type Accessor, createSignal } from 'solid-js'
import { errorText } from '../../format/error.ts'
import { t } from '../../text/text.ts'

export type Toast = {
  readonly id: number
  readonly text: string
  readonly kind: 'done' | 'problem'
  /** undefined if there is nothing to undo */
  readonly undo: (() => Promise<void>) | undefined
}

export type Toasts = {
  /** oldest first */
  readonly items: Accessor<readonly Toast[]>
  /**
   * Reports a change that shows already, and offers to undo it: at once, also while it is being saved. A change that could not be saved is
   * reported instead, and there is nothing to undo.
   */
  offerUndo(text: string, saving: Promise<void>, undo: () => Promise<void>): Promise<void>
  /** Reports what is done and cannot be undone. */
  report(text: string): void
  /** Awaits a change that shows already. Reports if it could not be saved; resolves whether it was. */
  awaitSaved(saving: Promise<void>): Promise<boolean>
  /** Undoes what a message reports, and removes the message. */
  undo(toast: Toast): Promise<void>
  /** Undoes what the newest message reports that can be undone; returns whether there is one. */
  undoNewest(): boolean
  dismiss(toast: Toast): void
  /** Removes all messages: another wallet is open now. */
  clear(): void
}

/** More messages than this hide the screen: the oldest one gives way. */
const MAX_TOASTS = 3

export const createToasts = (): Toasts => {
  const [items, setItems] = createSignal<readonly Toast[]>([])
  let lastId = 0
  const show = (shown: Omit<Toast, 'id'>): Toast => {
    lastId += 1
    const toast = { ...shown, id: lastId }
    setItems([...items(), toast].slice(-MAX_TOASTS))
    return toast
  }
  const dismiss = (toast: Toast): void => void setItems(items().filter(({ id }) => id !== toast.id))
  const awaitSaved = async (saving: Promise<void>): Promise<boolean> => {
    try {
      await saving
      return true
    } catch (error) {
      show({ text: t('toast.notSaved', { reason: errorText(error) }), kind: 'problem', undo: undefined })
      return false
    }
  }
  const offerUndo = async (text: string, saving: Promise<void>, undone: () => Promise<void>): Promise<void> => {
    const saved = awaitSaved(saving)
    const toast = show({
      text,
      kind: 'done',
      undo: async () => {
        if (await saved) await undone()
      },
    })
    if (!(await saved)) dismiss(toast)
  }
  const undo = async (toast: Toast): Promise<void> => {
    if (toast.undo === undefined) return
    dismiss(toast)
    await awaitSaved(toast.undo())
  }
  return {
    items,
    offerUndo,
    report: (text) => void show({ text, kind: 'done', undo: undefined }),
    awaitSaved,
    undo,
    undoNewest: () => {
      const newest = items().findLast((toast) => toast.undo !== undefined)
      if (newest !== undefined) void undo(newest)
      return newest !== undefined
    },
    dismiss,
    clear: () => setItems([]),
  }
}
