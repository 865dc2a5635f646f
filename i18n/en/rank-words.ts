/** The first ranks in words, as certificates and the reveal write them. */
export const rankWords = {
  first: 'First place',
  second: 'Second place',
  third: 'Third place',
  fourth: 'Fourth place',
  fifth: 'Fifth place',
  sixth: 'Sixth place',
  seventh: 'Seventh place',
  eighth: 'Eighth place',
  ninth: 'Ninth place',
  tenth: 'Tenth place',
} as const
