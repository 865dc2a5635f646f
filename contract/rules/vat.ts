/**
 * Splits an amount that includes VAT into the net amount and the VAT, both in the currency's smallest unit. The VAT is rounded half up, so that both add up to the
 * amount. `percent` is the rate, 15 in Saudi Arabia since July 2020 (VAT Law as amended by Royal Order A/638).
 */
export const splitVat = (amount: number, percent: number): { net: number; vat: number } => {
  const vat = Math.round((amount * percent) / (100 + percent))
  return { net: amount - vat, vat }
}
