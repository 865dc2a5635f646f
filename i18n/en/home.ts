/** Texts of the area 'home'. */
export const home = {} as const
