// the ranges after the first change the direction of the text that follows
const lineControl = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
// the lengths are limited, so that the time is proportional to the length of the text
const knownEnding =
  /\bwww\.|\b[a-z0-9-]{1,63}\.(?:com|net|org|info|biz|io|co|me|app|xyz|site|online|link|top|shop|club)(?![a-z])/iu
/**
 * Matches a dot before a letter and after two characters (letters, digits, hyphens), but not after a single
 * letter as in J.R.
 */
const dotInWord = /(?<=[\p{L}\p{N}-]\p{M}{0,4}[\p{L}\p{N}-]\p{M}{0,4})[.\u3002](?=[\p{L}])/u

/** Returns true for a text that a mail program may show as a link. */
const hasLink = (name: string): boolean => {
  // a full-width dot is a dot of an address, and invisible characters separate nothing
  const text = name.normalize('NFKC').replace(/\p{Cf}/gu, '')
  return /[/\\:@]/.test(text) || dotInWord.test(text) || knownEnding.test(text)
}

/**
 * Tells whether a text of one line has control characters, such as line breaks, or changes the direction of
 * the text after it.
 */
export const hasControlCharacters = (text: string): boolean => lineControl.test(text)

/**
 * Finds what makes a person's name unusable: control characters or a link, because names appear in emails.
 * Undefined when nothing does.
 */
export const findPersonNameProblem = (name: string): 'bad-characters' | 'has-link' | undefined =>
  hasControlCharacters(name) ? 'bad-characters' : hasLink(name) ? 'has-link' : undefined

/**
 * Returns a name for an email, or `replacement` where the name has a link: names of teams may have one, and
 * so may names that were stored before links were refused.
 */
export const replaceUnsafeName = (name: string, replacement: string): string =>
  findPersonNameProblem(name) ? replacement : name

/** Returns the name of a team for an email; the number of the team where the name has a link. */
export const getTeamNameForEmail = ({ name, teamNo }: { name: string; teamNo: number | string }): string =>
  replaceUnsafeName(name, String(teamNo))
