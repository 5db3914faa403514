// Saves the contacts as a table, and imports those of one.
import { createSignal, For, type JSX, Show } from 'solid-js'
import { fromUtf8 } from '../../../bytes/text.ts'
import type { ContactImportView, ContactView } from '../../../wallet/engine/engineViews.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { FileDrop } from '../../components/FileDrop.tsx'
import { Done, Problem } from '../../components/Notice.tsx'
import { contactsCsv, parseContactsCsv } from '../../format/contactsCsv.ts'
import { invalidText } from '../../format/destination.ts'
import { today } from '../../format/time.ts'
import { readFile } from '../../host/readFile.ts'
import { saveFile } from '../../host/saveFile.ts'
import { createAction } from '../../state/action.ts'
import { networkName } from '../../state/networks.ts'
import { useOpenWallet } from '../../state/openWallet.tsx'
import { useSession } from '../../state/session.tsx'
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

export const TableCard = (props: { readonly contacts: readonly ContactView[] }): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const [outcome, setOutcome] = createSignal<ContactImportView>()
  const save = (): void =>
    saveFile(
      `${wallet().name} ${t('contacts.title')} ${today()}.csv`,
      'text/csv;charset=utf-8',
      contactsCsv(props.contacts),
    )
  const take = createAction(async (file: File) => {
    setOutcome(undefined)
    setOutcome(await engine.importContacts(parseContactsCsv(fromUtf8(await readFile(file, 'contacts')))))
  })
  return (
    <Card title={t('contacts.move')}>
      <FileDrop
        label={t('contacts.move')}
        action={t('contacts.import')}
        onFiles={([file]) => file !== undefined && void take.run(file)}
        others={
          <Show when={props.contacts.length > 0}>
            <Button icon="save" onClick={save}>
              {t('contacts.export')}
            </Button>
          </Show>
        }
      >
        <p class="muted">{t('contacts.moveHint')}</p>
      </FileDrop>
      <Problem text={take.problem()} />
      <Show when={outcome()}>{(done) => <Outcome outcome={done()} />}</Show>
    </Card>
  )
}
