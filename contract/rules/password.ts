/** Characters of a password: at least eight (NIST SP 800-63B for one beside which other protections stand), no rule about kinds of characters. */
export const passwordLength = { min: 8, max: 200 } as const
