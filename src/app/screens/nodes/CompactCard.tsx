// Whether old blocks come from files that are the same for everyone, and from which host.
import { type JSX, Show } from 'solid-js'
import { BESIDE_PAGE } from '../../../wallet/open/walletRules.ts'
import { Notice, Problem } from '../../components/feedback/Notice.tsx'
import { Switch } from '../../components/form/Field.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { type ReadAddress, ServiceForm } from '../../components/node/ServiceForm.tsx'
import { sentence } from '../../format/error.ts'
import { readPageUrl, urlFaultText } from '../../state/nodes/pageUrl.ts'
import { createQueuedAction } from '../../state/requests/action.ts'
import { createHeightText } from '../../state/wallet/chainTimes.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

const readAddress = (text: string): ReadAddress => {
  const { url, fault } = readPageUrl(text)
  return url === undefined ? { problem: urlFaultText(fault, 'compact.bad') } : { address: url.href }
}

/** What the wallet knows of the files that it uses. */
const Files = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const heightText = createHeightText()
  const files = () => wallet().sync.compact
  return (
    <>
      <Show when={files()?.problem}>
        {(problem) => (
          <Notice kind="warning">
            {t('compact.unused')}{' '}
            <span lang="en" dir="ltr">
              {sentence(problem())}
            </span>
          </Notice>
        )}
      </Show>
      <Show when={files()?.problem === '' && files()?.blocks}>
        {(blocks) => <p class="muted">{t('compact.reach', { height: heightText.inSentence(blocks() - 1) })}</p>}
      </Show>
    </>
  )
}

export const CompactCard = (props: {
  /** setting of the wallet */
  readonly compactUrl: string
  readonly onChange: (compactUrl: string) => Promise<void>
}): JSX.Element => {
  const change = createQueuedAction((isOn: boolean) => props.onChange(isOn ? BESIDE_PAGE : ''))
  const stored = (): string => (props.compactUrl === BESIDE_PAGE ? '' : props.compactUrl)
  return (
    <Card title={t('compact.title')}>
      <Switch
        label={t('compact.label')}
        hint={t('compact.hint')}
        checked={props.compactUrl !== ''}
        onChange={change.run}
      />
      <Show when={props.compactUrl !== ''}>
        <Files />
        <ServiceForm
          label={t('compact.address')}
          hint={t('compact.addressHint')}
          placeholder="https://…/compact"
          button={t('compact.save')}
          turnedOff={t('action.saved')}
          stored={stored()}
          read={readAddress}
          onSave={(address) => props.onChange(address === '' ? BESIDE_PAGE : address)}
        />
      </Show>
      <Problem text={change.problem()} />
    </Card>
  )
}
