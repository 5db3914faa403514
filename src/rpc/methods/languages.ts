// The languages of seed words.

import * as v from 'valibot'
import { seedLanguages } from '../../coin/seeds/languages.ts'
import { method, requireEnabled } from '../calls/walletRpcContext.ts'

const getLanguages = method({
  names: ['get_languages'],
  about: 'Returns the languages of seed words',
  access: 'public',
  effect: 'read',
  params: {},
  result: v.object({ languages: v.array(v.string()), languages_local: v.array(v.string()) }),
  handler: (context) => {
    requireEnabled(context)
    return {
      languages: seedLanguages.map(({ name }) => name),
      languages_local: seedLanguages.map(({ ownName }) => ownName),
    }
  },
})

/** The methods of this file. */
export const languageMethods = [getLanguages]
