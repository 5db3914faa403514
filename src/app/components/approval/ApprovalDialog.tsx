// The dialog in which the user decides about the RPC request of a page. Closing it refuses the request.
import {
  type Accessor,
  createMemo,
  createSignal,
  ErrorBoundary,
  type JSX,
  Match,
  onCleanup,
  onMount,
  Show,
  Switch,
  untrack,
} from 'solid-js'
import { unwrap } from 'solid-js/store'
import type { ApprovalAction, ApprovalDecision, ApprovalRequest } from '../../../engine/api/approvalRequest.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { ShownAmounts } from '../../state/wallet/shownAmounts.tsx'
import { type TextKey, t, tCount } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Problem } from '../feedback/Notice.tsx'
import { PasswordField } from '../form/Field.tsx'
import { Form } from '../form/Form.tsx'
import { Dialog } from '../layout/Dialog.tsx'
import { Code } from '../payment/ApprovalFacts.tsx'
import { ApprovalDetails } from './ApprovalDetails.tsx'
import { FailedApproval } from './FailedApproval.tsx'
import { LockButton } from './LockButton.tsx'

/** Delay before the request can be allowed: a click meant for the screen below must not allow it. */
const ALLOW_DELAY_MS = 700

type Group = 'payment' | 'secret' | 'other'

const titles: Readonly<Record<ApprovalAction['kind'], TextKey>> = {
  transfer: 'approval.payTitle',
  relay: 'approval.payTitle',
  'sign set': 'approval.signSetTitle',
  'submit set': 'approval.payTitle',
  sweep: 'approval.sweepTitle',
  'sweep output': 'approval.payTitle',
  'stake order': 'approval.stakeTitle',
  'unlock stake': 'approval.unlockTitle',
  'name order': 'approval.nameTitle',
  'sign name update': 'approval.nameSignTitle',
  reveal: 'approval.revealTitle',
  'reveal transaction key': 'approval.revealTitle',
  node: 'approval.nodeTitle',
  'new wallet': 'approval.walletTitle',
  'open wallet': 'approval.openTitle',
  sign: 'approval.signTitle',
  'prove payment': 'approval.proofTitle',
  'prove spend': 'approval.proofTitle',
  'prove reserve': 'approval.proofTitle',
  export: 'approval.exportTitle',
  'export coin': 'approval.exportTitle',
  'import outputs': 'approval.importTitle',
  'import multisig info': 'approval.importMultisigTitle',
  'look up names': 'approval.namesTitle',
  'rescan spent': 'approval.rescanSpentTitle',
  rescan: 'approval.rescanTitle',
  'auto refresh': 'approval.refreshTitle',
  lookahead: 'approval.lookAheadTitle',
  'close wallet': 'approval.closeTitle',
  'scan transactions': 'approval.scanTitle',
  freeze: 'approval.freezeTitle',
  thaw: 'approval.thawTitle',
  'add contact': 'approval.addContactTitle',
  'edit contact': 'approval.editContactTitle',
  'delete contact': 'approval.deleteContactTitle',
  forget: 'approval.forgetTitle',
  password: 'approval.passwordTitle',
  'prepare multisig': 'approval.multisigPrepareTitle',
  'make multisig': 'approval.multisigMakeTitle',
  'exchange multisig keys': 'approval.multisigExchangeTitle',
}

const groups: Readonly<Partial<Record<ApprovalAction['kind'], Group>>> = {
  transfer: 'payment',
  relay: 'payment',
  'sign set': 'payment',
  'submit set': 'payment',
  sweep: 'payment',
  'sweep output': 'payment',
  reveal: 'secret',
  'reveal transaction key': 'secret',
}

/** Shows in the title of the tab that approval is needed: the user may be looking at the requesting page. */
const createTabTitle = (): void => {
  const title = document.title
  onMount(() => {
    document.title = t('approval.tab')
  })
  onCleanup(() => {
    document.title = title
  })
}

/** Returns whether the request can be allowed: ALLOW_DELAY_MS after this call. */
const createAllowDelay = (): Accessor<boolean> => {
  const [canAllow, setCanAllow] = createSignal(false)
  const timer = setTimeout(() => setCanAllow(true), ALLOW_DELAY_MS)
  onCleanup(() => clearTimeout(timer))
  return canAllow
}

