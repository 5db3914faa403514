// Every text of the page in French. It addresses the user as vous.

import { backup } from '../fr/backup.ts'
import { coins } from '../fr/coins.ts'
import { device } from '../fr/device.ts'
import { entry } from '../fr/entry.ts'
import { errors } from '../fr/errors.ts'
import { frame } from '../fr/frame.ts'
import { guidance } from '../fr/guidance.ts'
import { history } from '../fr/history.ts'
import { home } from '../fr/home.ts'
import { lookups } from '../fr/lookups.ts'
import { multisig } from '../fr/multisig.ts'
import { nodes } from '../fr/nodes.ts'
import { ownNames } from '../fr/ownNames.ts'
import { palette } from '../fr/palette.ts'
import { passkeys } from '../fr/passkeys.ts'
import { payments } from '../fr/payments.ts'
import { proofs } from '../fr/proofs.ts'
import { rates } from '../fr/rates.ts'
import { receiving } from '../fr/receiving.ts'
import { refusals } from '../fr/refusals.ts'
import { rpc } from '../fr/rpc.ts'
import { safety } from '../fr/safety.ts'
import { scan } from '../fr/scan.ts'
import { settings } from '../fr/settings.ts'
import { stakes } from '../fr/stakes.ts'
import { tables } from '../fr/tables.ts'
import { tools } from '../fr/tools.ts'
import type { Translation } from '../translation.ts'

export const fr: Translation<'fr'> = {
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
