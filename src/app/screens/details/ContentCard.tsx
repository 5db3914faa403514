// The transaction as the node has it: raw bytes, and the members of its rings.
import { createSignal, For, type JSX, Show } from 'solid-js'
import { fromHex } from '../../../bytes/hex.ts'
import type { RingMemberView, TransactionContent } from '../../../wallet/proofs/proofViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { Copyable, CopyButton } from '../../components/controls/Copy.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { Disclosure } from '../../components/layout/Disclosure.tsx'
import { Fact, Facts, WideFact } from '../../components/text/Facts.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import { formatBytes } from '../../format/bytes.ts'
import { saveFile } from '../../host/files/saveFile.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { createHeightText } from '../../state/wallet/chainTimes.ts'
import { formatCount } from '../../text/counts.ts'
import { t } from '../../text/text.ts'
import './contentCard.css'

const Ring = (props: { readonly ring: readonly RingMemberView[] }): JSX.Element => {
  const heightText = createHeightText()
  return (
    <ol class="ring-members">
      <For each={props.ring}>
        {({ globalIndex, height, isOwn }) => (
          <li>
            {t('proofs.member', { index: formatCount(globalIndex), height: heightText.value(height) })}
            <Show when={isOwn}>
              {' '}
              <Tag outcome="good">{t('proofs.own')}</Tag>
            </Show>
          </li>
        )}
      </For>
    </ol>
  )
}

const Rings = (props: { readonly content: TransactionContent }): JSX.Element => (
  <Show when={props.content.inputs.length > 0} fallback={<p class="muted">{t('proofs.noRings')}</p>}>
    <p class="muted">{t('proofs.ringsAbout')}</p>
    <For each={props.content.inputs}>
      {(input, i) => (
        <section>
          <h3>{t('proofs.input', { index: i() + 1 })}</h3>
          <Facts>
            <WideFact name={t('proofs.keyImage')}>
              <Copyable text={input.keyImage} label={t('proofs.copyKeyImage')} />
            </WideFact>
            <WideFact name={t('proofs.rings')}>
              <Ring ring={input.ring} />
            </WideFact>
          </Facts>
        </section>
      )}
    </For>
  </Show>
)

const Content = (props: { readonly txid: string; readonly content: TransactionContent }): JSX.Element => {
  const save = (): void =>
    saveFile(`${props.txid}.bin`, 'application/octet-stream', new Uint8Array(fromHex(props.content.raw)))
  return (
    <>
      <Facts>
        <Fact name={t('proofs.raw')}>
          {t('proofs.rawSize', { size: formatBytes(props.content.size), version: props.content.version })}
        </Fact>
      </Facts>
      <Show when={props.content.isPruned}>
        <p class="field-hint">{t('proofs.rawPruned')}</p>
      </Show>
      <div class="buttons">
        <CopyButton text={props.content.raw} label={t('proofs.copyRaw')} />
        <Button icon="save" onClick={save}>
          {t('proofs.rawSave')}
        </Button>
      </div>
      <Rings content={props.content} />
    </>
  )
}

export const ContentCard = (props: { readonly txid: string }): JSX.Element => {
  const { engine } = useSession()
  const [content, setContent] = createSignal<TransactionContent>()
  const get = createAction(async () => void setContent(await engine.transactionContent(props.txid)))
  return (
    <section class="details-content">
      <Disclosure summary={t('proofs.content')}>
        <div class="form">
          <Show
            when={content()}
            fallback={
              <>
                <p class="muted">{t('proofs.contentAbout')}</p>
                <div class="buttons">
                  <Button busy={get.running()} onClick={() => void get.run()}>
                    {t('proofs.contentGo')}
                  </Button>
                </div>
                <Problem text={get.problem()} />
              </>
            }
          >
            {(found) => <Content txid={props.txid} content={found()} />}
          </Show>
        </div>
      </Disclosure>
    </section>
  )
}
