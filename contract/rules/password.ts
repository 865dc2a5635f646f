/** The length of a password in characters: at least eight (NIST SP 800-63B, with other protections), without rules about kinds of characters. */
export const passwordLength = { min: 8, max: 200 } as const
