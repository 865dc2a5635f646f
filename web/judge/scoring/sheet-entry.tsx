import { Alert, Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { JudgeEventData, SheetReview } from '#contract/event/judging/judge-sheet.schema.ts'
import { predictSheetRefusal } from '#web/judge/judge-rounds.ts'
import type { QueueEntry, SheetDraft } from '#web/judge/judge-store.ts'
import type { Judge } from '#web/judge/use-judge-app.ts'
import { useSheetRefusalFormatter } from '#web/judge/use-judge-formats.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

type EnteredSheet = Pick<QueueEntry, 'teamName' | 'teamNo' | 'roundLabel' | 'points' | 'opponent'> & {
  sheet: Pick<QueueEntry['sheet'], 'values' | 'score' | 'timeMs' | 'expected' | 'opponent'> &
    Partial<Pick<QueueEntry['sheet'], 'replaces' | 'acceptsOtherSides' | 'feedback'>>
  /** Whether the captains have confirmed the sheet. */
  isConfirmed: boolean
}

/**
 * Predicts whether the server would refuse the sheet that the judge fills in, and saves it. `saveSheet` puts
 * it into the queue, deletes the draft and shows `done` as a toast; while it runs, another call does nothing.
 */
export const useSheetEntry = (judge: Judge, data: JudgeEventData, draft: SheetDraft) => {
  const formatRefusal = useSheetRefusalFormatter()
  const [isSaving, setSaving] = useState(false)
  const getServerTime = () => new Date(Date.now() + (judge.session?.clockOffset ?? 0)).toISOString()
  const refusal = predictSheetRefusal(data, { ...draft, judgedAt: getServerTime() })
  const hasRefusal = refusal !== undefined
  const { synchronize } = judge
  useEffect(() => {
    // what this device knows may be old
    if (hasRefusal) void synchronize()
  }, [hasRefusal, synchronize])

  const saveSheet = async ({ sheet, isConfirmed, ...others }: EnteredSheet, done: string) => {
    if (isSaving) return
    setSaving(true)
    const now = getServerTime()
    const resumed = judge.queue.find(({ sequence }) => sequence !== undefined && sequence === draft.resume)
    const id = resumed?.id ?? crypto.randomUUID()
    await judge.putEntry({
      ...(resumed?.sequence === undefined ? {} : { sequence: resumed.sequence }),
      id,
      eventId: data.session.event.id,
      judgeId: data.session.judge.id,
      judgeName: data.session.judge.name,
      ...others,
      state: 'waiting',
      sheet: {
        replaces: null,
        acceptsOtherSides: false,
        feedback: '',
        ...sheet,
        id,
        teamId: draft.teamId,
        round: draft.round,
        ruleVersion: data.ruleVersion,
        judgedAt: now,
        confirmedAt: isConfirmed ? now : null,
        isDiscarded: false,
      },
    })
    await judge.writeDraft(undefined)
    toast.success(done)
  }
  return { refusalText: refusal && formatRefusal(refusal, data.session), isSaving, saveSheet }
}

/** Shows that the team or match of a draft no longer exists, with a button that deletes the draft. */
export function SheetGoneMessage({ judge }: { judge: Judge }) {
  const { t } = useTranslation()
  return (
    <Stack>
      <Text>{t('judge.sheet.gone')}</Text>
      <Button size="lg" onClick={() => void judge.writeDraft(undefined)}>
        {t('judge.sheet.back')}
      </Button>
    </Stack>
  )
}

type AlertsProps = {
  refusalText: string | undefined
  /** The sheets of others that wait for a review. */
  waiting: readonly SheetReview[]
  formatPoints: (sheet: SheetReview) => string
}

/** Shows why the server would refuse the sheet, and the sheets that wait. */
export function RefusalAndWaitingSheetAlerts({ refusalText, waiting, formatPoints }: AlertsProps) {
  const { t } = useTranslation()
  return (
    <>
      {refusalText === undefined ? null : (
        <Alert color="red" role="alert">
          {refusalText}
        </Alert>
      )}
      {waiting.map((sheet) => (
        <Alert key={sheet.sheetId} color="yellow">
          {t(sheet.needsDecision ? 'judge.review.undecidedSheet' : 'judge.review.waitingSheet', {
            points: formatPoints(sheet),
            judge: sheet.judgeName || t('judge.sheet.noJudge'),
          })}
        </Alert>
      ))}
    </>
  )
}
