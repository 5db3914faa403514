// A page asks for something that only the person may decide. Whatever is no clear yes is a no.
import { createMemo, createSignal, type JSX, Match, onCleanup, onMount, Show, Switch, untrack } from 'solid-js'
import { unwrap } from 'solid-js/store'
import type { ApprovalAction, ApprovalDecision, ApprovalRequest } from '../../wallet/engine/engineApi.ts'
import { createAction } from '../state/action.ts'
import { useSession } from '../state/session.tsx'
import { type TextKey, t } from '../text/text.ts'
import { ApprovalDetails } from './ApprovalDetails.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { PasswordField } from './Field.tsx'
import { Form } from './Form.tsx'
import { Problem } from './Notice.tsx'

/** Milliseconds before a yes can be given: a click meant for what was there before must not be one. */
const LOOK = 700

type Group = 'payment' | 'secret' | 'other'

const titles: Readonly<Record<ApprovalAction['kind'], TextKey>> = {
  transfer: 'question.payTitle',
  relay: 'question.payTitle',
  sweep: 'question.sweepTitle',
  'sweep output': 'question.payTitle',
  reveal: 'question.revealTitle',
  'reveal transaction key': 'question.revealTitle',
  node: 'question.nodeTitle',
  'new wallet': 'question.walletTitle',
  forget: 'question.forgetTitle',
  password: 'question.passwordTitle',
}

const groups: Readonly<Record<ApprovalAction['kind'], Group>> = {
  transfer: 'payment',
  relay: 'payment',
  sweep: 'payment',
  'sweep output': 'payment',
  reveal: 'secret',
  'reveal transaction key': 'secret',
  node: 'other',
  'new wallet': 'other',
  forget: 'other',
  password: 'other',
}

/** Says in the tab's title that somebody is waited for; the person may be looking at the page that asks. */
const createSignInTitle = (): void => {
  const title = document.title
  onMount(() => {
    document.title = t('question.tab')
  })
  onCleanup(() => {
    document.title = title
  })
}

const ApprovalDialog = (props: { readonly question: ApprovalRequest; readonly waiting: number }): JSX.Element => {
  const { engine } = useSession()
  // What is answered is what was asked when the dialog came up, whatever comes next.
  const { id, method, action: deed } = untrack(() => props.question)
  const group = groups[deed.kind]
  const [password, setPassword] = createSignal('')
  const [seen, setSeen] = createSignal(false)
  const timer = setTimeout(() => setSeen(true), LOOK)
  onCleanup(() => clearTimeout(timer))
  createSignInTitle()
  const decide = createAction(async (answer: ApprovalDecision) => engine.decideApproval(id, answer, password()))
  const refuse = (): void => void decide.run('refuse')
  const refuseAll = createAction(async () => engine.changeSettings({ rpcEnabled: false }))
  const allow = (): void => {
    if (seen()) void decide.run('once')
  }
  return (
    <Dialog title={t(titles[deed.kind])} onClose={refuse}>
      <Form onSubmit={allow}>
        <p>{t('question.from', { method })}</p>
        <ApprovalDetails action={deed} />
        <Show when={group === 'secret'}>
          <PasswordField autofocus label={t('wallet.password')} value={password()} onInput={setPassword} />
        </Show>
        <Show when={group === 'payment'}>
          <p class="muted">{t('question.visitHint')}</p>
        </Show>
        <Show when={props.waiting > 0}>
          <p class="muted">
            {props.waiting === 1 ? t('question.oneMore') : t('question.more', { count: props.waiting })}
          </p>
        </Show>
        <Problem text={decide.problem() === '' ? refuseAll.problem() : decide.problem()} />
        <div class="buttons stacked">
          <Switch>
            <Match when={group === 'payment'}>
              <Button look="primary" type="submit" disabled={!seen()} busy={decide.running()}>
                {t('question.once')}
              </Button>
              <Button disabled={!seen()} busy={decide.running()} onClick={() => void decide.run('visit')}>
                {t('question.visit')}
              </Button>
            </Match>
            <Match when={group === 'secret'}>
              <Button look="danger" type="submit" disabled={!seen() || password() === ''} busy={decide.running()}>
                {t('question.reveal')}
              </Button>
            </Match>
            <Match when={group === 'other'}>
              <Button look="primary" type="submit" disabled={!seen()} busy={decide.running()}>
                {t('question.once')}
              </Button>
            </Match>
          </Switch>
          <Button onClick={refuse}>{t('question.refuse')}</Button>
          <Show when={props.waiting > 0}>
            <Button look="quiet" busy={refuseAll.running()} onClick={() => void refuseAll.run()}>
              {t('question.refuseAll')}
            </Button>
          </Show>
        </div>
      </Form>
    </Dialog>
  )
}

/** The question that waits for the person, if there is one. */
export const QuestionPrompt = (): JSX.Element => {
  const { view } = useSession()
  // The view is updated in place: each question is kept as it was asked.
  const question = createMemo((): ApprovalRequest | undefined =>
    view.approvalRequest?.id === undefined ? undefined : untrack(() => structuredClone(unwrap(view.approvalRequest))),
  )
  return (
    <Show when={question()} keyed>
      {(asked) => <ApprovalDialog question={asked} waiting={view.approvalRequest?.waiting ?? 0} />}
    </Show>
  )
}
