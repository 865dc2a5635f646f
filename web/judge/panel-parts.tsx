import { Alert, Button, Group, Modal, Stack, Table, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { type RecordedAttempt, sheetReviewLimits } from '#contract/event/judging/judge.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { formatMeasuredTimeOrDash, formatNumber, hasAnyMeasuredTime } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { toast } from '#web/shared/ui/toast.ts'

/**
 * Runs calls that need a connection. `problem` says why the last one failed; `run` shows `done` as a toast
 * and returns whether the call succeeded.
 */
export const useOnlineCallWithSuccessToast = () => {
  const { t } = useTranslation()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const run = async (call: () => Promise<unknown>, done: string): Promise<boolean> => {
    setSending(true)
    setProblem('')
    try {
      await call()
      toast.success(done)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.code === 'offline' ? t('judge.needsConnection') : error.message)
      return false
    } finally {
      setSending(false)
    }
  }
  return { isSending, problem, run }
}

export function OnlineCallProblem({ problem }: { problem: string }) {
  return problem === '' ? null : (
    <Alert color="red" role="alert">
      {problem}
    </Alert>
  )
}

type RejectionFormProps = {
  /** The label of the reason. */
  label: string
  /** The text of the button that rejects. */
  action: string
  isDisabled: boolean
  onReject: (reason: string) => void
  onCancel: () => void
}

/** Shows the input of the reason for which a sheet is rejected, and the button that rejects it. */
export function SheetRejectionForm({ label, action, isDisabled, onReject, onCancel }: RejectionFormProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  return (
    <>
      <Textarea
        size="lg"
        label={label}
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
          onClick={() => onReject(reason)}
        >
          {action}
        </Button>
        <Button size="lg" variant="default" onClick={onCancel}>
          {t('judge.cancel')}
        </Button>
      </Group>
    </>
  )
}

type ResultComparisonProps = {
  /** What the result of the sheet is called. */
  own: string
  score: number
  /** Null for a round without a time. */
  timeMs: number | null
  attempts: readonly RecordedAttempt[]
}

/** Shows the result of a sheet beside those that are recorded for the team in the round. */
export function SheetResultComparison({ own, score, timeMs, attempts }: ResultComparisonProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const hasTimes = timeMs !== null && hasAnyMeasuredTime([timeMs, ...attempts.map((each) => each.timeMs)])
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('judge.problem.version')}</Table.Th>
          <Table.Th ta="end">{t('judge.sheet.points')}</Table.Th>
          {hasTimes ? <Table.Th ta="end">{t('judge.sheet.time')}</Table.Th> : null}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        <Table.Tr>
          <Table.Td>{own}</Table.Td>
          <Table.Td ta="end">{formatNumber(score, lang)}</Table.Td>
          {hasTimes ? <Table.Td ta="end">{formatMeasuredTimeOrDash(timeMs)}</Table.Td> : null}
        </Table.Tr>
        {attempts.map((attempt) => (
          <Table.Tr key={attempt.id}>
            <Table.Td>
              {t('judge.problem.theirs')} <Bdi>{attempt.judgeName}</Bdi>
            </Table.Td>
            <Table.Td ta="end">{formatNumber(attempt.score, lang)}</Table.Td>
            {hasTimes ? <Table.Td ta="end">{formatMeasuredTimeOrDash(attempt.timeMs)}</Table.Td> : null}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Shows the title of a panel of the judge page, with the button that closes the panel. */
export function PanelTitleAndCloseButton({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Group justify="space-between">
      <Title order={1} size="h3">
        {title}
      </Title>
      <Button size="md" variant="default" onClick={onClose}>
        {t('judge.close')}
      </Button>
    </Group>
  )
}

/** Asks before the values and running stopwatches of the sheet that is being filled in are lost. */
export function DiscardDraftDialog({ onClose, onDiscard }: { onClose: () => void; onDiscard: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('judge.sheet.discardTitle')}
      closeButtonProps={{ 'aria-label': t('judge.close') }}
    >
      <Stack>
        <Text>{t('judge.sheet.discardText')}</Text>
        <Group justify="flex-end">
          <Button size="md" variant="default" onClick={onClose}>
            {t('judge.sheet.keep')}
          </Button>
          <Button size="md" color="red.9" onClick={onDiscard}>
            {t('judge.sheet.discard')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
