// What a payment does that is being prepared.
import type { PaymentStep } from '../../wallet/spend/paymentStep.ts'
import { t } from '../text/text.ts'

/** Returns the step of a payment that is being prepared; undefined: it begins. */
export const preparingText = (step: PaymentStep | undefined): string => {
  if (step?.step === 'decoys') return t('preparing.decoys')
  if (step?.step !== 'sign') return t('preparing.begin')
  const { transaction, transactions } = step
  return transactions === 1 ? t('preparing.sign') : t('preparing.signOf', { transaction, transactions })
}
