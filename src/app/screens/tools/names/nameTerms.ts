// Terms for which names of Lokinet are bought and renewed.
import type { Option } from '../../../components/Field.tsx'
import { t } from '../../../text/text.ts'

export const lokinetTerms = (): readonly Option<string>[] => [
  { value: 'lokinet_1y', text: t('ownNames.lokinetYear') },
  ...[2, 5, 10].map((years) => ({ value: `lokinet_${years}y`, text: t('ownNames.lokinetYears', { years }) })),
]
