// Shows what a raw transaction is, and sends it through the node.
import { createSignal, type JSX, Show } from 'solid-js'
import type { RawTransactionView } from '../../../../wallet/lookup/lookupViews.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { Copyable } from '../../../components/controls/Copy.tsx'
import { Notice, Problem } from '../../../components/feedback/Notice.tsx'
import { TextArea } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { Amount } from '../../../components/money/Amount.tsx'
import { UnlockTimes } from '../../../components/money/UnlockTimes.tsx'
import { Fact, Facts, WideFact } from '../../../components/text/Facts.tsx'
import { formatBytes } from '../../../format/bytes.ts'
import { createAction } from '../../../state/requests/action.ts'
import { useSession } from '../../../state/session/session.tsx'
import { ShownAmounts } from '../../../state/wallet/shownAmounts.tsx'
import { formatCount } from '../../../text/counts.ts'
import { t, tCount } from '../../../text/text.ts'

const RawFacts = (props: { readonly raw: RawTransactionView }): JSX.Element => (
  <Facts>
    <WideFact name={t('details.txid')}>
      <Copyable text={props.raw.txid} label={t('details.copyTxid')} />
    </WideFact>
    <Fact name={t('rawTx.form')}>
      {t('rawTx.formValue', { version: props.raw.version, size: formatBytes(props.raw.size) })}
    </Fact>
    <Fact name={t('rawTx.inputs')}>{tCount('rawTx.inputsValue', props.raw.inputs, { ring: props.raw.ringSize })}</Fact>
    <Fact name={t('rawTx.outputs')}>{formatCount(props.raw.outputs)}</Fact>
    <Show when={props.raw.fee}>
      {(fee) => (
        <Fact name={t('set.fee')}>
          <Amount amount={fee()} />
        </Fact>
      )}
    </Show>
    <UnlockTimes times={[props.raw.unlockTime]} />
  </Facts>
)

/** What the wallet knows of it. */
const ownText = ({ isKnown, ownInputs }: RawTransactionView): string => {
  if (isKnown) return t('rawTx.isKnown')
  return ownInputs > 0 ? tCount('rawTx.own', ownInputs) : t('rawTx.foreign')
}

export const RawCard = (): JSX.Element => {
  const { engine } = useSession()
  const [text, setText] = createSignal('')
  const [raw, setRaw] = createSignal<RawTransactionView>()
  const [outcome, setOutcome] = createSignal<'sent' | 'known'>()
  const read = createAction(async () => {
    setRaw(await engine.describeRawTransaction(text()))
  })
  const send = createAction(async () => {
    setOutcome(await engine.submitRawTransaction(text()))
  })
  return (
    <Card title={t('rawTx.title')}>
      <p class="muted">{t('rawTx.about')}</p>
      <Form onSubmit={() => void read.run()}>
        <TextArea
          mono
          rows={3}
          label={t('rawTx.text')}
          value={text()}
          problem={read.problem()}
          onInput={(typed) => {
            setText(typed)
            setRaw(undefined)
            setOutcome(undefined)
            read.clear()
            send.clear()
          }}
        />
        <Show when={raw() === undefined}>
          <div class="buttons">
            <Button type="submit" busy={read.running()}>
              {t('rawTx.read')}
            </Button>
          </div>
        </Show>
      </Form>
      <Show when={raw()}>
        {(shown) => (
          <div class="form">
            <ShownAmounts>
              <RawFacts raw={shown()} />
            </ShownAmounts>
            <Notice kind={shown().ownInputs > 0 && !shown().isKnown ? 'warning' : 'info'}>{ownText(shown())}</Notice>
            <Problem text={send.problem()} />
            <Show when={outcome() === undefined}>
              <div class="buttons">
                <Button variant="primary" busy={send.running()} onClick={() => void send.run()}>
                  {t('rawTx.go')}
                </Button>
              </div>
            </Show>
          </div>
        )}
      </Show>
      <p role="status" class="outcome">
        <Show when={outcome()}>{(done) => <>{t(done() === 'sent' ? 'rawTx.sent' : 'rawTx.already')}</>}</Show>
      </p>
    </Card>
  )
}
