/** An e-mail address as everybody may see it: the first letter and the domain (`s•••@school.sa`). The players are minors. Empty stays empty. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  if (email === '') return ''
  const [first = ''] = at > 0 ? email : ''
  return `${first}•••${at >= 0 ? email.slice(at) : ''}`
}
