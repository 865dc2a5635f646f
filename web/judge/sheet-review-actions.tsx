import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { type ReviewSheetRequest, type SheetReview, sheetReviewLimits } from '#contract/sheet-review.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import type { Judge } from './use-judge-app.ts'

/** Shows the buttons with which a second judge confirms a sheet, or rejects it with a reason. They need a connection. */
export function SheetReviewActions({ judge, review }: { judge: Judge; review: SheetReview }) {
  const { t } = useTranslation()
  const [isRejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState('')
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const send = async (decision: ReviewSheetRequest) => {
    setSending(true)
    setProblem('')
    try {
      await judge.reviewSheet(review.sheetId, decision)
      const text = decision.decision === 'confirm' ? 'judge.review.confirmed' : 'judge.review.rejected'
      toast.success(t(text, { team: `\u2068${review.teamName}\u2069` }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.code === 'offline' ? t('judge.review.offline') : error.message)
    } finally {
      setSending(false)
    }
  }
  const isDisabled = !judge.isOnline || isSending
  return (
    <Stack gap="sm">
      {problem === '' ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {isRejecting ? (
        <>
          <Textarea
            size="lg"
            label={t('judge.review.reason')}
            dir="auto"
            autosize
            minRows={2}
            maxLength={sheetReviewLimits.reason}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group>
            <Button
              size="lg"
              color="red.9"
              disabled={isDisabled || reason.trim() === ''}
              onClick={() => void send({ decision: 'reject', reason })}
            >
              {t('judge.review.rejectNow')}
            </Button>
            <Button size="lg" variant="default" onClick={() => setRejecting(false)}>
              {t('judge.cancel')}
            </Button>
          </Group>
        </>
      ) : (
        <Group>
          <Button size="lg" disabled={isDisabled} onClick={() => void send({ decision: 'confirm', reason: '' })}>
            {t('judge.review.confirm')}
          </Button>
          <Button size="lg" variant="default" disabled={isDisabled} onClick={() => setRejecting(true)}>
            {t('judge.review.reject')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
