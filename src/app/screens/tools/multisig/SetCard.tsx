// A payment of participants as read: what it does, who has signed, and what this participant can do with it.
import { For, type JSX, Match, Show, Switch } from 'solid-js'
import type { MultisigSetView } from '../../../../wallet/multisig/multisigViews.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { DataOut } from '../../../components/data/DataOut.tsx'
import { Notice, Problem } from '../../../components/feedback/Notice.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { Disclosure } from '../../../components/layout/Disclosure.tsx'
import { DescribedTransfer } from '../../../components/payment/DescribedTransfer.tsx'
import { Fact, Facts } from '../../../components/text/Facts.tsx'
import type { Action } from '../../../state/requests/action.ts'
import { t } from '../../../text/text.ts'

/** A multisig set with what it does. */
export type ReadSet = {
  readonly bytes: Uint8Array
  readonly payment: MultisigSetView
  /** the user has the bytes outside of this screen */
  readonly isKept: boolean
}

type SetProps = {
  readonly set: ReadSet
  readonly sign: Action<[ReadSet]>
  readonly send: Action<[ReadSet]>
  readonly onClose: () => void
}

/** A payment that other participants must sign, too. */
const HandOn = (props: SetProps): JSX.Element => (
  <>
    <p role="status">{t('multisigPayment.handOnBody')}</p>
    <Show when={!props.set.isKept}>
      <Notice kind="warning">{t('multisigPayment.keep')}</Notice>
    </Show>
    <SetOut {...props} />
    <div class="buttons">
      <Button onClick={props.onClose}>{t('multisigPayment.another')}</Button>
    </div>
  </>
)

const SetOut = (props: Pick<SetProps, 'set'>): JSX.Element => (
  <DataOut
    name={t('multisigPayment.signedFile', {
      signatures: props.set.payment.signatures,
      threshold: props.set.payment.threshold,
    })}
    bytes={props.set.bytes}
  />
)

const ToSign = (props: SetProps): JSX.Element => (
  <>
    <p class="muted">{t('set.nothingElse')}</p>
    <Problem text={props.sign.problem()} />
    <div class="buttons">
      <Button onClick={props.onClose}>{t('action.cancel')}</Button>
      <Button variant="primary" busy={props.sign.running()} onClick={() => void props.sign.run(props.set)}>
        {t('set.signGo')}
      </Button>
    </div>
  </>
)

/** A payment that enough participants have signed. */
const ToSend = (props: SetProps): JSX.Element => (
  <>
    <p role="status">
      {t('multisigPayment.complete')} {t('send.final')}
    </p>
    <Show when={!props.set.isKept}>
      <Notice kind="warning">{t('multisigPayment.keepComplete')}</Notice>
    </Show>
    <Problem text={props.send.problem()} />
    <div class="buttons">
      <Button onClick={props.onClose}>{t('action.cancel')}</Button>
      <Button variant="primary" icon="send" busy={props.send.running()} onClick={() => void props.send.run(props.set)}>
        {t('set.sendGo')}
      </Button>
    </div>
    <Disclosure summary={t('multisigPayment.handOnInstead')}>
      <SetOut {...props} />
    </Disclosure>
  </>
)

const stageOf = ({ signatures, threshold, isSigned }: MultisigSetView): 'sign' | 'hand on' | 'send' => {
  if (signatures >= threshold) return 'send'
  return isSigned ? 'hand on' : 'sign'
}

const titles = { sign: 'set.what', 'hand on': 'multisigPayment.handOn', send: 'set.sendWhat' } as const

export const SetCard = (props: SetProps): JSX.Element => {
  const stage = () => stageOf(props.set.payment)
  return (
    <Card title={t(titles[stage()])}>
      <For each={props.set.payment.transfers}>{(transfer) => <DescribedTransfer transfer={transfer} />}</For>
      <Facts>
        <Fact name={t('multisigPayment.signatures')}>
          {t(props.set.payment.isSigned ? 'multisigPayment.countOwn' : 'multisigPayment.count', {
            signatures: props.set.payment.signatures,
            threshold: props.set.payment.threshold,
          })}
        </Fact>
      </Facts>
      <Switch>
        <Match when={stage() === 'sign'}>
          <ToSign {...props} />
        </Match>
        <Match when={stage() === 'hand on'}>
          <HandOn {...props} />
        </Match>
        <Match when={stage() === 'send'}>
          <ToSend {...props} />
        </Match>
      </Switch>
    </Card>
  )
}
