// Makes proofs of a payment: that an address received it, and that this wallet made it.
import { createSignal, type JSX, onMount, Show, untrack } from 'solid-js'
import { formatArmouredProof } from '../../../coin/proofs/armouredProof.ts'
import type { WalletView } from '../../../engine/api/engineViews.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { TransferView } from '../../../wallet/history/historyViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { MadeProof } from '../../components/data/MadeProof.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { SelectField, TextField } from '../../components/form/Field.tsx'
import { Dialog } from '../../components/layout/Dialog.tsx'
import { HiddenCharacters } from '../../components/text/ExactText.tsx'
import { shortAddress } from '../../format/address.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { formatProofText } from '../../state/tools/proofText.ts'
import { createTextDraft } from '../../state/wallet/drafts.ts'
import { nameOf } from '../../state/wallet/lists.ts'
import { signsAlone, useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t } from '../../text/text.ts'

/** Returns the addresses whose receipt this wallet can prove: as sender with the transaction key, or as receiver. */
const provableAddresses = ({ direction, txKey, destinations, addresses }: TransferView): readonly string[] => {
  if (direction === 'in') return addresses
  return txKey === '' ? [] : [...new Set(destinations.map(({ address }) => address))]
}

type Made = { readonly proof: string; readonly complete: string; readonly forFeather: string | undefined }

/** Returns a proof with what it is about, in the forms in which it is handed over. */
const madeOf = (
  parts: { readonly txid: string; readonly address: string; readonly message: string; readonly proof: string },
  network: string | undefined,
): Made => ({
  proof: parts.proof,
  complete: formatProofText(parts),
  forFeather: network === undefined ? undefined : formatArmouredProof({ ...parts, network }),
})

const canProveSpend = ({ direction }: TransferView, wallet: WalletView): boolean =>
  direction === 'out' && signsAlone(wallet)

/** Returns whether this wallet can prove anything about a payment. */
export const canProve = (transfer: TransferView, wallet: WalletView): boolean =>
  transfer.state !== 'failed' && (provableAddresses(transfer).length > 0 || canProveSpend(transfer, wallet))

export const ProofDialog = (props: {
  readonly transfer: TransferView
  readonly contacts: readonly ContactView[]
  readonly onClose: () => void
}): JSX.Element => {
  const { engine } = useSession()
  const { wallet, drafts } = useOpenWallet()
  const [chosen, setChosen] = createSignal(0)
  const [message, setMessage] = createTextDraft(
    drafts,
    untrack(() => `details.proof ${props.transfer.txid}` as const),
  )
  const [made, setMade] = createSignal<Made>()
  const addresses = (): readonly string[] => provableAddresses(props.transfer)
  const address = (): string => addresses()[chosen()] ?? addresses()[0] ?? ''
  const isSent = (): boolean => props.transfer.direction === 'out'
  const provePayment = createAction(async () => {
    const about = { txid: props.transfer.txid, address: address(), message: message() }
    const proof = await engine.provePayment(about)
    // The user chose another address or typed meanwhile.
    if (about.address !== address() || about.message !== message()) return
    setMade(madeOf({ ...about, proof }, wallet().armouredProofsName))
  })
  const proveSpend = createAction(async () => {
    const about = { txid: props.transfer.txid, message: message() }
    const proof = await engine.proveSpend(about)
    setMade(madeOf({ ...about, address: '', proof }, wallet().armouredProofsName))
  })
  // Nothing to choose: the proof is there at once. It can be made again with a message.
  onMount(() => {
    if (addresses().length === 1) void provePayment.run()
  })
  return (
    <Dialog title={t('proofs.card')} onClose={props.onClose}>
      <div class="stack">
        <p class="muted">{t('proofs.cardAbout')}</p>
        <Show when={addresses().length > 1}>
          <SelectField
            areNames
            label={t(isSent() ? 'proofs.recipient' : 'proofs.receiver')}
            value={chosen()}
            options={addresses().map((each, index) => ({
              value: index,
              text: nameOf(props.contacts, each) || shortAddress(each),
            }))}
            onChange={(index) => {
              setChosen(index)
              setMade(undefined)
            }}
          />
        </Show>
        <TextField
          label={t('proofs.message')}
          hint={t('proofs.messageHint')}
          value={message()}
          onInput={(text) => {
            setMessage(text)
            setMade(undefined)
          }}
        />
        <HiddenCharacters text={message()} />
        <div class="buttons">
          <Show when={addresses().length > 0}>
            <Button variant="primary" busy={provePayment.running()} onClick={() => void provePayment.run()}>
              {t(isSent() ? 'proofs.provePaid' : 'proofs.proveReceived')}
            </Button>
          </Show>
          <Show when={canProveSpend(props.transfer, wallet())}>
            <Button busy={proveSpend.running()} onClick={() => void proveSpend.run()}>
              {t('proofs.proveSpend')}
            </Button>
          </Show>
        </div>
        <Problem text={provePayment.problem() || proveSpend.problem()} />
        <MadeProof
          label={t('proofs.made')}
          copyLabel={t('proofs.copy')}
          proof={made()?.proof ?? ''}
          complete={made()?.complete ?? ''}
          forFeather={made()?.forFeather}
        />
      </div>
    </Dialog>
  )
}
