// All parts of the page on one screen, for its developers: in development builds only, and not translated.
import { createSignal, For, type JSX } from 'solid-js'
import { Address } from '../../components/address/Address.tsx'
import { Button, IconButton } from '../../components/controls/Button.tsx'
import { Icon, type IconName } from '../../components/controls/Icon.tsx'
import { Done, EmptyState, Notice, Problem } from '../../components/feedback/Notice.tsx'
import { RadioField, SelectField, Switch, TextField } from '../../components/form/Field.tsx'
import { SearchField } from '../../components/form/SearchField.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Disclosure } from '../../components/layout/Disclosure.tsx'
import { LinkCard, LinkList } from '../../components/layout/LinkList.tsx'
import { Screen } from '../../components/layout/Screen.tsx'
import { SettingRow, SettingRows } from '../../components/layout/SettingRow.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { Ledger } from '../../components/money/Ledger.tsx'
import { ConfirmationRing } from '../../components/payment/ConfirmationRing.tsx'
import { Fact, Facts } from '../../components/text/Facts.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import './design.css'

const GROUNDS = [
  'background',
  'surface',
  'surface-raised',
  'surface-sunken',
  'surface-hover',
  'border',
  'border-strong',
] as const
const INKS = ['text', 'text-muted', 'text-faint', 'accent', 'warning', 'danger', 'frozen'] as const
const SOFT = ['accent-soft', 'warning-soft', 'danger-soft', 'frozen-soft'] as const
const SIZES = ['caption', 'small', 'body', 'lead', 'title', 'display', 'money'] as const
const ICONS: readonly IconName[] = [
  'home',
  'send',
  'receive',
  'history',
  'coins',
  'contacts',
  'tools',
  'settings',
  'lock',
  'frozen',
  'mined',
  'warning',
]

const Colours = (): JSX.Element => (
  <div class="design-colours">
    <For each={[...GROUNDS, ...INKS, ...SOFT]}>
      {(name) => (
        <div>
          <div class={`design-colour ${name}`} />
          <p class="muted">{name}</p>
        </div>
      )}
    </For>
  </div>
)

const Controls = (): JSX.Element => {
  const [choice, setChoice] = createSignal<'all' | 'received' | 'sent'>('all')
  const [isOn, setOn] = createSignal(true)
  const [text, setText] = createSignal('')
  return (
    <>
      <div class="buttons">
        <Button>Control</Button>
        <Button icon="save" shortcut="n">
          With a key
        </Button>
        <Button variant="quiet" icon="plus">
          Quiet
        </Button>
        <Button variant="danger">Danger</Button>
        <IconButton icon="copy" label="Copy" onClick={() => setOn(!isOn())} />
        <Button busy>Busy</Button>
        <Button disabled>Disabled</Button>
      </div>
      <div class="buttons">
        <Button>Second</Button>
        <Button variant="primary">Primary, one a screen</Button>
      </div>
      <RadioField
        label="Segments"
        value={choice()}
        options={[
          { value: 'all', text: 'All' },
          { value: 'received', text: 'Received' },
          { value: 'sent', text: 'Sent' },
        ]}
        onChange={setChoice}
      />
      <SearchField label="Search" placeholder="Notes, names" value={text()} onInput={setText} />
      <TextField label="Field" hint="A hint in one line" value={text()} onInput={setText} />
      <TextField
        label="With an error"
        value="12.5.1"
        problem="“12.5.1” has two points. Write 12.51 or 12.5."
        onInput={setText}
      />
      <SelectField
        label="Choice"
        value={5}
        options={[5, 15].map((value) => ({ value, text: `${value} minutes` }))}
        onChange={() => undefined}
      />
      <Switch label="Switch" hint="What it does" checked={isOn()} onChange={setOn} />
      <Disclosure summary="More options">
        <p>What few need.</p>
      </Disclosure>
    </>
  )
}

const States = (): JSX.Element => (
  <>
    <div class="tags">
      <Tag>XMR</Tag>
      <Tag outcome="warning">Practice</Tag>
      <Tag outcome="good">Unused</Tag>
      <Tag outcome="cool">Frozen</Tag>
      <Tag outcome="bad">Failed</Tag>
      <For each={[0, 1, 3, 5, 8, 10]}>
        {(confirmations) => (
          <ConfirmationRing
            confirmations={confirmations}
            needed={10}
            failed={false}
            text={`${confirmations} of 10 blocks`}
          />
        )}
      </For>
      <ConfirmationRing confirmations={0} needed={10} failed text="Failed" />
      <kbd>Ctrl K</kbd>
    </div>
    <div class="tags">
      <For each={ICONS}>{(name) => <Icon name={name} />}</For>
    </div>
    <Notice kind="info">A note says one thing and has one act.</Notice>
    <Notice kind="warning">A warning says what can be lost and how to avoid it.</Notice>
    <Problem text="What was wrong, with which value, what to do." />
    <Done text="Done" />
    <EmptyState title="Nothing yet" hint="What will be here" />
  </>
)

const Texts = (): JSX.Element => {
  const { wallet } = useOpenWallet()
  const unit = (): bigint => 10n ** BigInt(wallet().decimals)
  return (
    <>
      <For each={SIZES}>{(size) => <p class={`design-size ${size}`}>{size} 0123456789</p>}</For>
      <Ledger
        lines={[
          { name: 'Available', amount: 77n * unit() },
          { name: 'Waiting', amount: unit() / 4n },
        ]}
        total={{ name: 'Total', amount: 77n * unit() + unit() / 4n }}
      />
      <p>
        <Amount amount={unit() * 3n} sign="in" /> · <Amount amount={unit() / 2n} sign="out" />
      </p>
      <Address text={wallet().address} />
      <Facts>
        <Fact name="Date">27 Nov 2026, 19:49</Fact>
        <Fact name="Block">3,541,733</Fact>
      </Facts>
    </>
  )
}

export default function Design(): JSX.Element {
  return (
    <Screen title="Design" back={{ href: '/tools', text: 'Tools' }}>
      <div class="columns">
        <div class="stack">
          <Card title="Colours">
            <Colours />
          </Card>
          <Card title="Controls">
            <Controls />
          </Card>
        </div>
        <div class="stack">
          <Card title="Type, money and facts">
            <Texts />
          </Card>
          <Card title="States">
            <States />
          </Card>
          <SettingRows title="Rows of settings">
            <SettingRow title="Password" hint="What it means">
              <Button>Change</Button>
            </SettingRow>
          </SettingRows>
          <LinkList title="Links">
            <LinkCard href="/" icon="home" title="A place" hint="What is there" />
          </LinkList>
        </div>
      </div>
    </Screen>
  )
}
