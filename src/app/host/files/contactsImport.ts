// Imports a table of contacts from a file. The engine worker parses and checks it, so that the page stays responsive.

import { proxy } from 'comlink'
import type { EngineApi } from '../../../engine/api/engineApi.ts'
import type { ContactImportView, Proceed } from '../../../wallet/accounts/accountViews.ts'
import { readFile } from './readFile.ts'

/**
 * Adds the contacts of a table.
 * @param proceed receives the progress; returns whether to go on
 * @returns undefined if `proceed` ended the import: no contact is added then
 * @throws FileTooLargeError, ContactRowsError, Utf8Error
 */
export const importContactsFile = async (
  engine: Pick<EngineApi, 'importContacts'>,
  file: Blob,
  proceed: Proceed,
): Promise<ContactImportView | undefined> => engine.importContacts(await readFile(file, 'contacts'), proxy(proceed))
