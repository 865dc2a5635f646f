/** What the address of a display page sets. `languages` of `both` shows both languages in turn. */
export type DisplayOptions = {
  languages: 'page' | 'both'
  scheme: 'auto' | 'light' | 'dark'
  rows: number
  top: number
  seconds: number
  clock: boolean
  partners: boolean
  /** Whether the end of the match timer is heard. */
  sound: boolean
  /** Whether the background is transparent, for a video in which the page is laid over the image. */
  overlay: boolean
  rehearsalKey: string | null
}

/** The values that the panel offers; the second one is the default. */
export const displayChoices = {
  rows: [5, 10, 15, 20],
  top: [10, 50, 20, 100],
  seconds: [5, 10, 20, 30],
} as const
type NumberOption = keyof typeof displayChoices

const limits: Record<NumberOption, [min: number, max: number]> = {
  rows: [3, 30],
  top: [3, 100],
  seconds: [3, 600],
}

/** Reads the options from the query of a display page. Unknown and invalid values become the defaults. */
export const parseDisplayOptions = (query: URLSearchParams): DisplayOptions => {
  const readNumber = (name: NumberOption) => {
    const value = Number(query.get(name) ?? Number.NaN)
    const [min, max] = limits[name]
    return Number.isInteger(value) && value >= min && value <= max ? value : displayChoices[name][1]
  }
  const scheme = query.get('scheme')
  return {
    languages: query.get('languages') === 'both' ? 'both' : 'page',
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : 'auto',
    rows: readNumber('rows'),
    top: readNumber('top'),
    seconds: readNumber('seconds'),
    clock: query.get('clock') !== '0',
    partners: query.get('partners') !== '0',
    sound: query.get('sound') === '1',
    overlay: query.has('overlay'),
    rehearsalKey: query.get('rehearsal'),
  }
}

/** Returns the query of a display page with changed options; defaults are left out. */
export const toDisplayQuery = (before: URLSearchParams, options: DisplayOptions): URLSearchParams => {
  const query = new URLSearchParams(before)
  const set = (name: string, value: string | null) =>
    value === null ? query.delete(name) : query.set(name, value)
  set('languages', options.languages === 'both' ? 'both' : null)
  set('scheme', options.scheme === 'auto' ? null : options.scheme)
  for (const name of ['rows', 'top', 'seconds'] as const)
    set(name, options[name] === displayChoices[name][1] ? null : String(options[name]))
  set('clock', options.clock ? null : '0')
  set('partners', options.partners ? null : '0')
  set('sound', options.sound ? '1' : null)
  return query
}
