// Every text of the page, in Spanish: neutral international Spanish that addresses the user as tú, with «…» as quotation marks. The form
// `many` of a count is for millions, which take a preposition: 1 000 000 de bloques.

import { backup } from '../es/backup.ts'
import { coins } from '../es/coins.ts'
import { device } from '../es/device.ts'
import { entry } from '../es/entry.ts'
import { errors } from '../es/errors.ts'
import { frame } from '../es/frame.ts'
import { guidance } from '../es/guidance.ts'
import { history } from '../es/history.ts'
import { home } from '../es/home.ts'
import { lookups } from '../es/lookups.ts'
import { multisig } from '../es/multisig.ts'
import { nodes } from '../es/nodes.ts'
import { ownNames } from '../es/ownNames.ts'
import { palette } from '../es/palette.ts'
import { passkeys } from '../es/passkeys.ts'
import { payments } from '../es/payments.ts'
import { proofs } from '../es/proofs.ts'
import { rates } from '../es/rates.ts'
import { receiving } from '../es/receiving.ts'
import { refusals } from '../es/refusals.ts'
import { rpc } from '../es/rpc.ts'
import { safety } from '../es/safety.ts'
import { scan } from '../es/scan.ts'
import { settings } from '../es/settings.ts'
import { stakes } from '../es/stakes.ts'
import { tables } from '../es/tables.ts'
import { tools } from '../es/tools.ts'
import type { Translation } from '../translation.ts'

export const es: Translation<'es'> = {
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
