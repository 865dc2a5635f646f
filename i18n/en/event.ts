/** Texts of the area 'event'. */
export const event = {} as const
