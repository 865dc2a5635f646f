/** Page sizes of lists (specification, section 9). */
export const pageSizes = {
  judges: [50, 100],
  short: [10, 25, 100],
  teams: [10, 25, 100, 200, 300, 400, 500],
  long: [10, 25, 50, 100, 200, 300, 400, 500, 1000],
} as const
