// The text of the user that is edited in its row of a list: the note of a payment, the label of a coin, the name of a contact.
import { type Accessor, createSignal } from 'solid-js'
import type { Toasts } from './toasts.ts'

/** The row whose text is edited, and the text that could not be saved. */
type EditedRow = { readonly id: string; readonly draft: string | undefined }

export type RowEdit = {
  readonly edited: Accessor<EditedRow | undefined>
  edit(edited: EditedRow | undefined): void
  /** Ends the edit of a row and saves its text, which the list shows at once; a text that cannot be saved is edited again. */
  save(id: string, text: string, saveText: () => Promise<void>): Promise<void>
}

export const createRowEdit = ({ awaitSaved }: Pick<Toasts, 'awaitSaved'>): RowEdit => {
  const [edited, edit] = createSignal<EditedRow>()
  return {
    edited,
    edit,
    save: async (id, text, saveText) => {
      edit(undefined)
      // What was typed is not lost.
      if (!(await awaitSaved(saveText()))) edit({ id, draft: text })
    },
  }
}
