/** Texts of the area 'download'. */
export const download = {} as const