/** The buttons that allow the request. The first one submits the form. */
const AllowButtons = (props: {
  readonly group: Group
  readonly hasPassword: boolean
  readonly canAllow: boolean
  readonly busy: boolean
  readonly onAllowSession: () => void
}): JSX.Element => (
  <Switch>
    <Match when={props.group === 'payment'}>
      <Button variant="primary" type="submit" disabled={!props.canAllow} busy={props.busy}>
        {t('approval.once')}
      </Button>
      <Button disabled={!props.canAllow} busy={props.busy} onClick={props.onAllowSession}>
        {t('approval.session')}
      </Button>
    </Match>
    <Match when={props.group === 'secret'}>
      <Button variant="danger" type="submit" disabled={!props.canAllow || !props.hasPassword} busy={props.busy}>
        {t('approval.reveal')}
      </Button>
    </Match>
    <Match when={props.group === 'other'}>
      <Button variant="primary" type="submit" disabled={!props.canAllow} busy={props.busy}>
        {t('approval.once')}
      </Button>
    </Match>
  </Switch>
)

/** Which page requests what. Its address is text of others. */
const RequestOrigin = (props: { readonly method: string; readonly page: string }): JSX.Element => (
  <Show when={props.page !== ''} fallback={<p>{t('approval.from', { method: props.method })}</p>}>
    <p>{t('approval.fromPage', { method: props.method })}</p>
    <Code text={props.page} />
  </Show>
)

const ApprovalDialog = (props: { readonly request: ApprovalRequest; readonly waiting: number }): JSX.Element => {
  const { engine } = useSession()
  // The decision is about the request that was shown when the dialog opened.
  const { id, method, action, page, isRepeated } = untrack(() => props.request)
  const group = groups[action.kind] ?? 'other'
  const [password, setPassword] = createSignal('')
  const canAllow = createAllowDelay()
  createTabTitle()
  const decide = createAction(async (decision: ApprovalDecision) => engine.decideApproval(id, decision, password()))
  const refuse = (): void => void decide.run('refuse')
  const refuseAll = createAction(async () => engine.changeSettings({ rpcEnabled: false }))
  const allow = (): void => {
    if (canAllow()) void decide.run('once')
  }
  return (
    <Dialog title={t(titles[action.kind])} onClose={refuse}>
      <Form onSubmit={allow}>
        <RequestOrigin method={method} page={page} />
        <ShownAmounts>
          <ApprovalDetails action={action} />
        </ShownAmounts>
        <Show when={group === 'secret'}>
          <PasswordField autofocus label={t('wallet.password')} value={password()} onInput={setPassword} />
        </Show>
        <Show when={group === 'payment'}>
          <p class="muted">{t('approval.sessionHint')}</p>
        </Show>
        <Show when={props.waiting > 0}>
          <p class="muted">{tCount('approval.more', props.waiting)}</p>
        </Show>
        <Problem text={decide.problem() === '' ? refuseAll.problem() : decide.problem()} />
        <div class="buttons stacked">
          <AllowButtons
            group={group}
            hasPassword={password() !== ''}
            canAllow={canAllow()}
            busy={decide.running()}
            onAllowSession={() => void decide.run('session')}
          />
          <Button onClick={refuse}>{t('approval.refuse')}</Button>
          <Show when={isRepeated || props.waiting > 0}>
            <Button onClick={() => void decide.run('refuse page')}>{t('approval.refusePage')}</Button>
            <Button variant="quiet" busy={refuseAll.running()} onClick={() => void refuseAll.run()}>
              {t('approval.refuseAll')}
            </Button>
          </Show>
          <LockButton />
        </div>
      </Form>
    </Dialog>
  )
}

/** Shows the pending approval request, if there is one. Its dialog fails alone: other pages choose what it shows. */
export const ApprovalPrompt = (): JSX.Element => {
  const { view } = useSession()
  // The view is updated in place: each request is copied as it was made.
  const request = createMemo((): ApprovalRequest | undefined =>
    view.approvalRequest?.id === undefined ? undefined : untrack(() => structuredClone(unwrap(view.approvalRequest))),
  )
  return (
    <Show when={request()} keyed>
      {(shown) => (
        <ErrorBoundary fallback={(error: unknown) => <FailedApproval id={shown.id} error={error} />}>
          <ApprovalDialog request={shown} waiting={view.approvalRequest?.waiting ?? 0} />
        </ErrorBoundary>
      )}
    </Show>
  )
}
