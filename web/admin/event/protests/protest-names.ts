import type { AdminProtest } from '#contract/event/protest.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { findRoundLabel } from '#contract/event/scoring/rule-set-sheet.ts'
import { formatAttempt } from '#web/shared/event/scores/format-attempt.ts'
import { useLang } from '#web/shared/language.ts'
import { type Texts, useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

/** Returns the name of the team or player of a protest. */
export const getProtestParticipantName = ({ teamName, playerName }: AdminProtest, t: Texts['t']): string =>
  teamName || playerName || t('scores.unnamed')

/** Creates a function that names what a protest is about: an attempt, or the whole result. */
export const useProtestSubjectFormatter = (ruleSet: RuleSet | null) => {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  return ({ attemptId, attempt }: AdminProtest): string => {
    if (attemptId === null) return t('protests.wholeResult')
    if (attempt === null) return t('protests.removedAttempt')
    const round = findRoundLabel(ruleSet, attempt.mission)
    return formatAttempt(t, lang, formatDateTime, round ? { ...attempt, round } : attempt)
  }
}
