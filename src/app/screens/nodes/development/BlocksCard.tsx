// Mining on demand or by itself, and coins from the faucet.
import { createSignal, type JSX } from 'solid-js'
import * as v from 'valibot'
import { Button } from '../../../components/controls/Button.tsx'
import { Done, Problem } from '../../../components/feedback/Notice.tsx'
import { SelectField } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { AmountField } from '../../../components/money/AmountField.tsx'
import { parseAmount } from '../../../format/amount.ts'
import { MiningState } from '../../../format/developmentResults.ts'
import { createDevelopmentCalls } from '../../../state/nodes/developmentNode.ts'
import { createAction } from '../../../state/requests/action.ts'
import { createFetchedFromNode } from '../../../state/requests/fetched.ts'
import { useSession } from '../../../state/session/session.tsx'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../../text/text.ts'
import { CountForm } from './CountForm.tsx'

const INTERVAL_MS = 5000

/** Who gets the rewards of mined blocks. */
type Miner = 'wallet' | 'faucet'

export const MineCard = (): JSX.Element => {
  const { engine } = useSession()
  const { call, done, setDone } = createDevelopmentCalls()
  const [miner, setMiner] = createSignal<Miner>('wallet')
  const mine = createAction(async (blocks: number) => {
    setDone('')
    if (miner() === 'wallet') await engine.mine(blocks)
    else await engine.callDevelopmentNode('dev_mine', { blocks })
    setDone(tCount('home.mineDone', blocks))
  })
  const state = createFetchedFromNode(true, async () =>
    v.parse(MiningState, await engine.callDevelopmentNode('dev_automine', {})),
  )
  const setMode = async (mode: v.InferOutput<typeof MiningState>['mode']): Promise<void> => {
    await call.run('dev_automine', { mode, milliseconds: INTERVAL_MS }, () => t('action.saved'))
    await state.refetch()
  }
  return (
    <Card title={t('devTools.blocks')}>
      <CountForm
        label={t('devTools.count')}
        initial={1}
        action={t('devTools.mine')}
        icon="mined"
        busy={mine.running()}
        onSubmit={(count) => void mine.run(count)}
      >
        <SelectField<Miner>
          label={t('devTools.rewards')}
          hint={t('devTools.rewardsHint')}
          value={miner()}
          options={[
            { value: 'wallet', text: t('devTools.toWallet') },
            { value: 'faucet', text: t('devTools.toFaucet') },
          ]}
          onChange={setMiner}
        />
      </CountForm>
      <SelectField
        label={t('devTools.mode')}
        value={state.value()?.mode ?? 'manual'}
        options={[
          { value: 'manual', text: t('devTools.manual') },
          { value: 'auto', text: t('devTools.auto') },
          { value: 'interval', text: t('devTools.interval', { seconds: INTERVAL_MS / 1000 }) },
        ]}
        onChange={(mode) => void setMode(mode)}
      />
      <Problem text={mine.problem() || call.problem() || state.problem()} />
      <Done text={done()} />
    </Card>
  )
}

export const FaucetCard = (): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const [text, setText] = createSignal('100')
  const [done, setDone] = createSignal('')
  const amount = () => parseAmount(text(), wallet().decimals)
  const faucet = createAction(async () => {
    setDone('')
    const typed = amount()
    if (!typed.valid) return
    await engine.faucet(typed.amount)
    setDone(t('home.faucetDone'))
  })
  return (
    <Card title={t('devTools.faucet')}>
      <p class="muted">{t('devTools.faucetHint')}</p>
      <Form onSubmit={() => void faucet.run()}>
        <AmountField label={t('devTools.amount')} text={text()} amount={amount()} needed={true} onInput={setText} />
        <div class="buttons">
          <Button type="submit" icon="faucet" busy={faucet.running()}>
            {t('home.faucet')}
          </Button>
        </div>
      </Form>
      <Problem text={faucet.problem()} />
      <Done text={done()} />
    </Card>
  )
}
