// Registers a service node by the command that it printed, after explaining what the command means.
import { createSignal, type JSX } from 'solid-js'
import type { PreparedOrder } from '../../../../engine/api/engineViews.ts'
import type { StakeOrder } from '../../../../wallet/spend/stakeOrder.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { Problem } from '../../../components/feedback/Notice.tsx'
import { TextArea } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { createAction } from '../../../state/requests/action.ts'
import { createFieldProblems } from '../../../state/requests/fieldProblems.ts'
import { useSession } from '../../../state/session/session.tsx'
import { createTextDraft } from '../../../state/wallet/drafts.ts'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t } from '../../../text/text.ts'
import { StakeReview } from './StakeReview.tsx'

const COMMAND_ERRORS: readonly string[] = ['registration-command', 'stake']

export const RegisterCard = (props: { readonly onSent: () => void }): JSX.Element => {
  const { engine } = useSession()
  const { drafts } = useOpenWallet()
  const [command, setCommand] = createTextDraft(drafts, 'stakes.command')
  const [prepared, setPrepared] = createSignal<PreparedOrder<StakeOrder>>()
  const prepare = createAction(async () => {
    const text = command().replace(/\s+/g, ' ').trim()
    setPrepared(await engine.prepareStake({ command: text }))
  })
  const problems = createFieldProblems(prepare, ({ code }) => (COMMAND_ERRORS.includes(code) ? 'command' : undefined))
  const finish = (): void => {
    setPrepared(undefined)
    setCommand('')
    props.onSent()
  }
  return (
    <Card title={t('stakes.register')}>
      <p>{t('stakes.registerBody')}</p>
      <Form onSubmit={() => void prepare.run()}>
        <TextArea
          mono
          rows={4}
          label={t('stakes.command')}
          hint={t('stakes.commandHint')}
          value={command()}
          problem={problems.of('command')}
          onInput={(text) => {
            prepare.clear()
            setCommand(text)
          }}
        />
        <Problem text={problems.rest()} />
        <Button variant="primary" type="submit" wide busy={prepare.running()}>
          {t('stakes.explain')}
        </Button>
      </Form>
      <StakeReview prepared={prepared()} onClose={() => setPrepared(undefined)} onSent={finish} />
    </Card>
  )
}
