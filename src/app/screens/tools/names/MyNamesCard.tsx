// The names that the wallet knows, each with its record, and what can be done with it.

import { createSignal, For, type JSX, Show } from 'solid-js'
import type { NameView } from '../../../../engine/api/engineViews.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { focusNextForm } from '../../../components/controls/focus.ts'
import { EmptyState, Problem } from '../../../components/feedback/Notice.tsx'
import { SkeletonRows } from '../../../components/feedback/Skeleton.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { OwnText } from '../../../components/text/OwnText.tsx'
import { Tag } from '../../../components/text/Tag.tsx'
import type { OwnNames } from '../../../state/tools/ownNames.ts'
import { signsAlone, useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t } from '../../../text/text.ts'
import { ChangeNameDialog } from './ChangeNameDialog.tsx'
import { isEnding, NameRecord, nameTypeText } from './NameRecord.tsx'
import { RenewNameDialog } from './RenewNameDialog.tsx'
import './myNamesCard.css'

type OpenDialog = { readonly kind: 'renew' | 'change'; readonly name: NameView }

const NameRow = (props: {
  readonly name: NameView
  readonly onOpen: (kind: OpenDialog['kind']) => void
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  return (
    <li>
      <details class="own-name">
        <summary>
          <strong>
            <OwnText text={props.name.name} />
          </strong>
          <span class="tags">
            <Tag>{nameTypeText(props.name.type)}</Tag>
            <Show when={props.name.isOwn}>
              <Tag outcome="good">{t('ownNames.yours')}</Tag>
            </Show>
            <Show when={isEnding(props.name)}>
              <Tag outcome="bad">{t(props.name.expired ? 'ownNames.expired' : 'ownNames.ending')}</Tag>
            </Show>
          </span>
        </summary>
        <NameRecord record={props.name} />
        <Show when={signsAlone(wallet())}>
          <div class="buttons">
            <Show when={props.name.expirationHeight !== undefined && !props.name.expired}>
              <Button onClick={() => props.onOpen('renew')}>{t('ownNames.renew')}</Button>
            </Show>
            <Show when={props.name.isOwn && !props.name.expired}>
              <Button icon="edit" onClick={() => props.onOpen('change')}>
                {t('ownNames.change')}
              </Button>
            </Show>
          </div>
        </Show>
      </details>
    </li>
  )
}

export const MyNamesCard = (props: { readonly names: OwnNames; readonly onSent: () => void }): JSX.Element => {
  const [dialog, setDialog] = createSignal<OpenDialog>()
  const open = (kind: OpenDialog['kind']): NameView | undefined =>
    dialog()?.kind === kind ? dialog()?.name : undefined
  const close = (): void => void setDialog(undefined)
  const finish = (): void => {
    close()
    props.onSent()
  }
  return (
    <Card title={t('ownNames.mine')}>
      <Problem text={props.names.problem()} />
      <Show
        when={props.names.items.length > 0}
        fallback={
          <Show when={props.names.loaded()} fallback={<SkeletonRows rows={2} />}>
            <EmptyState title={t('ownNames.empty')} hint={t('ownNames.emptyHint')}>
              <Button onClick={focusNextForm}>{t('ownNames.lookUp')}</Button>
            </EmptyState>
          </Show>
        }
      >
        <ul class="own-names" aria-label={t('ownNames.mine')}>
          <For each={props.names.items}>
            {(name) => <NameRow name={name} onOpen={(kind) => setDialog({ kind, name: { ...name } })} />}
          </For>
        </ul>
      </Show>
      <Show when={open('renew')}>{(name) => <RenewNameDialog name={name()} onClose={close} onSent={finish} />}</Show>
      <Show when={open('change')}>{(name) => <ChangeNameDialog name={name()} onClose={close} onSent={finish} />}</Show>
    </Card>
  )
}
