// The block explorer of the wallet's network: none until the user names one.
import type { JSX } from 'solid-js'
import type { ReadAddress } from '../../components/node/ServiceForm.tsx'
import { readExplorerTemplate } from '../../state/nodes/explorerUrl.ts'
import { networkName } from '../../state/nodes/networks.ts'
import { explorerTemplate, setExplorerTemplate, TXID_PLACEHOLDER } from '../../state/preferences/explorer.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'
import { ServiceCard } from './ServiceCard.tsx'

const read = (text: string): ReadAddress => {
  const address = readExplorerTemplate(text)
  return address === undefined ? { problem: t('explorer.templateBad', { placeholder: TXID_PLACEHOLDER }) } : { address }
}

export const ExplorerCard = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const network = (): string => networkName(wallet().networkId)
  return (
    <ServiceCard
      title={t('explorer.title')}
      about={t('explorer.about')}
      label={t('explorer.template')}
      hint={t('explorer.templateHint', { placeholder: TXID_PLACEHOLDER, network: network() })}
      placeholder={`https://…/tx/${TXID_PLACEHOLDER}`}
      button={t('explorer.save')}
      turnedOff={t('explorer.removed')}
      stored={explorerTemplate(wallet().networkId)}
      read={read}
      onSave={(address) => setExplorerTemplate(wallet().networkId, address)}
    />
  )
}
