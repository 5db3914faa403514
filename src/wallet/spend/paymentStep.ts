// What a payment in the making does.

/** It draws decoys, or signs its transactions, of which the first one is 1. */
export type PaymentStep =
  | { readonly step: 'decoys' }
  | { readonly step: 'sign'; readonly transaction: number; readonly transactions: number }
