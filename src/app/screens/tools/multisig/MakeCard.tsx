// Turns the open wallet into a multisig wallet: number of participants, first messages.
import { createSignal, type JSX, Show } from 'solid-js'
import { Button } from '../../../components/controls/Button.tsx'
import { Notice, Problem } from '../../../components/feedback/Notice.tsx'
import { SelectField, Switch } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { createAction } from '../../../state/requests/action.ts'
import { useSession } from '../../../state/session/session.tsx'
import { createParticipants, exchangeProblem } from '../../../state/tools/participants.ts'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t } from '../../../text/text.ts'
import { OtherMessages } from './OtherMessages.tsx'
import { OwnMessage } from './OwnMessage.tsx'

/** Most participants of a wallet (wallet2). */
const MAX_PARTICIPANTS = 16

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ value: from + i, text: String(from + i) }))

const lossText = (threshold: number, total: number): string =>
  threshold === total ? t('multisig.lossAll') : t('multisig.loss', { spare: total - threshold, total })

export const MakeCard = (): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const [total, setTotal] = createSignal(3)
  const [chosen, setThreshold] = createSignal(2)
  const [message, setMessage] = createSignal('')
  const [isBackedUp, setBackedUp] = createSignal(false)
  const [isTried, setTried] = createSignal(false)
  const threshold = (): number => Math.min(chosen(), total())
  const show = createAction(async () => void setMessage(await engine.multisigMessage()))
  const make = createAction(async () => {
    setTried(true)
    const messages = participants.validate()
    if (messages === undefined || !isBackedUp()) return
    await engine.makeMultisig({ messages, threshold: threshold() })
    participants.clear()
  })
  const participants = createParticipants(
    1,
    () => total() - 1,
    () => make,
  )
  return (
    <Card title={t('multisig.make')}>
      <Show when={wallet().balance.total > 0n}>
        <Notice kind="warning">{t('multisig.hasCoins')}</Notice>
      </Show>
      <Form onSubmit={() => void make.run()}>
        <SelectField
          label={t('multisig.total')}
          value={total()}
          options={numbers(2, MAX_PARTICIPANTS)}
          onChange={setTotal}
        />
        <SelectField
          label={t('multisig.threshold')}
          hint={lossText(threshold(), total())}
          value={threshold()}
          options={numbers(2, total())}
          onChange={setThreshold}
        />
        <Show
          when={message()}
          fallback={
            <>
              <Notice kind="warning">{t('multisig.firstBody')}</Notice>
              <div class="buttons">
                <Button busy={show.running()} onClick={() => void show.run()}>
                  {t('multisig.firstShow')}
                </Button>
              </div>
              <Problem text={show.problem()} />
            </>
          }
        >
          <Notice kind="warning">{t('multisig.firstBody')}</Notice>
          <OwnMessage label={t('multisig.first')} text={message()} copy={t('multisig.copy')} />
          <OtherMessages participants={participants} />
          <Switch role="checkbox" label={t('multisig.understand')} checked={isBackedUp()} onChange={setBackedUp} />
          <p class="field-problem" role="status">
            {isTried() && !isBackedUp() ? t('multisig.understandMissing') : ''}
          </p>
          <Problem text={exchangeProblem(make)} />
          <Button variant="primary" type="submit" wide busy={make.running()}>
            {t('multisig.go')}
          </Button>
        </Show>
      </Form>
    </Card>
  )
}
