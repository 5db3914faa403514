// Shows whose an address is: the account and index of an own one.
import { createSignal, type JSX, Match, Show, Switch } from 'solid-js'
import type { AddressPlace } from '../../../../wallet/lookup/lookupViews.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { Notice, Problem } from '../../../components/feedback/Notice.tsx'
import { TextArea } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { Fact, Facts } from '../../../components/text/Facts.tsx'
import { OwnText } from '../../../components/text/OwnText.tsx'
import { invalidText } from '../../../format/destination.ts'
import { networkName } from '../../../state/nodes/networks.ts'
import { createAction } from '../../../state/requests/action.ts'
import { useSession } from '../../../state/session/session.tsx'
import { createTextDraft } from '../../../state/wallet/drafts.ts'
import { useOpenWallet } from '../../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../../text/text.ts'

type Own = Extract<AddressPlace, { readonly kind: 'own' }>

const placeName = ({ form, place }: Own): string => {
  if (form === 'integrated') return t('isMine.integrated')
  return place.index === 0 ? t('receive.main') : t('receive.subaddress', { index: place.index })
}

const OwnPlace = (props: { readonly own: Own }): JSX.Element => {
  const { wallet } = useOpenWallet()
  const accountLabel = (): string => wallet().accounts[props.own.place.account]?.label ?? ''
  return (
    <>
      <Notice kind="info">
        <strong>{t('isMine.yes')}.</strong> {props.own.isIssued ? '' : t('isMine.ahead')}
      </Notice>
      <Facts>
        <Fact name={t('receive.account')}>
          <Show when={accountLabel()} fallback={t('home.account', { index: props.own.place.account })}>
            {(label) => (
              <>
                <OwnText text={label()} /> ({props.own.place.account})
              </>
            )}
          </Show>
        </Fact>
        <Fact name={t('receive.address')}>{placeName(props.own)}</Fact>
        <Show when={props.own.place.index > 0 && props.own.place.label}>
          {(label) => (
            <Fact name={t('receive.label')}>
              <OwnText text={label()} />
            </Fact>
          )}
        </Show>
      </Facts>
    </>
  )
}

export const AddressPlaceCard = (): JSX.Element => {
  const { engine } = useSession()
  const { drafts } = useOpenWallet()
  const [text, setText] = createTextDraft(drafts, 'view.lookupAddress')
  const [problem, setProblem] = createSignal('')
  const [found, setFound] = createSignal<AddressPlace>()
  const check = createAction(async () => {
    setProblem(text().trim() === '' ? t('isMine.missing') : '')
    setFound(undefined)
    if (problem() !== '') return
    const place = await engine.addressPlace(text())
    if (place.kind === 'invalid') setProblem(invalidText(place.invalid, networkName))
    else setFound(place)
  })
  const own = (): Own | undefined => {
    const place = found()
    return place?.kind === 'own' ? place : undefined
  }
  const watched = (): number | undefined => {
    const place = found()
    return place?.kind === 'foreign' ? place.watched : undefined
  }
  return (
    <Card title={t('isMine.title')}>
      <p class="muted">{t('isMine.about')}</p>
      <Form onSubmit={() => void check.run()}>
        <TextArea
          mono
          rows={2}
          label={t('isMine.address')}
          value={text()}
          problem={problem()}
          onInput={(typed) => {
            setText(typed)
            setProblem('')
            setFound(undefined)
            check.clear()
          }}
        />
        <Problem text={check.problem()} />
        <div class="buttons">
          <Button type="submit" busy={check.running()}>
            {t('isMine.go')}
          </Button>
        </div>
      </Form>
      <div role="status" class="form">
        <Switch>
          <Match when={own()}>{(place) => <OwnPlace own={place()} />}</Match>
          <Match when={watched()}>
            {(count) => (
              <Notice kind="warning">
                <p>
                  <strong>{t('isMine.no')}</strong>
                </p>
                <p>{tCount('isMine.noHint', count())}</p>
              </Notice>
            )}
          </Match>
        </Switch>
      </div>
    </Card>
  )
}
