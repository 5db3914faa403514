// The RPC console: calls any method of the wallet RPC, as a page of this site would.
import { type Accessor, createMemo, createSignal, type JSX, onCleanup, Show } from 'solid-js'
import { FabaError } from '../../errors/fabaError.ts'
import type { MethodDescription, MethodGroup } from '../../jsonrpc/describe.ts'
import { ButtonLink } from '../components/controls/Button.tsx'
import { Notice, Problem } from '../components/feedback/Notice.tsx'
import { Screen } from '../components/layout/Screen.tsx'
import { createParamsDraft } from '../state/console/paramsDraft.ts'
import { callRpc, type RpcAnswer } from '../state/console/rpcCall.ts'
import type { RecordedCall, RpcHistory } from '../state/console/rpcHistory.ts'
import { createAction } from '../state/requests/action.ts'
import { createFetched } from '../state/requests/fetched.ts'
import { useSession } from '../state/session/session.tsx'
import { createSettings } from '../state/session/settings.ts'
import { useOpenWallet } from '../state/wallet/openWallet.tsx'
import { t } from '../text/text.ts'
import { AnswerCard } from './console/AnswerCard.tsx'
import { CallsCard } from './console/CallsCard.tsx'
import { MethodPicker } from './console/MethodPicker.tsx'
import { RequestCard } from './console/RequestCard.tsx'
import './console.css'

/** The user stopped waiting for the response. */
class RpcCallStoppedError extends FabaError {
  override readonly name = 'RpcCallStoppedError'
  readonly code = 'rpc-call-stopped'
}

const FIRST_METHOD = 'get_balance'

/** Moves the focus to the heading of the chosen method; on a small screen it is far below the list. */
const focusHeading = (heading: HTMLElement): void => {
  heading.focus({ preventScroll: true })
  const { top } = heading.getBoundingClientRect()
  if (top < 0 || top > innerHeight / 2) heading.scrollIntoView({ block: 'start' })
}

type ConsoleCall = {
  readonly answer: Accessor<RpcAnswer | undefined>
  readonly running: Accessor<boolean>
  /** text of the error; empty without one */
  readonly problem: Accessor<string>
  send(method: MethodDescription, params: string): void
  /** Stops waiting for the response. */
  stop(): void
  clear(): void
}

/** Creates the call that the console makes; it is cancelled with its Solid owner. */
const createConsoleCall = (history: RpcHistory): ConsoleCall => {
  const [answer, setAnswer] = createSignal<RpcAnswer>()
  let cancellation = new AbortController()
  onCleanup(() => cancellation.abort())
  const call = createAction(async (method: MethodDescription, params: string) => {
    setAnswer(undefined)
    cancellation = new AbortController()
    const { signal } = cancellation
    const started = performance.now()
    try {
      const received = await callRpc(method.names[0] ?? '', params, signal)
      const { error, milliseconds } = received
      history.add(method, params, { kind: error ? 'error' : 'success', code: error?.code ?? '', milliseconds })
      setAnswer(received)
    } catch (error) {
      history.add(method, params, { kind: 'no response', code: '', milliseconds: performance.now() - started })
      throw signal.aborted ? new RpcCallStoppedError(t('console.stopped')) : error
    }
  })
  return {
    answer,
    running: call.running,
    problem: call.problem,
    send: (method, params) => void call.run(method, params),
    stop: () => cancellation.abort(),
    clear: () => {
      setAnswer(undefined)
      call.clear()
    },
  }
}

/** The response, an error, or a note that the response is awaited. */
const Outcome = (props: { readonly call: ConsoleCall }): JSX.Element => (
  <>
    <Problem text={props.call.problem()} />
    <Show when={props.call.running()}>
      <p class="muted" role="status">
        {t('console.waiting')}
      </p>
    </Show>
    <Show when={props.call.answer()}>
      {(answer) => (
        <div class="answer" ref={(element) => queueMicrotask(() => element.scrollIntoView({ block: 'nearest' }))}>
          <AnswerCard answer={answer()} />
        </div>
      )}
    </Show>
  </>
)

export default function Console(): JSX.Element {
  const { describeRpc } = useSession()
  const live = createSettings()
  const described = createFetched(true, describeRpc)
  const groups = (): readonly MethodGroup[] => described.value() ?? []
  const [chosen, setChosen] = createSignal(FIRST_METHOD)
  const { rpcHistory } = useOpenWallet()
  const call = createConsoleCall(rpcHistory)
  let heading: HTMLElement | undefined

  const method = createMemo(() =>
    groups()
      .flatMap(({ methods }) => methods)
      .find(({ names }) => names[0] === chosen()),
  )
  const draft = createParamsDraft(method)
  const send = (params: string): void => {
    const selected = method()
    if (selected !== undefined) call.send(selected, params)
  }
  const choose = (name: string): void => {
    setChosen(name)
    call.clear()
    if (heading !== undefined) focusHeading(heading)
  }
  const edit = ({ method: name, params }: RecordedCall): void => {
    choose(name)
    draft.edit(params)
  }
  const runAgain = (earlier: RecordedCall): void => {
    edit(earlier)
    send(earlier.params)
  }

  return (
    <Screen title={t('console.title')} back={{ href: '/settings/apps', text: t('console.back') }}>
      <Show when={live.settings()?.rpcEnabled === false}>
        <Notice kind="warning">
          {t('console.off')} <ButtonLink href="/settings/apps">{t('console.toSettings')}</ButtonLink>
        </Notice>
      </Show>
      <Problem text={live.problem() || described.problem()} />
      <div class="console">
        <MethodPicker groups={groups()} selected={chosen()} onSelect={({ names: [name = ''] }) => choose(name)} />
        <div class="stack">
          <Show when={method()}>
            {(found) => (
              <RequestCard
                method={found()}
                running={call.running()}
                draft={draft}
                onSend={send}
                onStop={call.stop}
                heading={(element) => {
                  heading = element
                }}
              />
            )}
          </Show>
          <Outcome call={call} />
          <CallsCard
            calls={rpcHistory.calls()}
            onEdit={edit}
            onRun={call.running() ? undefined : runAgain}
            onClear={rpcHistory.clear}
          />
        </div>
      </div>
    </Screen>
  )
}
