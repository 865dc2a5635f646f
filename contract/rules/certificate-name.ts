import { splitNameTitle } from './person-name.ts'

/** The names that erasures leave instead of those of players, of people in teams and of teams. */
export const anonymousNames = {
  player: 'Player · لاعب',
  person: 'Participant · مشارك',
  team: 'Team · فريق',
} as const

/** Returns the name on a certificate; empty for a person who was erased. */
export const toCertificateNameUnlessErased = (name: string): string =>
  name === anonymousNames.player || name === anonymousNames.person ? '' : name.trim()

/** Returns the first letter of a name. The article of Arabic family names is no initial. */
export const getNameInitial = (name: string): string => [...name.replace(/^ال(?=\p{L}{2})/u, '')][0] ?? ''

/**
 * Returns the name that the public page about a certificate shows: the first name and the initial of the last
 * one. Participants are minors, and whoever holds the certificate can read the full name on it.
 */
export const toFirstNameAndInitial = (name: string): string => {
  const { title, name: words } = splitNameTitle(toCertificateNameUnlessErased(name))
  const parts = words.split(/\s+/).filter(Boolean)
  const [first = '', last = ''] = [parts[0], parts.length > 1 ? parts.at(-1) : '']
  const initial = getNameInitial(last)
  return `${title}${initial ? `${first} ${initial}.` : first}`
}
