// Every text of the page in Russian. It addresses the user as вы.

import { backup } from '../ru/backup.ts'
import { coins } from '../ru/coins.ts'
import { device } from '../ru/device.ts'
import { entry } from '../ru/entry.ts'
import { errors } from '../ru/errors.ts'
import { frame } from '../ru/frame.ts'
import { guidance } from '../ru/guidance.ts'
import { history } from '../ru/history.ts'
import { home } from '../ru/home.ts'
import { lookups } from '../ru/lookups.ts'
import { multisig } from '../ru/multisig.ts'
import { nodes } from '../ru/nodes.ts'
import { ownNames } from '../ru/ownNames.ts'
import { palette } from '../ru/palette.ts'
import { passkeys } from '../ru/passkeys.ts'
import { payments } from '../ru/payments.ts'
import { proofs } from '../ru/proofs.ts'
import { rates } from '../ru/rates.ts'
import { receiving } from '../ru/receiving.ts'
import { refusals } from '../ru/refusals.ts'
import { rpc } from '../ru/rpc.ts'
import { safety } from '../ru/safety.ts'
import { scan } from '../ru/scan.ts'
import { settings } from '../ru/settings.ts'
import { stakes } from '../ru/stakes.ts'
import { tables } from '../ru/tables.ts'
import { tools } from '../ru/tools.ts'
import type { Translation } from '../translation.ts'

export const ru: Translation<'ru'> = {
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
