import type { TFunction } from 'i18next'
import { cleanNumberOrDateToWesternDigits } from '#contract/accounts/identity.ts'
import type { ScoreSheetEntry } from '#contract/event/scoring/score-sheet.ts'
import type { TeamMatch, TeamScore } from '#contract/people/teams/team.schema.ts'
import { teamLimits } from '#contract/people/teams/team.ts'
import { parseDecimalToThousandths, parseDurationMs } from '#contract/platform/numbers.ts'
import { formatAttemptTime } from '#web/shared/format.ts'

const numbered = ['r', 'run', 'game', 'open', 'obstacle'] as const
const single = ['documentation', 'innovation', 'solution', 'presentation'] as const

/**
 * Formats the key of a score of the score sheet for people (`obstacle2` is 'Obstacle round 2'). Returns a
 * custom key unchanged.
 */
export const formatScoreSheetKey = (t: TFunction, key: string): string => {
  const word = single.find((each) => each === key)
  if (word) return t(`adminTeams.scores.places.${word}`)
  const [, name, number = ''] = /^([a-z]+)(\d+)$/.exec(key) ?? []
  const place = numbered.find((each) => each === name)
  return place ? t(`adminTeams.scores.places.${place}`, { number }) : key || t('adminTeams.scores.other')
}

/** The form values of a match. */
export type MatchValues = { fbs: string; obs: string; youtubeLink: string }
/** The form values of a score. `free` marks a score outside the score sheet, whose `key` is editable. */
export type EntryValues = {
  key: string
  free: boolean
  score: string
  time: string
  youtubeLink: string
  file: string
  github: string
  matches: MatchValues[]
}
/** The scores of a team by their name in the form, in order; undefined for a removed score. */
export type ScoreValues = Record<string, EntryValues | undefined>

export const emptyMatch: MatchValues = { fbs: '', obs: '', youtubeLink: '' }
export const createEmptyScoreEntry = (key: string, free: boolean): EntryValues => ({
  key,
  free,
  score: '',
  time: '',
  youtubeLink: '',
  file: '',
  github: '',
  matches: [],
})

const toEntryValues = (score: TeamScore, free: boolean): EntryValues => ({
  key: score.key,
  free,
  score: String(score.score),
  time: score.timeMs === 0 ? '' : formatAttemptTime(score.timeMs),
  youtubeLink: score.youtubeLink,
  file: score.file,
  github: score.github,
  matches: score.matches.map(({ fbs, obs, youtubeLink }) => ({
    fbs: String(fbs),
    obs: String(obs),
    youtubeLink,
  })),
})

/** Maps the scores of a team to form values: the entries of the score sheet, then other scores. */
export const toTeamScoresFormValues = (
  places: readonly ScoreSheetEntry[],
  scores: readonly TeamScore[],
): ScoreValues => {
  const left = [...scores]
  const values: ScoreValues = {}
  for (const { key } of places) {
    const at = left.findIndex((score) => score.key === key)
    const [found] = at < 0 ? [] : left.splice(at, 1)
    values[`place-${key}`] = found ? toEntryValues(found, false) : createEmptyScoreEntry(key, false)
  }
  for (const [at, score] of left.entries()) values[`free-${at}`] = toEntryValues(score, true)
  return values
}

/** Returns whether all inputs of an entry are empty. */
export const isScoreEntryEmpty = ({
  score,
  time,
  youtubeLink,
  file,
  github,
  matches,
}: EntryValues): boolean =>
  [score, time, youtubeLink, file, github].every((text) => text.trim() === '') && matches.length === 0

const parseInteger = (text: string): number | undefined => {
  const plain = cleanNumberOrDateToWesternDigits(text).replace(/^[\u2212\u2013]/, '-')
  if (plain === '') return 0
  return /^-?\d{1,9}$/.test(plain) ? Number(plain) : undefined
}

type EntryProblem = {
  entry: string
  field: 'score' | 'time' | 'youtubeLink' | 'matches'
  code: 'score' | 'time' | 'match' | 'link'
  nth?: number
}

const isLink = (text: string) => text.trim() === '' || /^https?:\/\/\S+$/.test(text.trim())

/**
 * Parses the scores of the form without the empty ones, each with its name within the form; and what is
 * wrong. An entry whose points cannot be read is left out, so that the total can be shown during typing.
 */
export const parseScoresAndListProblems = (
  values: ScoreValues,
): { scores: { entry: string; score: TeamScore }[]; problems: EntryProblem[] } => {
  const problems: EntryProblem[] = []
  const scores = Object.entries(values).flatMap(([entry, value]) => {
    if (!value || isScoreEntryEmpty(value)) return []
    const score = value.score.trim() === '' ? 0 : parseDecimalToThousandths(value.score)
    const timeMs = value.time.trim() === '' ? 0 : parseDurationMs(value.time)
    if (score === undefined) problems.push({ entry, field: 'score', code: 'score' })
    if (timeMs === undefined) problems.push({ entry, field: 'time', code: 'time' })
    if (!isLink(value.youtubeLink)) problems.push({ entry, field: 'youtubeLink', code: 'link' })
    const matches = value.matches.map((match, at): TeamMatch => {
      const [fbs, obs] = [parseInteger(match.fbs), parseInteger(match.obs)]
      if (fbs === undefined || obs === undefined)
        problems.push({ entry, field: 'matches', code: 'match', nth: at + 1 })
      else if (!isLink(match.youtubeLink))
        problems.push({ entry, field: 'matches', code: 'link', nth: at + 1 })
      return { fbs: fbs ?? 0, obs: obs ?? 0, youtubeLink: match.youtubeLink.trim() }
    })
    if (score === undefined) return []
    const read: TeamScore = {
      key: value.key.trim(),
      score: score / 1000,
      timeMs: timeMs ?? 0,
      youtubeLink: value.youtubeLink.trim(),
      file: value.file.trim(),
      github: value.github.trim(),
      matches,
    }
    return [{ entry, score: read }]
  })
  return { scores, problems }
}

/**
 * Maps the field of an API error (`scores.2.matches.0.fbs`, which counts only filled-in scores) to the field
 * of the form (`place-r1.matches`).
 */
export const toScoreFormFieldOfApiError = (values: ScoreValues, field: string): string => {
  const found = /^scores\.(\d+)(?:\.(\w+))?/.exec(field)
  const entry = found ? parseScoresAndListProblems(values).scores[Number(found[1])]?.entry : undefined
  const known: Record<string, string> = {
    score: 'score',
    timeMs: 'time',
    youtubeLink: 'youtubeLink',
    matches: 'matches',
    file: 'file',
    github: 'github',
    key: 'key',
  }
  return entry ? `${entry}.${known[found?.[2] ?? ''] ?? 'score'}` : field
}

/** Returns whether the team can get another score. */
export const canAddScore = (values: ScoreValues): boolean =>
  Object.values(values).filter(Boolean).length < teamLimits.scores
