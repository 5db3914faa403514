// Every text of the page in Portuguese. It addresses the user as você.

import { backup } from '../pt/backup.ts'
import { coins } from '../pt/coins.ts'
import { device } from '../pt/device.ts'
import { entry } from '../pt/entry.ts'
import { errors } from '../pt/errors.ts'
import { frame } from '../pt/frame.ts'
import { guidance } from '../pt/guidance.ts'
import { history } from '../pt/history.ts'
import { home } from '../pt/home.ts'
import { lookups } from '../pt/lookups.ts'
import { multisig } from '../pt/multisig.ts'
import { nodes } from '../pt/nodes.ts'
import { ownNames } from '../pt/ownNames.ts'
import { palette } from '../pt/palette.ts'
import { passkeys } from '../pt/passkeys.ts'
import { payments } from '../pt/payments.ts'
import { proofs } from '../pt/proofs.ts'
import { rates } from '../pt/rates.ts'
import { receiving } from '../pt/receiving.ts'
import { refusals } from '../pt/refusals.ts'
import { rpc } from '../pt/rpc.ts'
import { safety } from '../pt/safety.ts'
import { scan } from '../pt/scan.ts'
import { settings } from '../pt/settings.ts'
import { stakes } from '../pt/stakes.ts'
import { tables } from '../pt/tables.ts'
import { tools } from '../pt/tools.ts'
import type { Translation } from '../translation.ts'

export const pt: Translation<'pt'> = {
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
