// Brings the copies of a wallet up to date: the list of coins to the copy with the spend key, its key images to the watch-only copy.
import { createSignal, type JSX, Show } from 'solid-js'
import { Button } from '../../../components/controls/Button.tsx'
import { DataExport } from '../../../components/data/DataExport.tsx'
import { DataField } from '../../../components/data/DataField.tsx'
import { Done, Problem } from '../../../components/feedback/Notice.tsx'
import { Switch } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { createAction, createQueuedAction } from '../../../state/requests/action.ts'
import { useSession } from '../../../state/session/session.tsx'
import { createSettings } from '../../../state/session/settings.ts'
import { createDataInput } from '../../../state/tools/dataInput.ts'
import type { DataKind } from '../../../state/tools/dataKind.ts'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { createAmountText } from '../../../state/wallet/shownAmounts.tsx'
import { t, tCount } from '../../../text/text.ts'

/** A field with a button that takes its data. `take` returns the text of what was found. */
const Import = (props: {
  readonly label: string
  readonly action: string
  readonly kind: DataKind
  readonly take: (bytes: Uint8Array) => Promise<string>
}): JSX.Element => {
  const [done, setDone] = createSignal('')
  const input = createDataInput(() => {
    take.clear()
    setDone('')
  })
  const take = createAction(async () => {
    const bytes = input.validate()
    if (bytes === undefined) return
    const found = await props.take(bytes)
    input.clear()
    setDone(found)
  })
  return (
    <Form onSubmit={() => void take.run()}>
      <DataField label={props.label} input={input} kind={props.kind} problem={take.problem()} />
      <div class="buttons">
        <Button type="submit" busy={take.running()}>
          {props.action}
        </Button>
      </div>
      <Done text={done()} />
    </Form>
  )
}

/** In the wallet with the spend key. */
export const ColdCopyCard = (): JSX.Element => {
  const { engine } = useSession()
  return (
    <Card title={t('offline.copies')}>
      <p>{t('offline.copiesCold')}</p>
      <Import
        label={t('offline.outputs')}
        action={t('offline.importOutputs')}
        kind="output"
        take={async (bytes) => tCount('offline.imported', await engine.importOutputs(bytes))}
      />
      <DataExport
        label={t('offline.exportKeyImages')}
        file={t('offline.keyImagesFile')}
        kind="keyimage"
        make={() => engine.exportKeyImages()}
      />
      <p class="muted">{t('offline.privacy')}</p>
    </Card>
  )
}

/** For which programs the watch-only wallet writes payments and lists. */
const OlderForm = (): JSX.Element => {
  const live = createSettings()
  const change = createQueuedAction((olderTransferSets: boolean) => live.change({ olderTransferSets }))
  return (
    <>
      <Switch
        label={t('offline.older')}
        hint={t('offline.olderHint')}
        checked={live.settings()?.olderTransferSets ?? false}
        onChange={change.run}
      />
      <Problem text={change.problem() || live.problem()} />
    </>
  )
}

/** In the watch-only wallet. */
export const WatchingCopyCard = (): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const amount = createAmountText()
  const takeKeyImages = async (bytes: Uint8Array): Promise<string> => {
    const { spent, owned } = await engine.importKeyImages(bytes)
    return t('offline.importedKeyImages', { spent: amount(spent), owned: amount(owned) })
  }
  return (
    <Card title={t('offline.copies')}>
      <p>{t('offline.copiesHot')}</p>
      <DataExport
        label={t('offline.exportOutputs')}
        file={t('offline.outputsFile')}
        kind="output"
        make={() => engine.exportOutputs()}
      />
      <Import
        label={t('offline.keyImages')}
        action={t('offline.importKeyImages')}
        kind="keyimage"
        take={takeKeyImages}
      />
      <Show when={wallet().hasOlderTransferSets}>
        <OlderForm />
      </Show>
      <p class="muted">{t('offline.privacy')}</p>
    </Card>
  )
}
