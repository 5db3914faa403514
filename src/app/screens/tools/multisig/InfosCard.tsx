// Exchanges infos with the other participants: with those of enough others the wallet knows which coins are spent, and can pay.
import { createMemo, createSignal, Index, type JSX, Show } from 'solid-js'
import type { MultisigView } from '../../../../engine/api/engineViews.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { DataExport } from '../../../components/data/DataExport.tsx'
import { DataField } from '../../../components/data/DataField.tsx'
import { Done, Notice, Problem } from '../../../components/feedback/Notice.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { createAction } from '../../../state/requests/action.ts'
import { useSession } from '../../../state/session/session.tsx'
import { createDataInput } from '../../../state/tools/dataInput.ts'
import { createTextDraft } from '../../../state/wallet/drafts.ts'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../../text/text.ts'

const ImportInfos = (props: { readonly multisig: MultisigView }): JSX.Element => {
  const { engine } = useSession()
  const [problem, setProblem] = createSignal('')
  const [done, setDone] = createSignal('')
  const change = (): void => {
    take.clear()
    setProblem('')
    setDone('')
  }
  const { drafts } = useOpenWallet()
  const inputs = createMemo(() =>
    Array.from({ length: props.multisig.total - 1 }, (_, i) =>
      createDataInput(change, createTextDraft(drafts, `multisig.info${i + 1}`)),
    ),
  )
  const take = createAction(async () => {
    const filled = inputs().filter((input) => input.text().trim() !== '' || input.file() !== undefined)
    const infos = filled.flatMap((input) => input.validate() ?? [])
    if (infos.length < filled.length) return
    // With this participant they are enough to sign.
    const needed = props.multisig.threshold - 1
    setProblem(infos.length < needed ? tCount('multisig.infoTooFew', needed) : '')
    if (infos.length < needed) return
    const count = await engine.importMultisigInfo(infos)
    for (const input of filled) input.clear()
    setDone(t('multisig.infoDone', { count }))
  })
  return (
    <Form onSubmit={() => void take.run()}>
      <Index each={inputs()}>
        {(input, index) => <DataField label={t('multisig.info', { index: index + 1 })} input={input()} />}
      </Index>
      <p class="field-problem" role="status">
        {problem()}
      </p>
      <Problem text={take.problem()} />
      <div class="buttons">
        <Button variant="primary" type="submit" busy={take.running()}>
          {t('multisig.infoGo')}
        </Button>
      </div>
      <Done text={done()} />
    </Form>
  )
}

export const InfosCard = (props: { readonly multisig: MultisigView }): JSX.Element => {
  const { engine } = useSession()
  return (
    <Card title={t('multisig.infos')}>
      <p>{t('multisig.infosBody')}</p>
      <Show when={props.multisig.needsImport}>
        <Notice kind="warning">{t('multisig.infosNeeded')}</Notice>
      </Show>
      <DataExport
        label={t('multisig.infoExport')}
        file={t('multisig.infoFile')}
        notice={t('multisig.infoReplaces')}
        make={() => engine.exportMultisigInfo()}
      />
      <ImportInfos multisig={props.multisig} />
    </Card>
  )
}
