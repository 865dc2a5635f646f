import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitVat } from '#contract/money/money.ts'

it('splits an amount into net amount and VAT', () => {
  expect(splitVat(11_500, 15)).toEqual({ net: 10_000, vat: 1500 })
  expect(splitVat(15_050, 15)).toEqual({ net: 13_087, vat: 1963 })
  expect(splitVat(100, 0)).toEqual({ net: 100, vat: 0 })
})

it('net amount and VAT add up to the amount, and the VAT is the rate of the net amount within half of the smallest unit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      (amount, hundredths) => {
        const percent = hundredths / 100
        const { net, vat } = splitVat(amount, percent)
        expect(net + vat).toBe(amount)
        expect(Number.isInteger(vat) && vat >= 0).toBe(true)
        expect(Math.abs(vat - (amount * percent) / (100 + percent))).toBeLessThanOrEqual(0.5)
      },
    ),
  )
})
