/** Creates a valid Saudi ID: nine digits and the Luhn digit. */
export const createSaudiId = (serial: number): string => {
  const digits = `1${String(serial).padStart(8, '0')}`
  for (let last = 0; last < 10; last++) {
    const all = `${digits}${last}`
    let sum = 0
    for (let at = 0; at < 10; at++) {
      const digit = Number(all[9 - at]) * (at % 2 === 1 ? 2 : 1)
      sum += digit > 9 ? digit - 9 : digit
    }
    if (sum % 10 === 0) return all
  }
  throw new Error('no digit fits')
}
