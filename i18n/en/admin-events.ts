/** Texts of the back office's area 'adminEvents'. */
export const adminEvents = {} as const
