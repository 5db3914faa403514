// A further node for the wallet: of this site, inside the page, or any address.
import { createSignal, type JSX, Show } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Done, Notice, Problem } from '../../components/feedback/Notice.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Disclosure } from '../../components/layout/Disclosure.tsx'
import { NodeField } from '../../components/node/NodeField.tsx'
import { isPrivateNetwork } from '../../state/nodes/networks.ts'
import { checkNodes, isUsable } from '../../state/nodes/nodeCheck.ts'
import { createNodeChoice } from '../../state/nodes/nodeChoice.ts'
import { withNodes } from '../../state/nodes/nodeList.ts'
import { createAction } from '../../state/requests/action.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

export const AddNodeCard = (props: {
  readonly urls: readonly string[]
  readonly onChange: (urls: readonly string[]) => Promise<void>
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const choice = createNodeChoice(() => wallet().networkId)
  const [saved, setSaved] = createSignal<'no' | 'yes' | 'no-response'>('no')
  const [refusal, setRefusal] = createSignal('')
  const save = createAction(async () => {
    setSaved('no')
    setRefusal('')
    const nodes = choice.validate()
    if (nodes === undefined) return
    const checked = await checkNodes(nodes.urls, wallet().networkId)
    const other = checked.find(({ verdict }) => verdict === 'other-network')
    if (other !== undefined) {
      setRefusal(t('nodeState.notSaved', { reason: other.text }))
      return
    }
    await props.onChange(withNodes(props.urls, nodes.urls, wallet().networkId))
    choice.setUrl('')
    const responds = checked.length < nodes.urls.length || checked.some(({ verdict }) => isUsable(verdict))
    setSaved(responds ? 'yes' : 'no-response')
  })
  const isPrivate = (): boolean => isPrivateNetwork(wallet().networkId)
  return (
    <Card title={t(isPrivate() ? 'nodes.change' : 'nodes.add')}>
      <Form onSubmit={() => void save.run()}>
        <NodeField choice={choice} />
        <Problem text={save.problem() || refusal()} />
        <div role="status">
          <Show when={saved() === 'no-response'}>
            <Notice kind="warning">{t('nodeState.savedOffline')}</Notice>
          </Show>
        </div>
        <div class="buttons">
          <Button type="submit" busy={save.running()}>
            {t(isPrivate() ? 'nodes.useThis' : 'nodes.addThis')}
          </Button>
          <Done text={saved() === 'yes' ? t('action.saved') : ''} />
        </div>
      </Form>
      <Disclosure summary={t('nodes.onion')}>
        <p class="muted">{t('nodes.onionBody')}</p>
      </Disclosure>
    </Card>
  )
}
