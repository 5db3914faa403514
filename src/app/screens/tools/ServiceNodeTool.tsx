// The screen of a tool that needs a network with service nodes.
import { type JSX, Show } from 'solid-js'
import { Guided, type GuideName } from '../../components/feedback/Guide.tsx'
import { EmptyState } from '../../components/feedback/Notice.tsx'
import { Screen } from '../../components/layout/Screen.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

export const ServiceNodeTool = (props: {
  readonly title: string
  readonly guide: GuideName
  readonly children: JSX.Element
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  return (
    <Screen title={props.title} back={{ href: '/tools', text: t('tools.back') }}>
      <Show
        when={wallet().hasServiceNodes}
        fallback={<EmptyState title={t('tools.notHere')} hint={t('tools.notHereHint')} />}
      >
        <Guided name={props.guide}>{props.children}</Guided>
      </Show>
    </Screen>
  )
}
