/** An e-mail address as everybody may see it: the first letter and the domain (`s•••@school.sa`). The players are minors. Empty stays empty. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  if (email === '') return ''
  const [first = ''] = at > 0 ? email : ''
  return `${first}•••${at >= 0 ? email.slice(at) : ''}`
}

/** A national ID as its owner and administrators see it: the last three digits (`•••••••008`). Empty stays empty. */
export const maskNationalId = (nationalId: string): string =>
  nationalId === '' ? '' : `${'•'.repeat(Math.max(0, nationalId.length - 3))}${nationalId.slice(-3)}`

/** An entry of a ranking as visitors see it. */
export const maskPlayerEmail = <T extends { playerEmail: string }>(entry: T): T => ({ ...entry, playerEmail: maskEmail(entry.playerEmail) })
