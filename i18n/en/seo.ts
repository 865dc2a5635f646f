/** Texts of the area 'seo'. */
export const seo = {} as const
