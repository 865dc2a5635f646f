/** The back office's frame and what its lists and forms share. */
export const admin = {
  title: 'Back office',
} as const
