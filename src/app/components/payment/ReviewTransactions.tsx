// What a payment under review spends and creates, before anything is sent, and the signed transaction as a file.
import { createSignal, For, type JSX, Show } from 'solid-js'
import { toHex } from '../../../bytes/hex.ts'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import { sumAmounts } from '../../../coin/amount.ts'
import type { PreparedTransactionView } from '../../../engine/api/engineViews.ts'
import type { CoinView } from '../../../wallet/funds/fundsViews.ts'
import { shortAddress } from '../../format/address.ts'
import { formatBytes } from '../../format/bytes.ts'
import { saveFile } from '../../host/files/saveFile.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { formatCount } from '../../text/counts.ts'
import { t, tCount } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Copyable } from '../controls/Copy.tsx'
import { Problem } from '../feedback/Notice.tsx'
import { Disclosure } from '../layout/Disclosure.tsx'
import { Amount } from '../money/Amount.tsx'
import { Ledger, type LedgerLine } from '../money/Ledger.tsx'
import { Fact, Facts, WideFact } from '../text/Facts.tsx'
import './reviewTransactions.css'

/** The label of a main address is that of its account. */
const coinLine = ({ subaddress, label, kind, amount }: CoinView): LedgerLine => ({
  name: (subaddress > 0 && showHidden(label)) || t(`coins.kinds.${kind}`),
  amount,
})

const outputLines = (
  { destinations, change, fee }: PreparedTransactionView,
  names: ReadonlyMap<string, string>,
): readonly LedgerLine[] => [
  ...destinations.map(({ address, amount }) => ({
    name: t('send.toName', { name: names.get(address) ?? shortAddress(address) }),
    amount,
  })),
  ...(change > 0n ? [{ name: t('built.change'), amount: change }] : []),
  { name: t('send.fee'), amount: fee },
]

const Transaction = (props: {
  readonly transaction: PreparedTransactionView
  readonly names: ReadonlyMap<string, string>
}): JSX.Element => {
  const total = (): LedgerLine => ({ name: t('home.sum'), amount: sumAmounts(props.transaction.inputs) })
  return (
    <div class="review-transaction">
      <h3>{tCount('built.spends', props.transaction.inputs.length)}</h3>
      <Ledger lines={props.transaction.inputs.map(coinLine)} total={total()} />
      <h3>{t('built.creates')}</h3>
      <Ledger lines={outputLines(props.transaction, props.names)} total={total()} />
      <Facts>
        <WideFact name={t('send.txid')}>
          <Copyable text={props.transaction.txid} label={t('send.copyTxid')} />
        </WideFact>
        <Fact name={t('built.size')}>{formatBytes(props.transaction.bytes.length)}</Fact>
        <Fact name={t('built.rate')}>
          <Amount amount={(props.transaction.fee * 1000n) / BigInt(props.transaction.weight)} />
        </Fact>
        <Fact name={t('built.ring')}>{formatCount(props.transaction.ringSize)}</Fact>
      </Facts>
    </div>
  )
}

const Transactions = (props: { readonly id: string; readonly names: ReadonlyMap<string, string> }): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const built = createFetched(
    () => props.id,
    (id) => engine.preparedTransactions(id),
  )
  const save = (): void => {
    for (const { txid, bytes } of built.value() ?? [])
      saveFile(`${wallet().name} ${txid.slice(0, 8)}.tx`, 'text/plain', toHex(bytes))
  }
  return (
    <>
      <Problem text={built.problem()} />
      <For each={built.value()}>{(transaction) => <Transaction transaction={transaction} names={props.names} />}</For>
      <Show when={built.value()}>
        <p class="muted">{t('built.saveHint')}</p>
        <div class="buttons">
          <Button icon="save" onClick={save}>
            {t('built.save')}
          </Button>
        </div>
      </Show>
    </>
  )
}

export const ReviewTransactions = (props: {
  /** of the prepared payment */
  readonly id: string
  /** names of contacts and OpenAlias names, by address */
  readonly names: ReadonlyMap<string, string>
}): JSX.Element => {
  const [isOpen, setOpen] = createSignal(false)
  return (
    <Disclosure summary={t('built.title')} onToggle={setOpen}>
      <Show when={isOpen()}>
        <Transactions id={props.id} names={props.names} />
      </Show>
    </Disclosure>
  )
}
