import type { Money } from '#contract/payment.ts'

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

/** How many decimals a currency has (ISO 4217): 2 for SAR, 3 for KWD, 0 for JPY. */
export const getCurrencyDecimals = (currency: string): number => decimals[currency.toUpperCase()] ?? 2

/** An amount as gateways write it: 15000 SAR → `150.00`, 15000 KWD → `15.000`, 150 JPY → `150`. The amount is a whole number of smallest units, not negative. */
export const formatGatewayAmount = ({ amount, currency }: Money): string => {
  const places = getCurrencyDecimals(currency)
  const digits = String(amount).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The smallest units of an amount in text (`150`, `150.0`, `150.00`); null for what is no amount of the currency: signs, other separators, more decimals than it has. */
export const parseGatewayAmount = (text: string, currency: string): number | null => {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const places = getCurrencyDecimals(currency)
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > places) return null
  return Number(`${whole}${kept.padEnd(places, '0')}`)
}
