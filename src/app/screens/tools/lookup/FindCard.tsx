// Finds a payment of the wallet by the id of its transaction.
import { createSignal, For, type JSX, Show } from 'solid-js'
import { ALL_TRANSFERS, type HistoryLine } from '../../../../wallet/history/historyViews.ts'
import type { TransactionSearch } from '../../../../wallet/lookup/lookupViews.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { Problem } from '../../../components/feedback/Notice.tsx'
import { TextField } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { TransferRow } from '../../../components/payment/TransferRow.tsx'
import { createAction } from '../../../state/requests/action.ts'
import { useSession } from '../../../state/session/session.tsx'
import { createTextDraft } from '../../../state/wallet/drafts.ts'
import { createContacts } from '../../../state/wallet/lists.ts'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t } from '../../../text/text.ts'

/** A transaction has a line for each recipient, and one for what it pays to each account of this wallet. */
const MAX_LINES = 20

const TEXTS = {
  known: 'findTx.known',
  found: 'findTx.found',
  foreign: 'findTx.foreign',
} as const satisfies Record<TransactionSearch, string>

type Found = { readonly search: TransactionSearch; readonly lines: readonly HistoryLine[] }

export const FindCard = (): JSX.Element => {
  const { engine } = useSession()
  const { drafts } = useOpenWallet()
  const contacts = createContacts()
  const [txid, setTxid] = createTextDraft(drafts, 'view.lookupTxid')
  const [problem, setProblem] = createSignal('')
  const [found, setFound] = createSignal<Found>()
  const find = createAction(async () => {
    const id = txid().trim().toLowerCase()
    setProblem(id === '' ? t('findTx.missing') : /^[0-9a-f]{64}$/.test(id) ? '' : t('findTx.bad'))
    setFound(undefined)
    if (problem() !== '') return
    const search = await engine.findTransaction(id)
    const { lines } = await engine.history({ ...ALL_TRANSFERS, search: id }, { offset: 0, limit: MAX_LINES })
    setFound({ search, lines: search === 'foreign' ? [] : lines })
  })
  return (
    <Card title={t('findTx.title')}>
      <p class="muted">{t('findTx.about')}</p>
      <Form onSubmit={() => void find.run()}>
        <TextField
          mono
          label={t('findTx.txid')}
          value={txid()}
          problem={problem()}
          onInput={(text) => {
            setTxid(text)
            setProblem('')
            setFound(undefined)
            find.clear()
          }}
        />
        <Problem text={find.problem()} />
        <div class="buttons">
          <Button variant="primary" type="submit" busy={find.running()}>
            {t('findTx.go')}
          </Button>
        </div>
      </Form>
      <div role="status" class="form">
        <Show when={found()}>
          {(result) => (
            <>
              <p>{t(TEXTS[result().search])}</p>
              <ul class="transfers">
                <For each={result().lines}>
                  {(line) => (
                    <li>
                      <TransferRow line={line} contacts={contacts.items} />
                    </li>
                  )}
                </For>
              </ul>
            </>
          )}
        </Show>
      </div>
    </Card>
  )
}
