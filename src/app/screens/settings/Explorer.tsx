// The block explorer of the wallet's network: none until the user names one.
import { createSignal, type JSX } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Done } from '../../components/feedback/Notice.tsx'
import { TextField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { readExplorerTemplate } from '../../state/nodes/explorerUrl.ts'
import { networkName } from '../../state/nodes/networks.ts'
import { explorerTemplate, setExplorerTemplate, TXID_PLACEHOLDER } from '../../state/preferences/explorer.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

export const ExplorerCard = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const [edited, setEdited] = createSignal<string>()
  const [problem, setProblem] = createSignal('')
  const [done, setDone] = createSignal('')
  const stored = (): string => explorerTemplate(wallet().networkId)
  const save = (): void => {
    const typed = (edited() ?? stored()).trim()
    const template = typed === '' ? '' : readExplorerTemplate(typed)
    setProblem(template === undefined ? t('explorer.templateBad', { placeholder: TXID_PLACEHOLDER }) : '')
    if (template === undefined) return
    setExplorerTemplate(wallet().networkId, template)
    setEdited(undefined)
    setDone(t(template === '' ? 'explorer.removed' : 'action.saved'))
  }
  return (
    <Card title={t('explorer.title')}>
      <p class="muted">{t('explorer.about')}</p>
      <Form onSubmit={save}>
        <TextField
          label={t('explorer.template')}
          hint={t('explorer.templateHint', {
            placeholder: TXID_PLACEHOLDER,
            network: networkName(wallet().networkId),
          })}
          placeholder={`https://…/tx/${TXID_PLACEHOLDER}`}
          type="url"
          inputMode="url"
          value={edited() ?? stored()}
          problem={problem()}
          onInput={(text) => {
            setEdited(text)
            setProblem('')
            setDone('')
          }}
        />
        <div class="buttons">
          <Button type="submit">{t('explorer.save')}</Button>
          <Done text={done()} />
        </div>
      </Form>
    </Card>
  )
}
