// Looks up any name.
import { createSignal, type JSX, Match, Switch } from 'solid-js'
import type { NameView } from '../../../../engine/api/engineViews.ts'
import { Button } from '../../../components/controls/Button.tsx'
import { Notice, Problem } from '../../../components/feedback/Notice.tsx'
import { RadioField, TextField } from '../../../components/form/Field.tsx'
import { Form } from '../../../components/form/Form.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { createAction } from '../../../state/requests/action.ts'
import { createFieldProblems } from '../../../state/requests/fieldProblems.ts'
import { useSession } from '../../../state/session/session.tsx'
import { t } from '../../../text/text.ts'
import { NameRecord } from './NameRecord.tsx'

type NameType = 'session' | 'lokinet'

export const LookUpCard = (props: { readonly onKept: () => void }): JSX.Element => {
  const { engine } = useSession()
  const [type, setType] = createSignal<NameType>('session')
  const [name, setName] = createSignal('')
  const [found, setFound] = createSignal<NameView | 'unregistered'>()
  const lookUp = createAction(async () => {
    setFound(undefined)
    setFound((await engine.lookUpName({ type: type(), name: name().trim() })) ?? 'unregistered')
  })
  const keep = createAction(async ({ type, name }: NameView) => {
    await engine.addName({ type, name })
    setFound(undefined)
    setName('')
    props.onKept()
  })
  const problems = createFieldProblems(lookUp, ({ code }) => (code === 'name-text' ? 'name' : undefined))
  const change = (): void => {
    lookUp.clear()
    setFound(undefined)
  }
  const record = (): NameView | undefined => {
    const answer = found()
    return answer === 'unregistered' ? undefined : answer
  }
  return (
    <Card title={t('ownNames.lookUp')}>
      <Form onSubmit={() => void lookUp.run()}>
        <RadioField<NameType>
          label={t('ownNames.type')}
          value={type()}
          options={[
            { value: 'session', text: t('ownNames.session') },
            { value: 'lokinet', text: t('ownNames.lokinet') },
          ]}
          onChange={(chosen) => {
            setType(chosen)
            change()
          }}
        />
        <TextField
          label={t('ownNames.lookUpName')}
          value={name()}
          problem={problems.of('name')}
          onInput={(text) => {
            setName(text)
            change()
          }}
          after={
            <Button type="submit" busy={lookUp.running()}>
              {t('ownNames.lookUpGo')}
            </Button>
          }
        />
        <Problem text={problems.rest() || keep.problem()} />
      </Form>
      <div role="status">
        <Switch>
          <Match when={found() === 'unregistered'}>
            <Notice kind="info">{t('ownNames.unregistered')}</Notice>
          </Match>
          <Match when={record()}>
            {(shown) => (
              <>
                <NameRecord record={shown()} />
                <div class="buttons">
                  <Button icon="plus" busy={keep.running()} onClick={() => void keep.run(shown())}>
                    {t('ownNames.keep')}
                  </Button>
                </div>
              </>
            )}
          </Match>
        </Switch>
      </div>
    </Card>
  )
}
