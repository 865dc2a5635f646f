import { getCurrencyDecimals } from '#contract/money/money.ts'
import { normalizeDecimalUnlessAmbiguous } from '#contract/platform/numbers.ts'

/**
 * Formats an amount in the currency's smallest unit for an input: 15050 of SAR is `150.50`, 15000 is `150`.
 */
export const formatMoneyInput = (amount: number, currency: string): string => {
  const decimals = getCurrencyDecimals(currency)
  const unit = 10 ** decimals
  const rest = amount % unit
  return rest === 0
    ? String(amount / unit)
    : `${Math.floor(amount / unit)}.${String(rest).padStart(decimals, '0')}`
}

/**
 * Parses the amount of an input into the currency's smallest unit; Arabic digits and separators are allowed.
 * Empty text is 0; undefined for an invalid amount.
 */
export const parseMoneyInputToMinorUnits = (typed: string, currency: string): number | undefined => {
  const plain = normalizeDecimalUnlessAmbiguous(typed)
  if (plain === '') return 0
  const found = /^(\d{1,9})(?:\.(\d+))?$/.exec(plain ?? '')
  const decimals = getCurrencyDecimals(currency)
  if (!found || (found[2] ?? '').length > decimals) return undefined
  return Number(found[1]) * 10 ** decimals + Number((found[2] ?? '').padEnd(decimals, '0') || 0)
}
