// A further round of the key exchange: this participant's message, and those of the others.
import { type JSX, Show, untrack } from 'solid-js'
import type { MultisigView } from '../../../../engine/api/engineViews.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { Notice, Problem } from '../../../components/feedback/Notice.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { createAction } from '../../../state/requests/action.ts'
import { createFetched } from '../../../state/requests/fetched.ts'
import { useSession } from '../../../state/session/session.tsx'
import { createParticipants, exchangeProblem } from '../../../state/tools/participants.ts'
import { t } from '../../../text/text.ts'
import { OtherMessages } from './OtherMessages.tsx'
import { OwnMessage } from './OwnMessage.tsx'

/** The fields of one round; the next round has empty ones. */
const Round = (props: { readonly round: number; readonly total: number }): JSX.Element => {
  const { engine } = useSession()
  const message = createFetched(
    () => props.round,
    () => engine.multisigMessage(),
  )
  const exchange = createAction(async () => {
    const messages = participants.validate()
    if (messages === undefined) return
    await engine.exchangeMultisigKeys(messages)
    participants.clear()
  })
  const participants = createParticipants(
    untrack(() => props.round),
    () => props.total - 1,
    () => exchange,
  )
  return (
    <Form onSubmit={() => void exchange.run()}>
      <Show when={message.value()}>
        {(text) => (
          <OwnMessage label={t('multisig.message', { round: props.round })} text={text()} copy={t('multisig.copy')} />
        )}
      </Show>
      <p class="muted">{t('multisig.messageBody')}</p>
      <OtherMessages participants={participants} />
      <Problem text={exchangeProblem(exchange) || message.problem()} />
      <Button variant="primary" type="submit" wide busy={exchange.running()}>
        {t('multisig.roundGo')}
      </Button>
    </Form>
  )
}

export const RoundCard = (props: { readonly multisig: MultisigView }): JSX.Element => {
  const round = (): number => props.multisig.rounds + 1
  return (
    <Card title={t('multisig.round', { round: round() })}>
      <Notice kind="warning">{t('multisig.notYet')}</Notice>
      <p>{t('multisig.roundBody')}</p>
      <Show keyed when={round()}>
        {(number) => <Round round={number} total={props.multisig.total} />}
      </Show>
    </Card>
  )
}
