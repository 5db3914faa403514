// Warns of an address that was used before, and replaces it by a new one.
import type { JSX } from 'solid-js'
import type { AddressView } from '../../../wallet/accounts/accountViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { Notice, Problem } from '../../components/feedback/Notice.tsx'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { t } from '../../text/text.ts'

export const ReuseNotice = (props: {
  readonly account: number
  readonly onCreated: (address: AddressView) => void
}): JSX.Element => {
  const { engine } = useSession()
  const create = createAction(async () => props.onCreated(await engine.createSubaddress(props.account, '')))
  return (
    <div class="reuse">
      <Notice kind="warning">{t('addresses.reused')}</Notice>
      <Problem text={create.problem()} />
      <Button icon="plus" busy={create.running()} onClick={() => void create.run()}>
        {t('addresses.fresh')}
      </Button>
    </div>
  )
}
