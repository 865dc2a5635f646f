/** Texts of the area 'pages'. */
export const pages = {} as const
