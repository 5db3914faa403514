// Imports the contacts of a table, and saves contacts as one.
import { createSignal, For, type JSX, onCleanup, Show } from 'solid-js'
import type { WalletView } from '../../../engine/api/engineViews.ts'
import type { ContactImportView, ContactView } from '../../../wallet/accounts/accountViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { FileDrop } from '../../components/data/FileDrop.tsx'
import { Done, Problem } from '../../components/feedback/Notice.tsx'
import { Dialog } from '../../components/layout/Dialog.tsx'
import { contactsCsv } from '../../format/contactsCsv.ts'
import { invalidText } from '../../format/destination.ts'
import { today } from '../../format/time.ts'
import { importContactsFile } from '../../host/files/contactsImport.ts'
import { saveFile } from '../../host/files/saveFile.ts'
import { networkName } from '../../state/nodes/networks.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { t, tCount } from '../../text/text.ts'

/** Lines that were left out and are listed with the reason. */
const MAX_SHOWN = 20

const Outcome = (props: { readonly outcome: ContactImportView }): JSX.Element => (
  <>
    <Done
      text={[
        tCount('contacts.imported', props.outcome.added),
        props.outcome.known === 0 ? '' : tCount('contacts.importKnown', props.outcome.known),
      ]
        .filter(Boolean)
        .join(' ')}
    />
    <Show when={props.outcome.refused.length > 0}>
      <p>{tCount('contacts.refused', props.outcome.refused.length)}</p>
      <ul class="muted break">
        <For each={props.outcome.refused.slice(0, MAX_SHOWN)}>
          {({ name, address, invalid }) => (
            <li>
              {t('contacts.refusedLine', {
                name: name || address,
                reason: invalid === undefined ? t('contacts.nameMissing') : invalidText(invalid, networkName),
              })}
            </li>
          )}
        </For>
      </ul>
      <Show when={props.outcome.refused.length > MAX_SHOWN}>
        <p class="muted">{tCount('contacts.refusedMore', props.outcome.refused.length - MAX_SHOWN)}</p>
      </Show>
    </Show>
  </>
)

type Progress = { readonly done: number; readonly total: number }

/** The progress of an import, and its end on request. */
const Importing = (props: { readonly at: Progress; readonly onCancel: () => void }): JSX.Element => (
  <>
    <progress class="progress" max={props.at.total} value={props.at.done} aria-label={t('contacts.importing')} />
    <Button onClick={props.onCancel}>{t('action.cancel')}</Button>
  </>
)

/** Saves contacts as a table. */
export const saveContacts = (wallet: Pick<WalletView, 'name'>, contacts: readonly ContactView[]): void =>
  saveFile(`${wallet.name} ${t('contacts.title')} ${today()}.csv`, 'text/csv;charset=utf-8', contactsCsv(contacts))

export const ImportDialog = (props: { readonly onClose: () => void }): JSX.Element => {
  const { engine } = useSession()
  const [outcome, setOutcome] = createSignal<ContactImportView>()
  const [progress, setProgress] = createSignal<Progress>()
  const [isCancelled, setCancelled] = createSignal(false)
  const proceed = (done: number, total: number): boolean => {
    setProgress({ done, total })
    return !isCancelled()
  }
  const take = createAction(async (file: File) => {
    setOutcome(undefined)
    setCancelled(false)
    try {
      setOutcome(await importContactsFile(engine, file, proceed))
    } finally {
      setProgress(undefined)
    }
  })
  // What is not seen is not imported.
  onCleanup(() => setCancelled(true))
  return (
    <Dialog title={t('contacts.import')} onClose={props.onClose}>
      <FileDrop
        label={t('contacts.import')}
        action={t('contacts.chooseFile')}
        onFiles={([file]) => file !== undefined && void take.run(file)}
      >
        <p class="muted">{t('contacts.moveHint')}</p>
      </FileDrop>
      <Show when={progress()}>{(at) => <Importing at={at()} onCancel={() => setCancelled(true)} />}</Show>
      <Show when={isCancelled() && !take.running()}>
        <p role="status">{t('contacts.importCancelled')}</p>
      </Show>
      <Problem text={take.problem()} />
      <Show when={outcome()}>{(done) => <Outcome outcome={done()} />}</Show>
    </Dialog>
  )
}
