// Every text of the page in Chinese, in simplified characters. It addresses the user as 你.

import type { Translation } from '../translation.ts'
import { backup } from '../zh/backup.ts'
import { coins } from '../zh/coins.ts'
import { device } from '../zh/device.ts'
import { entry } from '../zh/entry.ts'
import { errors } from '../zh/errors.ts'
import { frame } from '../zh/frame.ts'
import { guidance } from '../zh/guidance.ts'
import { history } from '../zh/history.ts'
import { home } from '../zh/home.ts'
import { lookups } from '../zh/lookups.ts'
import { multisig } from '../zh/multisig.ts'
import { nodes } from '../zh/nodes.ts'
import { ownNames } from '../zh/ownNames.ts'
import { palette } from '../zh/palette.ts'
import { passkeys } from '../zh/passkeys.ts'
import { payments } from '../zh/payments.ts'
import { proofs } from '../zh/proofs.ts'
import { rates } from '../zh/rates.ts'
import { receiving } from '../zh/receiving.ts'
import { refusals } from '../zh/refusals.ts'
import { rpc } from '../zh/rpc.ts'
import { safety } from '../zh/safety.ts'
import { scan } from '../zh/scan.ts'
import { settings } from '../zh/settings.ts'
import { stakes } from '../zh/stakes.ts'
import { tables } from '../zh/tables.ts'
import { tools } from '../zh/tools.ts'

export const zh: Translation<'zh'> = {
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
