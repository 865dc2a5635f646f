/** The competitions of the specification; each slug selects a score sheet (rules/score-sheet.ts). */
export const competitionSlugs = [
  'future_engineers',
  'virtual_robot_challenges',
  'robo_mission',
  'future_innovators',
  'robosports',
] as const

/** The currencies of fees, each with its number of decimals. */
export const feeCurrencyDecimals = {
  SAR: 2,
  EGP: 2,
  AED: 2,
  USD: 2,
  EUR: 2,
  KWD: 3,
  BHD: 3,
  OMR: 3,
  QAR: 2,
  JOD: 3,
} as const
export type Currency = keyof typeof feeCurrencyDecimals

/**
 * Upper limits of the values that an administrator sets; texts are in characters. `members` is the number of
 * people that one form can send with images.
 */
export const competitionLimits = {
  name: 200,
  description: 2000,
  rulesLink: 500,
  members: 10,
  coaches: 5,
  age: 120,
  rounds: 10,
  teams: 1_000_000,
  fee: 100_000_000,
  paymentDays: 365,
} as const
