import { useMemo } from 'react'
import type { Tournament } from '#contract/match.schema.ts'
import { areOnSeveralDays } from '#contract/rules/slot-times.ts'
import { isolateTextDirection } from '#contract/rules/text.ts'
import { toGroupLetter } from '#contract/scoring/match-list.ts'
import { formatSlotTime } from '#web/shared/format.ts'
import { useRootData } from '#web/shared/language.ts'
import {
  createTournamentSideNamer,
  type KnockOutPart,
  nameKnockOutRound,
} from '#web/shared/matches/match-names.ts'
import { type Texts, useTranslation } from '#web/shared/texts.ts'

/**
 * Creates the functions that name the sides, groups and rounds of a tournament, also the sides that are not
 * known yet.
 */
const createTournamentNames = (texts: Texts, tournament: Tournament, timeZone: string) => {
  const { t, language } = texts
  const nameTeams = (side: number): string =>
    (tournament.sides[side]?.teams ?? [])
      .map(({ name, teamNo }) => isolateTextDirection(name || `#${teamNo}`, language))
      .reduce((first, second) => t('matches.sides.alliance', { first, second }))

  const times = tournament.pairings.flatMap(({ matches }) => matches.flatMap(({ time }) => time ?? []))
  const hasSeveralDays = areOnSeveralDays(times, timeZone)
  return {
    nameTeams,
    nameSide: createTournamentSideNamer(texts, tournament, nameTeams),
    nameRound: (part: KnockOutPart): string => nameKnockOutRound(t, part),
    nameGroup: (group: number): string =>
      tournament.groups.length === 1
        ? t('matches.standing')
        : t('matches.group', { letter: toGroupLetter(group) }),
    /** Formats when a match begins, with its day where the matches are on several days. */
    formatTime: (startsAt: string): string => formatSlotTime(startsAt, language, timeZone, hasSeveralDays),
  }
}
export type TournamentNames = ReturnType<typeof createTournamentNames>

/**
 * Returns the functions that name the sides, groups and rounds of a tournament in the language of the page.
 */
export const useTournamentNames = (tournament: Tournament): TournamentNames => {
  const { i18n } = useTranslation()
  const { timeZone } = useRootData()
  return useMemo(() => createTournamentNames(i18n, tournament, timeZone), [i18n, tournament, timeZone])
}
