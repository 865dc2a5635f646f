/** Days between asking for erasure and the erasure itself, in which it can be withdrawn. */
export const erasureDays = 7
/** Days in which the address of a new account has to be confirmed; after them the account is removed. */
export const confirmDays = 7
/** Years after its last use (or, never used, after it was made) that an account of a student or coach is kept. */
export const unusedYears = 3
/** Days between the notice of that by mail and the erasure. */
export const noticeDays = 30

/** When an erasure that was asked for at `requestedAt` (ISO 8601) is due. */
export const erasureDue = (requestedAt: string): string => new Date(Date.parse(requestedAt) + erasureDays * 86_400_000).toISOString()
