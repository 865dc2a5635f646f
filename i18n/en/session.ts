/** Texts of the area 'session'. */
export const session = {} as const
