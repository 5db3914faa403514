// The RPC console: any method of the wallet RPC, asked the way that pages of this site ask.
import { createMemo, createResource, createSignal, type JSX, onCleanup, Show } from 'solid-js'
import { ButtonLink } from '../components/Button.tsx'
import { Notice, Problem } from '../components/Notice.tsx'
import { Screen } from '../components/Screen.tsx'
import { createAction } from '../state/action.ts'
import { callRpc, type RpcAnswer } from '../state/rpcCall.ts'
import { useSession } from '../state/session.tsx'
import { createSettings } from '../state/settings.ts'
import { t } from '../text/text.ts'
import { AnswerCard } from './console/AnswerCard.tsx'
import { MethodPicker } from './console/MethodPicker.tsx'
import { RequestCard } from './console/RequestCard.tsx'
import './console.css'

const FIRST = 'get_balance'

/** Goes to the heading of what was chosen; on a small screen it is far below the choice. */
const show = (heading: HTMLElement): void => {
  heading.focus({ preventScroll: true })
  const { top } = heading.getBoundingClientRect()
  if (top < 0 || top > innerHeight / 2) heading.scrollIntoView({ block: 'start' })
}

export default function Console(): JSX.Element {
  const { describeRpc } = useSession()
  const live = createSettings()
  const [groups] = createResource(describeRpc)
  const [chosen, setChosen] = createSignal(FIRST)
  const [answer, setAnswer] = createSignal<RpcAnswer>()
  let heading: HTMLElement | undefined
  let waiting = new AbortController()
  onCleanup(() => waiting.abort())

  const method = createMemo(() =>
    (groups() ?? []).flatMap(({ methods }) => methods).find(({ names }) => names[0] === chosen()),
  )
  const send = createAction(async (name: string, params: string) => {
    setAnswer(undefined)
    waiting = new AbortController()
    const { signal } = waiting
    try {
      setAnswer(await callRpc(name, params, signal))
    } catch (error) {
      throw signal.aborted ? new Error(t('console.stopped')) : error
    }
  })
  const choose = (name: string): void => {
    setChosen(name)
    setAnswer(undefined)
    send.clear()
    if (heading !== undefined) show(heading)
  }

  return (
    <Screen title={t('console.title')} back={{ href: '/settings', text: t('console.back') }}>
      <Show when={live.settings()?.rpcEnabled === false}>
        <Notice kind="warning">
          {t('console.off')} <ButtonLink href="/settings">{t('console.toSettings')}</ButtonLink>
        </Notice>
      </Show>
      <div class="console">
        <MethodPicker groups={groups() ?? []} selected={chosen()} onSelect={({ names: [name = ''] }) => choose(name)} />
        <div class="stack">
          <Show when={method()}>
            {(found) => (
              <RequestCard
                method={found()}
                running={send.running()}
                onSend={(name, params) => void send.run(name, params)}
                onStop={() => waiting.abort()}
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
