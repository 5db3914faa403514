// Test coins and mining, for wallets of a development chain.
import { A } from '@solidjs/router'
import { createSignal, type JSX } from 'solid-js'
import { Button } from '../../components/controls/Button.tsx'
import { Done, Problem } from '../../components/feedback/Notice.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { createAmountText } from '../../state/wallet/shownAmounts.tsx'
import { t, tCount } from '../../text/text.ts'

/** Blocks until a received payment can be spent. */
const UNLOCK_BLOCKS = 10
/** Whole coins per use of the faucet. */
const FAUCET_COINS = 100n

export const DevelopmentCard = (): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const amountText = createAmountText()
  const [done, setDone] = createSignal('')
  const faucet = createAction(async () => {
    setDone('')
    await engine.faucet(FAUCET_COINS * 10n ** BigInt(wallet().decimals))
    setDone(t('home.faucetDone'))
  })
  const mine = createAction(async (blocks: number) => {
    setDone('')
    const reward = await engine.mine(blocks)
    const paid =
      reward > 0n
        ? tCount('home.mineReward', blocks, { amount: amountText(reward) })
        : tCount('home.mineNoReward', blocks)
    setDone(`${tCount('home.mineDone', blocks)} ${paid}`)
  })
  return (
    <Card title={t('home.development')}>
      <p class="muted">{t('home.developmentHint')}</p>
      <div class="buttons">
        <Button icon="faucet" busy={faucet.running()} onClick={() => void faucet.run()}>
          {t('home.faucet')}
        </Button>
        <Button icon="mined" busy={mine.running()} onClick={() => void mine.run(1)}>
          {tCount('home.mine', 1)}
        </Button>
        <Button icon="mined" busy={mine.running()} onClick={() => void mine.run(UNLOCK_BLOCKS)}>
          {tCount('home.mine', UNLOCK_BLOCKS)}
        </Button>
      </div>
      <p>
        <A href="/nodes/development">{t('devTools.open')}</A>
      </p>
      <Problem text={faucet.problem() || mine.problem()} />
      <Done text={done()} />
    </Card>
  )
}
