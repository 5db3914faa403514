// Every text of the page in German. It addresses the user as du.

import { backup } from '../de/backup.ts'
import { coins } from '../de/coins.ts'
import { device } from '../de/device.ts'
import { entry } from '../de/entry.ts'
import { errors } from '../de/errors.ts'
import { frame } from '../de/frame.ts'
import { guidance } from '../de/guidance.ts'
import { history } from '../de/history.ts'
import { home } from '../de/home.ts'
import { lookups } from '../de/lookups.ts'
import { multisig } from '../de/multisig.ts'
import { nodes } from '../de/nodes.ts'
import { ownNames } from '../de/ownNames.ts'
import { palette } from '../de/palette.ts'
import { passkeys } from '../de/passkeys.ts'
import { payments } from '../de/payments.ts'
import { proofs } from '../de/proofs.ts'
import { rates } from '../de/rates.ts'
import { receiving } from '../de/receiving.ts'
import { refusals } from '../de/refusals.ts'
import { rpc } from '../de/rpc.ts'
import { safety } from '../de/safety.ts'
import { scan } from '../de/scan.ts'
import { settings } from '../de/settings.ts'
import { stakes } from '../de/stakes.ts'
import { tables } from '../de/tables.ts'
import { tools } from '../de/tools.ts'
import type { Translation } from '../translation.ts'

export const de: Translation<'de'> = {
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
