// The RPC console: calls any method of the wallet RPC, as a page of this site would.
import { createMemo, createSignal, type JSX, onCleanup, Show } from 'solid-js'
import { FabaError } from '../../errors/fabaError.ts'
import type { MethodGroup } from '../../jsonrpc/describe.ts'
import { ButtonLink } from '../components/Button.tsx'
import { Notice, Problem } from '../components/Notice.tsx'
import { Screen } from '../components/Screen.tsx'
import { createAction } from '../state/action.ts'
import { createFetched } from '../state/fetched.ts'
import { callRpc, type RpcAnswer } from '../state/rpcCall.ts'
import { useSession } from '../state/session.tsx'
import { createSettings } from '../state/settings.ts'
import { t } from '../text/text.ts'
import { AnswerCard } from './console/AnswerCard.tsx'
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

export default function Console(): JSX.Element {
  const { describeRpc } = useSession()
  const live = createSettings()
  const described = createFetched(true, describeRpc)
  const groups = (): readonly MethodGroup[] => described.value() ?? []
  const [chosen, setChosen] = createSignal(FIRST_METHOD)
  const [answer, setAnswer] = createSignal<RpcAnswer>()
  let heading: HTMLElement | undefined
  let cancellation = new AbortController()
  onCleanup(() => cancellation.abort())

  const method = createMemo(() =>
    groups()
      .flatMap(({ methods }) => methods)
      .find(({ names }) => names[0] === chosen()),
  )
  const send = createAction(async (name: string, params: string) => {
    setAnswer(undefined)
    cancellation = new AbortController()
    const { signal } = cancellation
    try {
      setAnswer(await callRpc(name, params, signal))
    } catch (error) {
      throw signal.aborted ? new RpcCallStoppedError(t('console.stopped')) : error
    }
  })
  const choose = (name: string): void => {
    setChosen(name)
    setAnswer(undefined)
    send.clear()
    if (heading !== undefined) focusHeading(heading)
  }

  return (
    <Screen title={t('console.title')} back={{ href: '/settings', text: t('console.back') }}>
      <Show when={live.settings()?.rpcEnabled === false}>
        <Notice kind="warning">
          {t('console.off')} <ButtonLink href="/settings">{t('console.toSettings')}</ButtonLink>
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
                running={send.running()}
                onSend={(name, params) => void send.run(name, params)}
                onStop={() => cancellation.abort()}
                heading={(element) => {
                  heading = element
                }}
              />
            )}
          </Show>
          <Problem text={send.problem()} />
          <Show when={send.running()}>
            <p class="muted" role="status">
              {t('console.waiting')}
            </p>
          </Show>
          <Show when={answer()}>
            {(found) => (
              <div class="answer" ref={(element) => queueMicrotask(() => element.scrollIntoView({ block: 'nearest' }))}>
                <AnswerCard answer={found()} />
              </div>
            )}
          </Show>
        </div>
      </div>
    </Screen>
  )
}
