// A button that exports data of the wallet, and then the data to carry.
import { createSignal, type JSX, Show } from 'solid-js'
import { createAction } from '../../state/requests/action.ts'
import type { DataKind } from '../../state/tools/dataKind.ts'
import { t } from '../../text/text.ts'
import { Button } from '../controls/Button.tsx'
import { Notice, Problem } from '../feedback/Notice.tsx'
import { DataOut } from './DataOut.tsx'

export const DataExport = (props: {
  readonly label: string
  readonly file: string
  /** shown with the data */
  readonly notice?: string
  readonly kind?: DataKind
  readonly make: () => Promise<Uint8Array>
}): JSX.Element => {
  const [made, setMade] = createSignal<Uint8Array>()
  const make = createAction(async () => void setMade(await props.make()))
  return (
    <>
      <Show
        when={made()}
        fallback={
          <div class="buttons">
            <Button busy={make.running()} onClick={() => void make.run()}>
              {props.label}
            </Button>
          </div>
        }
      >
        {(bytes) => (
          <>
            <Show when={props.notice}>{(text) => <Notice kind="info">{text()}</Notice>}</Show>
            <DataOut name={props.file} bytes={bytes()} kind={props.kind} />
            <div class="buttons">
              <Button variant="quiet" busy={make.running()} onClick={() => void make.run()}>
                {t('data.again')}
              </Button>
            </div>
          </>
        )}
      </Show>
      <Problem text={make.problem()} />
    </>
  )
}
