// Every text of the page, in English. Placeholders are written {{ name }}; a text that contains a number of things has a form for each plural
// category. A translation is an object of the type Translation (translation.ts).

import { backup } from './en/backup.ts'
import { coins } from './en/coins.ts'
import { device } from './en/device.ts'
import { entry } from './en/entry.ts'
import { errors } from './en/errors.ts'
import { frame } from './en/frame.ts'
import { guidance } from './en/guidance.ts'
import { history } from './en/history.ts'
import { home } from './en/home.ts'
import { lookups } from './en/lookups.ts'
import { multisig } from './en/multisig.ts'
import { nodes } from './en/nodes.ts'
import { ownNames } from './en/ownNames.ts'
import { palette } from './en/palette.ts'
import { passkeys } from './en/passkeys.ts'
import { payments } from './en/payments.ts'
import { proofs } from './en/proofs.ts'
import { rates } from './en/rates.ts'
import { receiving } from './en/receiving.ts'
import { refusals } from './en/refusals.ts'
import { rpc } from './en/rpc.ts'
import { safety } from './en/safety.ts'
import { scan } from './en/scan.ts'
import { settings } from './en/settings.ts'
import { stakes } from './en/stakes.ts'
import { tables } from './en/tables.ts'
import { tools } from './en/tools.ts'

export const en = {
  ...frame,
  ...home,
  ...errors,
  ...refusals,
  ...entry,
  ...backup,
  ...passkeys,
  ...payments,
  ...receiving,
  ...safety,
  ...history,
  ...tables,
  ...proofs,
  ...coins,
  ...settings,
  ...rates,
  ...rpc,
  ...tools,
  ...lookups,
  ...ownNames,
  ...stakes,
  ...multisig,
  ...nodes,
  ...scan,
  ...device,
  ...palette,
  ...guidance,
}
