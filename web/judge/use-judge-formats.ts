import { useMemo } from 'react'
import type { RecordedAttempt } from '#contract/event/judging/judge.ts'
import type {
  JudgeEventData,
  JudgeEventTeam,
  SheetReview,
} from '#contract/event/judging/judge-sheet.schema.ts'
import type { MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import { type PairingPart, toGroupLetter } from '#contract/event/scoring/match-list.ts'
import type { PairedSide, TournamentState } from '#contract/event/scoring/match-pairings.ts'
import type { TournamentChanges } from '#contract/event/scoring/match-problems.ts'
import { listTieBreakFieldLabels, type MatchResult } from '#contract/event/scoring/match-result.ts'
import { createSideNamer } from '#i18n/formats/schedule-names.ts'
import { formatList, isolateText, joinTexts } from '#i18n/text-direction.ts'
import type { JudgeMatch, MatchEventData } from '#web/judge/scoring/judge-matches.ts'
import { nameKnockOutRound } from '#web/shared/event/matches/tournament-model.ts'
import { formatAttemptTime, formatCalendarDate, formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { SheetRefusal } from './judge-rounds.ts'
import type { PlainLabels } from './scoring/selectable-rounds.ts'

/** Returns a function that names the group or the knock-out of a match with its round. */
const useMatchPartFormatter = () => {
  const { t } = useTranslation()
  const lang = useLang()
  return (part: PairingPart, { knockOuts }: Pick<MatchRules, 'knockOuts'>): string => {
    if (part.of === 'group')
      return t('judge.match.group', { group: toGroupLetter(part.group), round: part.round })
    return t('judge.match.inKnockOut', {
      knockOut: knockOuts[part.knockOut]?.label[lang] ?? '',
      round: nameKnockOutRound(t, part),
    })
  }
}

/** Returns the functions that describe matches in words. */
export const useMatchFormatters = (data: MatchEventData) => {
  const { t, i18n } = useTranslation()
  const lang = useLang()

  const joinTeams = (side: PairedSide, format: (team: JudgeEventTeam) => string): string => {
    const teams = (data.draw.sides[side ?? -1] ?? []).map((teamId) =>
      data.teams.find(({ id }) => id === teamId),
    )
    if (teams.length === 0) return t('matches.sides.open')
    return teams.map((team) => (team ? format(team) : t('judge.match.goneTeam'))).join(' + ')
  }
  /** Names a side by the numbers and names of its teams. */
  const formatSide = (side: PairedSide): string =>
    joinTeams(side, ({ teamNo, name }) => joinTexts([teamNo, name], lang))
  /**
   * Creates the function that names both sides of a match, also by where they come from while they are not
   * known.
   */
  const createSidesFormatter = ({ groups, pairings }: TournamentState) => {
    const toNamedSides = ({ sources, sides }: Pick<JudgeMatch, 'sources' | 'sides'>) =>
      sources.map((source, nth) => ({ source, side: sides[nth], isOpen: sides[nth] === undefined }))
    const formatNamedSide = createSideNamer(
      i18n,
      {
        groupCount: groups.length,
        pairings: pairings.map((pairing) => ({ numbers: pairing.numbers, sides: toNamedSides(pairing) })),
      },
      ({ side }) => (typeof side === 'number' ? formatSide(side) : undefined),
    )
    return (match: JudgeMatch): string[] => toNamedSides(match).map(formatNamedSide)
  }
  /** Names a side in a sentence, by the names of its teams. */
  const nameSide = (side: PairedSide): string => joinTeams(side, ({ name }) => isolateText(name, lang))
  /** Two numbers in the order of the sides, which is that of the language. */
  const formatPair = ([one, other]: readonly [number, number]): string =>
    `${formatNumber(one, lang)} : ${formatNumber(other, lang)}`
  const formatScore = ({ scores, isWalkover, haveBothLost }: MatchResult): string => {
    if (haveBothLost) return t('judge.match.bothAbsent')
    return isWalkover ? t('judge.match.walkoverScore', { score: formatPair(scores) }) : formatPair(scores)
  }
  /** Says the result of a match with its winner. */
  const formatResult = (result: MatchResult, sides: readonly [PairedSide, PairedSide]): string => {
    const { winner, haveBothLost, isWalkover, scores, fields, decidedBy } = result
    if (haveBothLost) return t('judge.match.bothLose')
    const score = formatPair(scores)
    if (winner === null) return t('judge.match.drawn', { score })
    const team = nameSide(sides[winner])
    if (isWalkover) return t('judge.match.wonByWalkover', { score, team })
    const field = data.ruleSet.groups[0]?.fields.find(({ key }) => key === decidedBy)
    if (decidedBy === null || !field) return t('judge.match.won', { score, team })
    const values = formatPair([fields[0][decidedBy] ?? 0, fields[1][decidedBy] ?? 0])
    return t('judge.match.wonByField', {
      score,
      field: field.label[lang],
      values,
      team,
    })
  }
  /** Says which fields decide a drawn match of a knock-out, or that it is played again. */
  const formatMissingWinner = (): string => {
    const fields = listTieBreakFieldLabels(data.ruleSet, lang)
    return fields.length === 0
      ? t('judge.match.replay')
      : t('judge.match.needsWinnerBy', {
          fields: formatList(fields, lang, 'disjunction'),
        })
  }
  /** Says what a sheet changes in a match of a knock-out. */
  const formatChange = (change: TournamentChanges['matches'][number], match: string): string => {
    const formatSides = (sides: readonly PairedSide[]) =>
      formatList(
        sides.flatMap((side) => (typeof side === 'number' ? nameSide(side) : [])),
        lang,
      )
    const left = change.before.filter((side) => !change.expected.includes(side))
    const entered = change.expected.filter((side) => !change.before.includes(side))
    const hasEntered = entered.some((side) => typeof side === 'number')
    if (!change.isPlayed)
      return hasEntered
        ? t('judge.match.changes.open', { match, sides: formatSides(entered), before: formatSides(left) })
        : t('judge.match.changes.undecided', { match, before: formatSides(left) })
    return hasEntered
      ? t('judge.match.changes.played', { match, sides: formatSides(entered), before: formatSides(left) })
      : t('judge.match.changes.playedUndecided', { match, before: formatSides(left) })
  }
  return {
    formatSide,
    createSidesFormatter,
    formatPair,
    formatScore,
    formatResult,
    formatMissingWinner,
    formatChange,
  }
}

/**
 * Returns the labels of a sheet of an event without a rule set and of matches, in the language of the page.
 */
export const useDefaultSheetLabels = (): PlainLabels => {
  const { t } = useTranslation()
  const formatPart = useMatchPartFormatter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatter changes with the language only, as `t` does
  return useMemo(() => {
    const toLabel = (text: string) => ({ en: text, ar: text })
    return {
      points: toLabel(t('judge.sheet.points')),
      time: toLabel(t('judge.sheet.time')),
      round: (number) => toLabel(t('judge.sheet.mission', { number })),
      match: (number, part, rules) =>
        toLabel(t('judge.match.label', { number, part: formatPart(part, rules) })),
    }
  }, [t])
}

/**
 * Returns a function that describes an attempt by a text with its points, its time if it has one, and its
 * judge.
 */
export const useAttemptFormatter = () => {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    key: 'judge.sheet.correct' | 'judge.review.recorded' | 'judge.head.attempt',
    { score, timeMs, judgeName }: RecordedAttempt,
  ): string =>
    t(key, {
      result:
        timeMs === 0
          ? t('judge.sheet.resultPoints', { points: formatNumber(score, lang) })
          : t('judge.sheet.resultPointsAndTime', {
              points: formatNumber(score, lang),
              time: formatAttemptTime(timeMs),
            }),
      judge: judgeName || t('judge.sheet.noJudge'),
    })
}

/** Returns a function that says why the server rejects a sheet of a judge. */
export const useSheetRefusalFormatter = () => {
  const { t } = useTranslation()
  const lang = useLang()
  return (refusal: SheetRefusal, { judge }: JudgeEventData['session']): string => {
    if (refusal.kind === 'closed') return t('judge.closed')
    if (refusal.kind === 'table')
      return t('judge.refusal.table', {
        table: refusal.table,
        tables: formatList(judge.tables, lang),
      })
    if (refusal.kind === 'no-slot')
      return t('judge.refusal.noSlot', {
        tables: formatList(judge.tables, lang),
      })
    return t('judge.refusal.day', {
      day: formatCalendarDate(refusal.day, lang),
      days: formatList(
        judge.days.map((day) => formatCalendarDate(day, lang)),
        lang,
      ),
    })
  }
}

/** Returns a function that says who rejected a sheet, and why. */
export const useReviewRejectionFormatter = () => {
  const { t } = useTranslation()
  return ({ reviewerName, reason }: SheetReview): string =>
    reviewerName
      ? t('judge.review.rejectedBy', {
          judge: reviewerName,
          reason,
        })
      : t('judge.review.rejectedByOrganizer', { reason })
}
