// Terms for which names of Lokinet are bought and renewed.
import type { Option } from '../../../components/form/Field.tsx'
import { tCount } from '../../../text/text.ts'

export const lokinetTerms = (): readonly Option<string>[] =>
  [1, 2, 5, 10].map((years) => ({ value: `lokinet_${years}y`, text: tCount('ownNames.lokinetYears', years) }))
