// The page in Arabic: an object like en.ts, with the six plural forms of Arabic.
import { backup } from '../ar/backup.ts'
import { coins } from '../ar/coins.ts'
import { device } from '../ar/device.ts'
import { entry } from '../ar/entry.ts'
import { errors } from '../ar/errors.ts'
import { frame } from '../ar/frame.ts'
import { guidance } from '../ar/guidance.ts'
import { history } from '../ar/history.ts'
import { home } from '../ar/home.ts'
import { lookups } from '../ar/lookups.ts'
import { multisig } from '../ar/multisig.ts'
import { nodes } from '../ar/nodes.ts'
import { ownNames } from '../ar/ownNames.ts'
import { palette } from '../ar/palette.ts'
import { passkeys } from '../ar/passkeys.ts'
import { payments } from '../ar/payments.ts'
import { proofs } from '../ar/proofs.ts'
import { rates } from '../ar/rates.ts'
import { receiving } from '../ar/receiving.ts'
import { refusals } from '../ar/refusals.ts'
import { rpc } from '../ar/rpc.ts'
import { safety } from '../ar/safety.ts'
import { scan } from '../ar/scan.ts'
import { settings } from '../ar/settings.ts'
import { stakes } from '../ar/stakes.ts'
import { tables } from '../ar/tables.ts'
import { tools } from '../ar/tools.ts'
import type { Translation } from '../translation.ts'

export const ar: Translation<'ar'> = {
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
