// The response: its JSON with every digit, the duration, and the code of an error.

import { type JSX, Show } from 'solid-js'
import { CopyButton } from '../../components/controls/Copy.tsx'
import { Notice } from '../../components/feedback/Notice.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { Disclosure } from '../../components/layout/Disclosure.tsx'
import { OwnText } from '../../components/text/OwnText.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import type { RpcAnswer } from '../../state/console/rpcCall.ts'
import { formatCount } from '../../text/counts.ts'
import { t } from '../../text/text.ts'
import './answerCard.css'

const Text = (props: { readonly label: string; readonly text: string }): JSX.Element => (
  <section class="json" tabindex="0" aria-label={props.label}>
    <pre translate="no">{props.text}</pre>
  </section>
)

export const AnswerCard = (props: { readonly answer: RpcAnswer }): JSX.Element => (
  <Card
    title={t('console.answer')}
    aside={
      <p class="tags" role="status">
        <Tag outcome={props.answer.error === undefined ? 'good' : 'bad'}>
          {props.answer.error === undefined
            ? t('console.succeeded')
            : t('console.failed', { code: props.answer.error.code })}
        </Tag>
        <Tag>{t('console.took', { time: formatCount(Math.round(props.answer.milliseconds)) })}</Tag>
      </p>
    }
  >
    <Show when={props.answer.error}>
      {(error) => (
        <Notice kind="warning">
          <strong>
            <OwnText text={error().message} />
          </strong>
          <Show when={error().detail}> – {error().detail}</Show>
        </Notice>
      )}
    </Show>
    <Text label={t('console.answer')} text={props.answer.answer} />
    <div class="copies">
      <CopyButton text={props.answer.answer} label={t('console.copyAnswer')} />
    </div>
    <Disclosure summary={t('console.request')}>
      <Text label={t('console.request')} text={props.answer.request} />
    </Disclosure>
  </Card>
)
