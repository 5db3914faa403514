// What the wallet found out about its node, and does not mend without the user: an unknown hard fork, a deep reorganisation, or altered
// transactions.
import { type JSX, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Notice, Problem } from '../../components/feedback/Notice.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { createHeightText } from '../../state/wallet/chainTimes.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { formatCount } from '../../text/counts.ts'
import { type TextKey, t } from '../../text/text.ts'

const NoticeCard = (props: {
  readonly title: TextKey
  readonly body: string
  readonly actionText: string
  readonly fromHeight: number
}): JSX.Element => {
  const { engine } = useSession()
  const rescan = createAction(() => engine.rescan({ from: 'height', height: props.fromHeight }))
  return (
    <Card title={t(props.title)}>
      <Notice kind="warning">{props.body}</Notice>
      <Problem text={rescan.problem()} />
      <div class="buttons">
        <Button icon="refresh" busy={rescan.running()} onClick={() => void rescan.run()}>
          {props.actionText}
        </Button>
      </div>
    </Card>
  )
}

export const ChainNotices = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const heightText = createHeightText()
  return (
    <>
      <Show when={wallet().sync.unknownFork}>
        {(fork) => (
          <Card title={t('sync.outdated')}>
            <Notice kind="warning">
              {t('sync.outdatedBody', {
                height: heightText.inSentence(fork().height),
                version: String(fork().version),
              })}
            </Notice>
          </Card>
        )}
      </Show>
      <Show when={wallet().sync.splitHeight}>
        {(height) => (
          <NoticeCard
            title="sync.fork"
            body={t('sync.forkBody', { height: heightText.inSentence(height()) })}
            actionText={t('sync.forkGo', { height: formatCount(height()) })}
            fromHeight={height()}
          />
        )}
      </Show>
      <Show when={wallet().rescanAdvised}>
        <NoticeCard
          title="sync.altered"
          body={t('sync.alteredBody')}
          actionText={t('settings.rescan')}
          fromHeight={wallet().restoreHeight}
        />
      </Show>
    </>
  )
}
