import type { Money } from '#contract/money/payment.ts'

/** Currencies whose smallest unit is not a hundredth (ISO 4217). */
const decimals: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
}

/** Returns the number of decimals of a currency (ISO 4217): 2 for SAR, 3 for KWD, 0 for JPY. */
export const getCurrencyDecimals = (currency: string): number => decimals[currency.toUpperCase()] ?? 2

/**
 * Formats a non-negative amount in smallest units for the gateway: 15000 SAR → `150.00`, 15000 KWD →
 * `15.000`, 150 JPY → `150`.
 */
export const formatGatewayAmount = ({ amount, currency }: Money): string => {
  const places = getCurrencyDecimals(currency)
  const digits = String(amount).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/**
 * Parses an amount of the gateway (`150`, `150.0`, `150.00`) into smallest units; null for signs, other
 * separators, or more decimals than the currency has.
 */
export const parseGatewayAmount = (text: string, currency: string): number | null => {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const places = getCurrencyDecimals(currency)
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > places) return null
  return Number(`${whole}${significant.padEnd(places, '0')}`)
}

/**
 * Splits an amount that includes VAT into the net amount and the VAT, both in the currency's smallest unit.
 * The VAT is rounded half up, so that both add up to the amount. `percent` is the rate, 15 in Saudi Arabia
 * since July 2020 (VAT Law as amended by Royal Order A/638).
 */
export const splitVat = (amount: number, percent: number): { net: number; vat: number } => {
  const vat = Math.round((amount * percent) / (100 + percent))
  return { net: amount - vat, vat }
}
