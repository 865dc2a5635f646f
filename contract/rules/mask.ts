/** Masks an e-mail address for everyone without the permission `privacy`, because players are minors: `s•••@school.sa`. Empty stays empty. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  if (email === '') return ''
  const [first = ''] = at > 0 ? email : ''
  return `${first}•••${at >= 0 ? email.slice(at) : ''}`
}

/** Tells whether an e-mail address is masked. Such an address stands for the stored one. */
export const isMaskedEmail = (email: string): boolean => email.includes('•••')

/** Masks a national ID for its owner and administrators, except the last three digits: `•••••••008`. Empty stays empty. */
export const maskNationalId = (nationalId: string): string =>
  nationalId === '' ? '' : `${'•'.repeat(Math.max(0, nationalId.length - 3))}${nationalId.slice(-3)}`

/** Returns a ranking entry with its e-mail masked. */
export const maskPlayerEmail = <T extends { playerEmail: string }>(entry: T): T => ({ ...entry, playerEmail: maskEmail(entry.playerEmail) })
