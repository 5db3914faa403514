// The payments of the history: as a table where there is space, else as rows, with their menus and what is selected.
import { createSignal, type JSX, Show } from 'solid-js'
import type { HistoryLine } from '../../../wallet/history/historyViews.ts'
import { ContactDialog } from '../../components/address/ContactDialog.tsx'
import { Button } from '../../components/controls/Button.tsx'
import type { Anchor } from '../../components/controls/floating.ts'
import { Menu } from '../../components/controls/Menu.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { ExplorerDialog } from '../../components/payment/ExplorerLink.tsx'
import { transferSign } from '../../components/payment/transferText.ts'
import { SelectionBar } from '../../components/table/SelectionBar.tsx'
import { createCopying, rowsAsText } from '../../state/history/paymentActions.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../text/text.ts'
import { amountOfLine } from './columns.tsx'
import { HistoryRows } from './HistoryRows.tsx'
import { HistoryTable } from './HistoryTable.tsx'
import type { HistoryState } from './historyState.ts'
import { createPaymentMenu } from './paymentMenu.ts'

/** How many payments are selected, and what they come to. */
const SelectedText = (props: { readonly lines: readonly HistoryLine[] }): JSX.Element => {
  const sum = (): bigint =>
    props.lines.reduce((total, line) => {
      const sign = transferSign(line)
      if (sign === undefined) return total
      return sign === 'in' ? total + amountOfLine(line) : total - amountOfLine(line)
    }, 0n)
  return (
    <>
      <strong>{tCount('history.count', props.lines.length)}</strong>
      <Amount amount={sum() < 0n ? -sum() : sum()} sign={sum() < 0n ? 'out' : 'in'} />
    </>
  )
}

export const PaymentList = (props: {
  readonly history: HistoryState
  /** ids of the columns that the user wants to see */
  readonly columns: ReadonlySet<string>
  /** id of the payment whose details stand beside the list */
  readonly shown: string | undefined
  readonly onOpen: (line: HistoryLine, proves?: boolean) => void
  /** the focus came to a payment by a key */
  readonly onMove: (line: HistoryLine) => void
  /** saves those that are selected */
  readonly onExport: () => void
  /** the Escape key leaves the list */
  readonly onEscape: () => void
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const { history } = props
  const copy = createCopying()
  const [savedAddress, setSavedAddress] = createSignal<string>()
  const [menu, setMenu] = createSignal<{ readonly line: HistoryLine; readonly anchor: Anchor }>()
  const [explorer, setExplorer] = createSignal<URL>()
  const menuOf = createPaymentMenu({
    contacts: () => history.contacts.items,
    onDetails: (line) => props.onOpen(line),
    onNote: ({ id }) => history.edit({ id, draft: undefined }),
    onProve: (line) => props.onOpen(line, true),
    onSaveContact: setSavedAddress,
    onExplorer: setExplorer,
  })
  const closeContact = (): void => void setSavedAddress(undefined)
  return (
    <>
      <Show
        when={history.isTable()}
        fallback={
          <HistoryRows history={history} menuOf={menuOf} onMenu={(line, anchor) => setMenu({ line, anchor })} />
        }
      >
        <HistoryTable
          history={history}
          columns={props.columns}
          shown={props.shown}
          onOpen={(line) => props.onOpen(line)}
          onMove={props.onMove}
          menuOf={menuOf}
          onEscape={props.onEscape}
        />
      </Show>
      <SelectionBar
        count={history.selected().length}
        text={<SelectedText lines={history.selected()} />}
        onClear={history.selection.clear}
      >
        <Button
          variant="quiet"
          icon="copy"
          onClick={() => void copy(rowsAsText(history.selected(), wallet().decimals))}
        >
          {t('payment.copy')}
        </Button>
        <Button variant="quiet" icon="save" onClick={props.onExport}>
          {t('export.open')}
        </Button>
      </SelectionBar>
      <Show when={menu()}>
        {(shown) => (
          <Menu
            label={t('table.actions')}
            groups={menuOf(shown().line)}
            anchor={shown().anchor}
            onClose={() => setMenu(undefined)}
          />
        )}
      </Show>
      <Show when={explorer()}>{(url) => <ExplorerDialog url={url()} onClose={() => setExplorer(undefined)} />}</Show>
      <Show when={savedAddress()}>
        {(address) => (
          <ContactDialog
            contact={undefined}
            address={address()}
            contacts={history.contacts}
            onClose={closeContact}
            onSaved={closeContact}
          />
        )}
      </Show>
    </>
  )
}
