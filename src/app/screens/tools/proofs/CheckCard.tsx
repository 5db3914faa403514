// Checks a proof or a signature that someone else made.
import { createSignal, type JSX, Match, Show, Switch } from 'solid-js'
import * as v from 'valibot'
import type { ProofKind, ProofVerdict } from '../../../../wallet/proofs/proofViews.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { Notice, Problem } from '../../../components/feedback/Notice.tsx'
import { TextArea, TextField } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { Amount } from '../../../components/money/Amount.tsx'
import { HiddenCharacters } from '../../../components/text/ExactText.tsx'
import { Fact, Facts } from '../../../components/text/Facts.tsx'
import { createAction } from '../../../state/requests/action.ts'
import { useSession } from '../../../state/session/session.tsx'
import {
  EMPTY_PROOF,
  isCutProof,
  isOfOtherNetwork,
  neededParts,
  type ProofParts,
  parseProofText,
  proofCheck,
  proofKind,
} from '../../../state/tools/proofText.ts'
import { createDraft } from '../../../state/wallet/drafts.ts'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../../text/text.ts'

const ADDRESS_LABELS = {
  payment: 'proofs.addressPayment',
  spend: 'proofs.address',
  reserve: 'proofs.addressReserve',
  message: 'proofs.addressMessage',
} as const satisfies Record<ProofKind, string>

/** What a good proof proves. */
const Proven = (props: { readonly verdict: ProofVerdict }): JSX.Element => (
  <Switch>
    <Match when={props.verdict.kind === 'payment' && props.verdict}>
      {(verdict) => (
        <>
          <Facts>
            <Fact name={t('proofs.paid')}>
              <Amount amount={verdict().received} />
            </Fact>
          </Facts>
          <p class="muted">
            {verdict().inPool ? t('proofs.unconfirmed') : tCount('proofs.confirmed', verdict().confirmations)}
          </p>
        </>
      )}
    </Match>
    <Match when={props.verdict.kind === 'reserve' && props.verdict}>
      {(verdict) => (
        <Facts>
          <Fact name={t('proofs.has')}>
            <Amount amount={verdict().total - verdict().spent} />
          </Fact>
          <Show when={verdict().spent > 0n}>
            <Fact name={t('proofs.spentSince')}>
              <Amount amount={verdict().spent} />
            </Fact>
          </Show>
        </Facts>
      )}
    </Match>
    <Match when={props.verdict.kind === 'spend'}>
      <p>{t('proofs.spendGood')}</p>
    </Match>
    <Match when={props.verdict.kind === 'message'}>
      <p>{t('proofs.messageGood')}</p>
    </Match>
  </Switch>
)

const Verdict = (props: { readonly verdict: ProofVerdict }): JSX.Element => {
  const isMessage = (): boolean => props.verdict.kind === 'message'
  return (
    <Show
      when={props.verdict.good}
      fallback={
        <Notice kind="warning">
          <strong>{t(isMessage() ? 'proofs.badMessage' : 'proofs.bad')}.</strong> {t('proofs.badHint')}
        </Notice>
      }
    >
      <Notice kind="info">
        <strong>{t(isMessage() ? 'proofs.goodMessage' : 'proofs.good')}.</strong>
      </Notice>
      <Proven verdict={props.verdict} />
    </Show>
  )
}

const KeptParts = v.object({
  txid: v.string(),
  address: v.string(),
  message: v.string(),
  proof: v.string(),
  network: v.string(),
})

const partsOf = (kept: unknown): ProofParts | undefined => (v.is(KeptParts, kept) ? kept : undefined)

export const CheckCard = (): JSX.Element => {
  const { engine } = useSession()
  const { wallet, drafts } = useOpenWallet()
  const [parts, setParts] = createDraft(drafts, 'proofs.check', partsOf, EMPTY_PROOF)
  const [tried, setTried] = createSignal(false)
  const [verdict, setVerdict] = createSignal<ProofVerdict>()
  const kind = (): ProofKind | undefined => proofKind(parts().proof)
  const change = (changed: Partial<ProofParts>): void => {
    setParts({ ...parts(), ...changed })
    setVerdict(undefined)
    check.clear()
  }
  const missing = (part: 'txid' | 'address'): string =>
    tried() && parts()[part].trim() === '' ? t('proofs.missing') : ''
  const isForeign = (): boolean => isOfOtherNetwork(parts(), wallet().armouredProofsName)
  const problem = (): string => {
    if (kind() !== undefined) return isForeign() ? t('proofs.otherNetwork', { network: parts().network }) : ''
    if (isCutProof(parts().proof)) return t('proofs.cut')
    return tried() || parts().proof.length > 40 ? t('proofs.unknown') : ''
  }
  const check = createAction(async () => {
    setTried(true)
    const proven = kind()
    if (proven === undefined || isForeign() || neededParts(proven).some((part) => parts()[part].trim() === '')) return
    setVerdict(await engine.checkProof(proofCheck(proven, parts())))
  })
  return (
    <Card title={t('proofs.check')}>
      <p class="muted">{t('proofs.checkAbout')}</p>
      <Form onSubmit={() => void check.run()}>
        <TextArea
          mono
          rows={3}
          label={t('proofs.received')}
          hint={kind() === undefined ? '' : t(`proofs.kinds.${kind() ?? 'payment'}`)}
          problem={problem()}
          value={parts().proof}
          onInput={(text) => {
            // A second event with what the first one left in the field changes nothing.
            if (text !== parts().proof) change(parseProofText(text))
          }}
        />
        <Show when={neededParts(kind()).includes('txid')}>
          <TextField
            mono
            label={t('proofs.txid')}
            value={parts().txid}
            problem={missing('txid')}
            onInput={(txid) => change({ txid })}
          />
        </Show>
        <Show when={neededParts(kind()).includes('address')}>
          <TextField
            mono
            label={t(ADDRESS_LABELS[kind() ?? 'payment'])}
            value={parts().address}
            problem={missing('address')}
            onInput={(address) => change({ address })}
          />
        </Show>
        <Show when={kind() !== undefined}>
          <TextArea
            rows={2}
            label={t(kind() === 'message' ? 'proofs.signedText' : 'proofs.message')}
            value={parts().message}
            onInput={(message) => change({ message })}
          />
          <HiddenCharacters text={parts().message} />
        </Show>
        <Problem text={check.problem()} />
        <div class="buttons">
          <Button variant="primary" type="submit" busy={check.running()}>
            {t('proofs.checkGo')}
          </Button>
        </div>
      </Form>
      <div role="status" class="form">
        <Show when={verdict()}>{(found) => <Verdict verdict={found()} />}</Show>
      </div>
    </Card>
  )
}
