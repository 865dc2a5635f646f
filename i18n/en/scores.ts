/** Texts of the area 'scores'. */
export const scores = {} as const
