// Finds a payment of the wallet by the id of its transaction.
import { createMemo, createSignal, For, type JSX, Show, untrack } from 'solid-js'
import { FabaError } from '../../../../errors/fabaError.ts'
import { ALL_TRANSFERS, type HistoryLine } from '../../../../wallet/history/historyViews.ts'
import type { TransactionSearch } from '../../../../wallet/lookup/lookupViews.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { Done, Problem } from '../../../components/feedback/Notice.tsx'
import { TextField } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { TransferRow } from '../../../components/payment/TransferRow.tsx'
import { createAction } from '../../../state/requests/action.ts'
import { useSession } from '../../../state/session/session.tsx'
import { createHeightText } from '../../../state/wallet/chainTimes.ts'
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

/** Returns the height from which the chain is to be scanned again, as a payment there was missed; undefined if none was. */
const missedHeight = (found: Found | undefined, error: unknown, restoreHeight: number): number | undefined => {
  if (error instanceof FabaError && error.code === 'older-transaction') return Number(error.details['height'])
  const heights = (found?.search === 'found' ? found.lines : []).map(({ height }) => height)
  return heights.find((height) => height > 0 && height < restoreHeight)
}

/** Offers to scan the chain again from the block of a payment that the scan did not read. */
const ScanFrom = (props: { readonly height: number }): JSX.Element => {
  const { engine } = useSession()
  const heightText = createHeightText()
  const [done, setDone] = createSignal(false)
  const rescan = createAction(async () => {
    await engine.rescan({ from: 'height', height: props.height })
    setDone(true)
  })
  return (
    <>
      <p>{t('findTx.missed', { height: heightText.inSentence(props.height) })}</p>
      <Problem text={rescan.problem()} />
      <Show when={!done()} fallback={<Done text={t('settings.rescanDone')} />}>
        <p class="muted">{t('settings.rescanBody')}</p>
        <div class="buttons">
          <Button icon="refresh" busy={rescan.running()} onClick={() => void rescan.run()}>
            {t('findTx.scanFrom')}
          </Button>
        </div>
      </Show>
    </>
  )
}

export const FindCard = (): JSX.Element => {
  const { engine } = useSession()
  const { wallet, drafts } = useOpenWallet()
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
  /** The scan changes the restore height: what was missed is what was missed when it was looked for. */
  const missed = createMemo(() => missedHeight(found(), find.error(), untrack(wallet).restoreHeight))
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
        <Show when={missed()}>{(height) => <ScanFrom height={height()} />}</Show>
      </div>
    </Card>
  )
}
