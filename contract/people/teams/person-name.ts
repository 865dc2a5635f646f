import { toWesternDigits } from '../../accounts/identity.ts'
import { cleanText, findControlCodePoint, normalizeUnicode } from '../../platform/text.ts'
import { isMinor } from './age.ts'

/** What makes a program read a text as an address, in the order in which a message names it. */
const linkSigns = [
  // an email address
  /@/,
  /\bwww\./i,
  // a dot before a letter and after two letters or digits, but not after a single one as in J.R.
  /(?<=[\p{L}\p{N}-]\p{M}{0,4}[\p{L}\p{N}-]\p{M}{0,4})[.\u3002](?=\p{L})/u,
  // a known ending, or one of a country, after a single letter
  /(?<=[\p{L}\p{N}]\p{M}{0,4})[.\u3002](?:com|net|org|info|biz|edu|gov|app|dev|xyz|site|online|link|page|top|shop|club|wiki)(?![\p{L}\p{M}])/iu,
  /(?<=[\p{L}\p{N}]\p{M}{0,4})[.\u3002](?!(?:al|el)\s+\p{L}|\p{Script=Arabic})\p{L}{2}(?![\p{L}\p{M}\p{N}]|-[\p{L}\p{N}])/iu,
  // any ending before a path, a query or a fragment, and one of another script as ASCII
  /(?<=[\p{L}\p{N}]\p{M}{0,4})[.\u3002]\p{Script=Latin}{2,}[/\\?#]/u,
  /[.\u3002]xn--/i,
  /(?<![\p{N}.])\d{1,3}(?:\.\d{1,3}){3}(?![\p{N}])/u,
  /[/\\]{2}/,
  // `http:` and the like; after a title there is a space
  /:(?=\S)/,
]

const maxPartLength = 60

/** Returns the word of a name that a mail program may show as a link, or undefined. */
export const findLinkInName = (name: string): string | undefined => {
  // a full-width dot is a dot of an address, and invisible characters separate nothing
  const text = toWesternDigits(normalizeUnicode(name, 'NFKC').replace(/\p{Cf}/gu, ''))
  for (const sign of linkSigns) {
    const at = sign.exec(text)?.index
    if (at === undefined) continue
    const start = text.slice(0, at).split(/\s/).at(-1) ?? ''
    const end = text.slice(at).split(/\s/, 1)[0] ?? ''
    return (start + end).slice(0, maxPartLength)
  }
  return undefined
}

/**
 * An Arabic title before a slash, such as `أ/ ` of `أ/ محمد العتيبي`. Only known titles count, because public
 * pages show a minor's first name only.
 */
const nameTitle = new RegExp(
  `^(?:${[
    '[أادمش]\\.?|[أا]م|[أا]بو|[أام]\\.?د\\.?',
    'ال(?:طالب|مدرب|معلم|مشرف|مهندس|دكتور|[أا]ستاذ|سيد)[ةه]?|[أا]ستاذ[ةه]?|دكتور[ةه]?|مهندس[ةه]?',
    'ولي[ةه]?\\s+(?:ال)?[أا]مر(?:\\s+الطالب[ةه]?)?',
  ].join('|')})\\s*[/\\\\]\\s*`,
)

/** What separates the words of a name. A hyphen joins two words to one, as in `Al-Nasser`. */
const wordSeparators = /[\s_.,،;؛:/\\|·•–—&+"()«»]+/
/** Accents, Arabic marks and tatweel. */
const marks = /[\p{M}\u0640]/gu
/** The words that begin a name of two words, such as `عبد الله` and `Abu Bakr`. */
const namePrefix = /^(?:عبد|[أا]بو|[أا]م|abd|abdul|abdel|abu|abou|umm)$/i
/** The words that end a name of two words, such as `نور الدين`. */
const nameEnding = /[\u0621-\u064a\u0671-\u06d3] ال(?:له|دين)$/

/** Splits a name into its title and the names after it, each of one word or more, such as `عبد الله`. */
const splitName = (name: string): { title: string; names: string[] } => {
  const trimmed = name.trim()
  const [title = ''] = nameTitle.exec(trimmed) ?? []
  const names: string[] = []
  let previous = ''
  for (const word of trimmed.slice(title.length).split(wordSeparators).filter(Boolean)) {
    const bare = word.replace(marks, '')
    if (namePrefix.test(previous) || nameEnding.test(`${previous} ${bare}`))
      names.push(`${names.pop()} ${word}`)
    else names.push(word)
    previous = bare
  }
  return { title, names }
}

/** Returns the first name in a full name, such as `عبد الله` of `عبد الله علي`, with its title. */
export const getFirstName = (name: string): string => {
  const { title, names } = splitName(name)
  return title + (names[0] ?? '')
}

/** The names that erasures leave instead of those of players, of people in teams and of teams. */
export const anonymousNames = {
  player: 'Player · لاعب',
  person: 'Participant · مشارك',
  team: 'Team · فريق',
} as const
const isNameOfErasedPerson = (name: string): boolean =>
  name === anonymousNames.player || name === anonymousNames.person

/** Returns the name of a person, empty for one who was erased. */
export const getNameUnlessErased = (name: string): string => (isNameOfErasedPerson(name) ? '' : name.trim())

/** Returns the first letter of a name. The article of Arabic family names is no initial, but `الله` has none. */
export const getNameInitial = (name: string): string => {
  const [first = ''] = name.replace(marks, '').replace(/^ال(?!له(?!\p{L}))(?=\p{L}{2})/u, '')
  return first
}

/**
 * Returns the first name and the initial of the last one, such as `منى س.` of `منى السالم`. A name without a
 * last one, such as `Player 12`, and the name that an erasure leaves stay. The SQL function `short_name` of the
 * newest migration that defines it does the same: tests/fixtures/short-names.json has the cases of both.
 */
export const toFirstNameAndInitial = (name: string): string => {
  const { title, names } = splitName(name)
  const lastName = names.slice(1).findLast((each) => /\p{L}/u.test(each))
  if (lastName === undefined || isNameOfErasedPerson(name)) return name.trim()
  return `${title}${names[0]} ${getNameInitial(lastName.replace(/^\P{L}+/u, ''))}.`
}

/**
 * Returns the name of a person as visitors see it on the day `today` (YYYY-MM-DD): the whole name of one who
 * is of age, else the first name and the initial of the last one. A person without a birth date counts as a
 * minor.
 */
export const shortenNameUnlessAdult = (
  name: string,
  birthDate: string | null | undefined,
  today: string,
): string => (birthDate && !isMinor(birthDate, today) ? name : toFirstNameAndInitial(name))

/**
 * Finds what makes a person's name unusable: control characters or a link, because names appear in emails.
 * Undefined when nothing does.
 */
export const findPersonNameProblem = (name: string): 'bad-characters' | 'has-link' | undefined =>
  findControlCodePoint(name) ? 'bad-characters' : findLinkInName(name) ? 'has-link' : undefined

/**
 * Returns a name for an email, or `replacement` where the name has a link: names of teams may have one, and
 * so may names that were stored before links were refused.
 */
export const replaceUnsafeName = (name: string, replacement: string): string => {
  const cleaned = cleanText(name, 'name')
  return findPersonNameProblem(cleaned) ? replacement : cleaned
}

/** Returns the name of a team for an email; the number of the team where the name has a link. */
export const getTeamNameOrNumberForEmail = ({
  name,
  teamNo,
}: {
  name: string
  teamNo: number | string
}): string => replaceUnsafeName(name, String(teamNo))
