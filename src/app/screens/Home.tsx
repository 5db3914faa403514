// The open wallet at a glance: what there is, how far it has read the chain, what happened lately.
import { A } from '@solidjs/router'
import { createSignal, For, type JSX, Show } from 'solid-js'
import { accountName } from '../components/AccountSelect.tsx'
import { Amount } from '../components/Amount.tsx'
import { Button, ButtonLink } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { TextField } from '../components/Field.tsx'
import { Form } from '../components/Form.tsx'
import { Done, EmptyState, Notice, Problem } from '../components/Notice.tsx'
import { Card, Screen } from '../components/Screen.tsx'
import { SyncCard } from '../components/SyncStatus.tsx'
import { TransferRow } from '../components/TransferRow.tsx'
import { createAction } from '../state/action.ts'
import { createContacts, createTransfers } from '../state/lists.ts'
import { useOpenWallet, useSession } from '../state/session.tsx'
import { t } from '../text/text.ts'

const RECENT = 5
/** After so many blocks what was received can be spent. */
const MATURING_BLOCKS = 10
/** Whole coins that one press of the faucet gives. */
const FAUCET_COINS = 100n

const BalanceCard = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const waiting = (): bigint => wallet().balance.total - wallet().balance.unlocked
  return (
    <section class="card balance" aria-label={t('home.balance')}>
      <h2 class="balance-label">{t('home.balance')}</h2>
      <p class="balance-total" data-testid="balance-total">
        <Amount amount={wallet().balance.total} />
      </p>
      <dl class="balance-parts">
        <div>
          <dt>{t('home.available')}</dt>
          <dd data-testid="balance-available">
            <Amount amount={wallet().balance.unlocked} />
          </dd>
        </div>
        <div classList={{ unseen: waiting() === 0n }}>
          <dt>
            {wallet().balance.blocksToUnlock === 1
              ? t('home.waitingBlock')
              : wallet().balance.blocksToUnlock > 1
                ? t('home.waitingBlocks', { blocks: wallet().balance.blocksToUnlock })
                : t('home.waiting')}
          </dt>
          <dd>
            <Amount amount={waiting()} />
          </dd>
        </div>
      </dl>
      <div class="balance-actions">
        <Show when={!wallet().viewOnly}>
          <ButtonLink href="/send" look="primary" icon="send" wide>
            {t('home.send')}
          </ButtonLink>
        </Show>
        <ButtonLink href="/receive" look="primary" icon="receive" wide>
          {t('home.receive')}
        </ButtonLink>
      </div>
    </section>
  )
}

const DevelopmentCard = (): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const [done, setDone] = createSignal('')
  const faucet = createAction(async () => {
    setDone('')
    await engine.faucet(FAUCET_COINS * 10n ** BigInt(wallet().decimals))
    setDone(t('home.faucetDone'))
  })
  const mine = createAction(async (blocks: number) => {
    setDone('')
    await engine.mine(blocks)
    setDone(t(blocks === 1 ? 'home.mineDone' : 'home.mineMoreDone'))
  })
  return (
    <Card title={t('home.development')}>
      <p class="muted">{t('home.developmentHint')}</p>
      <div class="buttons">
        <Button icon="faucet" busy={faucet.running()} onClick={() => void faucet.run()}>
          {t('home.faucet')}
        </Button>
        <Button icon="mined" busy={mine.running()} onClick={() => void mine.run(1)}>
          {t('home.mine')}
        </Button>
        <Button icon="mined" busy={mine.running()} onClick={() => void mine.run(MATURING_BLOCKS)}>
          {t('home.mineMore')}
        </Button>
      </div>
      <Problem text={faucet.problem() || mine.problem()} />
      <Done text={done()} />
    </Card>
  )
}

const NewAccount = (props: { readonly onClose: () => void }): JSX.Element => {
  const { engine } = useSession()
  const { selectAccount } = useOpenWallet()
  const [label, setLabel] = createSignal('')
  const create = createAction(async () => {
    const account = await engine.createAccount(label().trim())
    selectAccount(account.index)
    props.onClose()
  })
  return (
    <Dialog title={t('home.newAccount')} onClose={props.onClose}>
      <Form onSubmit={() => void create.run()}>
        <TextField
          autofocus
          label={t('home.newAccountLabel')}
          hint={t('home.newAccountHint')}
          value={label()}
          onInput={setLabel}
        />
        <Problem text={create.problem()} />
        <div class="buttons">
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button look="primary" type="submit" busy={create.running()}>
            {t('home.newAccount')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

const AccountsCard = (): JSX.Element => {
  const { wallet, account, selectAccount } = useOpenWallet()
  const [adding, setAdding] = createSignal(false)
  return (
    <Card
      title={t('home.accounts')}
      aside={
        <Button look="quiet" icon="plus" onClick={() => setAdding(true)}>
          {t('home.newAccount')}
        </Button>
      }
    >
      <ul class="accounts">
        <For each={wallet().accounts}>
          {(each) => (
            <li>
              <button
                type="button"
                class="account"
                aria-pressed={account() === each.index}
                onClick={() => selectAccount(each.index)}
              >
                <span class="account-name">{accountName(each)}</span>
                <Amount amount={each.balance.total} />
              </button>
            </li>
          )}
        </For>
      </ul>
      <Show when={adding()}>
        <NewAccount onClose={() => setAdding(false)} />
      </Show>
    </Card>
  )
}

const RecentCard = (): JSX.Element => {
  const transfers = createTransfers(() => ({ limit: RECENT }))
  const contacts = createContacts()
  return (
    <Card
      title={t('home.recent')}
      aside={
        <Show when={transfers.items.length > 0}>
          <A class="card-link" href="/history">
            {t('home.all')}
          </A>
        </Show>
      }
    >
      <Problem text={transfers.problem()} />
      <Show
        when={transfers.items.length > 0}
        fallback={
          <Show when={transfers.loaded()}>
            <EmptyState title={t('home.empty')} hint={t('home.emptyHint')}>
              <ButtonLink href="/receive">{t('home.emptyAction')}</ButtonLink>
            </EmptyState>
          </Show>
        }
      >
        <ul class="transfers">
          <For each={transfers.items}>
            {(transfer) => (
              <li>
                <TransferRow transfer={transfer} contacts={contacts.items} />
              </li>
            )}
          </For>
        </ul>
      </Show>
    </Card>
  )
}

export default function Home(): JSX.Element {
  const { wallet } = useOpenWallet()
  return (
    <Screen title={t('home.title')} hideTitle>
      <div class="home">
        <div class="home-main">
          <BalanceCard />
          <Show when={wallet().viewOnly}>
            <Notice kind="info">{t('home.watchOnly')}</Notice>
          </Show>
          <RecentCard />
        </div>
        <div class="home-side">
          <SyncCard />
          <Show when={wallet().development}>
            <DevelopmentCard />
          </Show>
          <AccountsCard />
        </div>
      </div>
    </Screen>
  )
}
