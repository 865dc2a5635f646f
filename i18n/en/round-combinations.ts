/** How the rounds of a group count: in the editor of the rules, on printed sheets and on public pages. */
export const roundCombinations = {
  best: 'The best round counts',
  bestThenNext: 'The best round counts, then the second best',
  bestThenMore: 'The best round counts, then the next best, {{number}} in all',
  sum: 'All rounds added up',
  sumOfBest: 'The best {{number}} of {{rounds}} added up',
  mean: 'Mean of all rounds',
  meanOfBest: 'Mean of the best {{number}} of {{rounds}}',
  median: 'Median of the rounds',
  trimmedMean: 'Mean without the best and the worst round',
} as const
