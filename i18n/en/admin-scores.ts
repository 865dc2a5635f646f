/** Texts of the back office's area 'adminScores'. */
export const adminScores = {} as const
