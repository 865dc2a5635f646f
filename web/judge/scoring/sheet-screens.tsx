import { Text } from '@mantine/core'
import type { JudgeEventData, SheetReview } from '#contract/event/judging/judge-sheet.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import {
  computeSheetPointsAndTime,
  findRound,
  hasTimedRounds,
} from '#contract/event/scoring/rule-set-sheet.ts'
import { getEventScoringTraits } from '#contract/event/scoring/scoring-kinds.ts'
import type { QueueEntry } from '#web/judge/judge-store.ts'
import { SheetResultComparison } from '#web/judge/panel-parts.tsx'
import { SheetSummary } from '#web/judge/sheet-summary.tsx'
import type { Judge } from '#web/judge/use-judge-app.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { isMatchEventAfterDraw } from './judge-matches.ts'
import { MatchSheetsEntryPanel } from './match-entry-panel.tsx'
import { MatchPicker } from './match-picker.tsx'
import { MatchResultComparison, MatchReviewWithRecordedResult } from './match-summary.tsx'
import { ScoreSheetEntryPanel } from './score-sheet-entry-panel.tsx'
import type { JudgeRound } from './selectable-rounds.ts'
import { TeamPicker } from './team-picker.tsx'

type EntryOrPickerProps = {
  judge: Judge
  data: JudgeEventData
  onOpenReviews: () => void
  onOpenHead: () => void
}

/** Shows the sheet that the judge fills in, otherwise the matches or teams to choose the next one from. */
export function SheetEntryOrPicker({ judge, data, ...actions }: EntryOrPickerProps) {
  const { t } = useTranslation()
  const { draft } = judge
  if (isMatchEventAfterDraw(data))
    return draft ? (
      <MatchSheetsEntryPanel key={draft.round} judge={judge} data={data} draft={draft} />
    ) : (
      <MatchPicker judge={judge} data={data} {...actions} />
    )
  if (getEventScoringTraits(data.ruleSet).areTeamsDrawn) return <Text>{t('judge.match.notDrawn')}</Text>
  return draft ? (
    <ScoreSheetEntryPanel key={`${draft.teamId} ${draft.round}`} judge={judge} data={data} draft={draft} />
  ) : (
    <TeamPicker judge={judge} data={data} {...actions} />
  )
}

type ReviewProps = {
  judge: Judge
  data: JudgeEventData
  review: SheetReview
  rounds: readonly JudgeRound[]
}

/** Shows the values of a sheet that waits; for a match also the recorded result. */
export function UnreviewedSheetValues({ judge, data, review, rounds }: ReviewProps) {
  const { opponent, values, score, timeMs } = review
  if (opponent)
    return isMatchEventAfterDraw(data) ? (
      <MatchReviewWithRecordedResult
        data={data}
        queue={judge.queue}
        rounds={rounds}
        review={review}
        opponent={opponent}
      />
    ) : null
  const round = rounds.find(({ number }) => number === review.round)
  return round ? (
    <SheetSummary
      group={round.group}
      values={data.ruleSet ? (values ?? {}) : { points: score, time: timeMs }}
      result={{ points: score }}
    />
  ) : null
}

/** Shows a sheet in a conflict, which a head judge decides, beside the recorded results. */
export function ConflictingSheetComparison({ judge, data, review, rounds }: ReviewProps) {
  const { t } = useTranslation()
  const { opponent, judgeName, score, timeMs, recorded } = review
  if (opponent && isMatchEventAfterDraw(data))
    return (
      <MatchReviewWithRecordedResult
        data={data}
        queue={judge.queue}
        rounds={rounds}
        review={review}
        opponent={opponent}
      />
    )
  const round = rounds.find(({ number }) => number === review.round)
  const hasTime = data.ruleSet === null || round === undefined || hasTimedRounds(round.group)
  return (
    <SheetResultComparison
      own={t('judge.review.sentBy', { judge: judgeName || '–' })}
      score={score}
      timeMs={hasTime ? timeMs : null}
      attempts={recorded}
    />
  )
}

/** Returns the time of an entry by the rules on this device, or null when its round has no time. */
const computeTimeMs = ({ sheet }: QueueEntry, ruleSet: RuleSet | null | undefined): number | null => {
  if (!sheet.values) return sheet.timeMs
  const group = ruleSet && findRound(ruleSet, sheet.round)?.group
  return ruleSet && group ? computeSheetPointsAndTime(ruleSet, group, sheet.values).timeMs : null
}

type QueuedSheetProps = {
  /** Undefined until this device has the data of the event. */
  data: JudgeEventData | undefined
  entry: QueueEntry
  /** The recorded attempts with which the sheet is in a conflict. */
  attempts: NonNullable<NonNullable<QueueEntry['problem']>['attempts']>
}

/** Shows a sheet of this device that is in a conflict beside the recorded results. */
export function QueuedSheetComparison({ data, entry, attempts }: QueuedSheetProps) {
  const { t } = useTranslation()
  const { opponent } = entry.sheet
  if (opponent && data && isMatchEventAfterDraw(data))
    return (
      <MatchResultComparison
        data={data}
        own={t('judge.problem.mine')}
        sides={[
          { ...entry.sheet, points: entry.points },
          { ...opponent, points: entry.opponent?.points ?? 0 },
        ]}
        recorded={attempts}
      />
    )
  return (
    <SheetResultComparison
      own={t('judge.problem.mine')}
      score={entry.points}
      timeMs={computeTimeMs(entry, data?.ruleSet)}
      attempts={attempts}
    />
  )
}
