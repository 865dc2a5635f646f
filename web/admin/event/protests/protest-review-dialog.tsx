import { Alert, Button, Group, List, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AdminProtest, AdminProtestDetails, ProtestSettings } from '#contract/event/protest.schema.ts'
import { type ProtestDecision, protestLimits } from '#contract/event/protest.ts'
import type { AdminAttempt } from '#contract/event/scores/score.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { findRound } from '#contract/event/scoring/rule-set-sheet.ts'
import { JudgeAndReviewerNames } from '#web/admin/event/scores/attempt-list.tsx'
import { ScoreLogTable } from '#web/admin/event/scores/score-log-table.tsx'
import { ErrorAlert } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog, AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { getFailureMessage, useForm } from '#web/admin/shared/form-dialog.tsx'
import { StatusBadge } from '#web/admin/shared/table-cells.tsx'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatSheetValues } from '#web/shared/event/score-sheet/sheet-values.ts'
import { formatAttempt } from '#web/shared/event/scores/format-attempt.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { getProtestParticipantName, useProtestSubjectFormatter } from './protest-names.ts'

type ProtestedResultProps = {
  protest: AdminProtest
  entry: AdminProtestDetails['entry']
  ruleSet: RuleSet | null
}

/** Shows the attempt of a protest with its score sheet, or all attempts of the result, as they are now. */
function ProtestedResult({ protest, entry, ruleSet }: ProtestedResultProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const attempts =
    entry?.attempts.filter(({ id }) => protest.attemptId === null || id === protest.attemptId) ?? []
  return (
    <div>
      <Title order={3} size="h5">
        {t('adminProtests.result')}
      </Title>
      {entry ? (
        <Text size="sm">
          {t('adminProtests.total', {
            points: formatNumber(entry.totalScore, lang),
            rank: formatNumber(entry.rank, lang),
          })}
        </Text>
      ) : null}
      {attempts.length === 0 ? (
        <Text size="sm">{t('adminProtests.removed')}</Text>
      ) : (
        <List size="sm">
          {attempts.map((attempt) => (
            <List.Item key={attempt.id}>
              <AttemptSheet attempt={attempt} ruleSet={ruleSet} />
            </List.Item>
          ))}
        </List>
      )}
    </div>
  )
}

function AttemptSheet({ attempt, ruleSet }: { attempt: AdminAttempt; ruleSet: RuleSet | null }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const found = ruleSet ? findRound(ruleSet, attempt.mission) : undefined
  return (
    <>
      {formatAttempt(t, lang, formatDateTime, found ? { ...attempt, round: found.round.label } : attempt)} ·{' '}
      {t(`adminScores.sources.${attempt.source}`)} ·{' '}
      <time dateTime={attempt.at}>{formatDateTime(attempt.at)}</time>
      <JudgeAndReviewerNames {...attempt} />
      {found && attempt.values ? (
        <Text size="sm">{formatSheetValues(t, lang, found.group, attempt.values)}</Text>
      ) : null}
      {attempt.note ? (
        <Text size="sm" c="dimmed" dir="auto">
          {t('adminProtests.note', { note: attempt.note })}
        </Text>
      ) : null}
    </>
  )
}

type ProtestAnswerFormProps = {
  eventId: string
  protestId: string
  isEmailed: boolean
  onClose: () => void
  onAnswered: () => void
  children: ReactNode
}

/**
 * Accepts or rejects a protest with a reply, and says whether the reply is emailed. `children` stand above the
 * reply, whose buttons stay visible.
 */
function ProtestAnswerForm({
  eventId,
  protestId,
  isEmailed,
  onClose,
  onAnswered,
  children,
}: ProtestAnswerFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { answer: '' },
    required: ['answer'],
    send: ({ answer }, decision: ProtestDecision = 'rejected') =>
      callApi('POST /api/admin/events/:eventId/protests/:protestId/answer', {
        params: { eventId, protestId },
        json: { decision, answer },
      }),
    onSaved: onAnswered,
    describeFailure: getFailureMessage,
  })
  return (
    <Stack>
      {children}
      <ErrorAlert message={form.problem} />
      <Textarea
        label={t('adminProtests.answer')}
        description={t(isEmailed ? 'adminProtests.answerHint' : 'adminProtests.answerHintWithoutEmail')}
        required
        dir="auto"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={protestLimits.answer}
        {...form.getInputProps('answer')}
      />
      <AdminDialogActions onCancel={onClose}>
        <Button variant="default" disabled={form.submitting} onClick={() => void form.submit('rejected')}>
          {t('adminProtests.reject')}
        </Button>
        <Button disabled={form.submitting} onClick={() => void form.submit('accepted')}>
          {t('adminProtests.accept')}
        </Button>
      </AdminDialogActions>
    </Stack>
  )
}

type Props = {
  settings: ProtestSettings
  ruleSet: RuleSet | null
  protestId: string
  onClose: () => void
  onAnswered: () => void
}

const textStyle = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const

/** Shows a protest with its result and the history of that result, and the form that answers it. */
export function ProtestDetailsAndAnswerDialog({ settings, ruleSet, protestId, onClose, onAnswered }: Props) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const formatSubject = useProtestSubjectFormatter(ruleSet)
  const eventId = settings.event.id
  // the ranking may be frozen since the page was opened
  const details = useLoadedValueWithErrorToast(async () => {
    const [found, current] = await Promise.all([
      callApi('GET /api/admin/events/:eventId/protests/:protestId', { params: { eventId, protestId } }),
      callApi('GET /api/admin/events/:eventId/protest-settings', { params: { eventId } }),
    ])
    return { ...found, isFrozen: current.settings.isFrozen }
  }, protestId)
  if (!details)
    return (
      <AdminDialog onClose={onClose} title={t('adminEntities.protest.many')} size="60rem">
        <Skeleton height={200} />
      </AdminDialog>
    )
  const { protest, entry, history, isFrozen } = details
  const time = formatDateTime(protest.createdAt)
  const name = getProtestParticipantName(protest, t)
  const content = (
    <>
      <Group gap="sm">
        <StatusBadge status={protest.state === 'open' ? 'open' : 'done'}>
          {t(`protests.states.${protest.state}`)}
        </StatusBadge>
        <Text size="sm">
          {protest.askedBy
            ? t('adminProtests.sentBy', { name: protest.askedBy, time })
            : t(protest.isOnPaper ? 'adminProtests.enteredOn' : 'adminProtests.sentOn', { time })}
        </Text>
      </Group>
      <div>
        <Title order={3} size="h5">
          {t('adminProtests.about')}
        </Title>
        <Text>{formatSubject(protest)}</Text>
      </div>
      <div>
        <Title order={3} size="h5">
          {t('adminProtests.reason')}
        </Title>
        <Text dir="auto" style={textStyle}>
          {protest.reason || t('protests.erased')}
        </Text>
      </div>
      <ProtestedResult protest={protest} entry={entry} ruleSet={ruleSet} />
      <div>
        <Title order={3} size="h5">
          {t('adminProtests.history')}
        </Title>
        {history.length > 0 ? (
          <ScoreLogTable rows={history} ruleSet={ruleSet} />
        ) : (
          <Text size="sm">{t('adminProtests.noHistory')}</Text>
        )}
      </div>
    </>
  )
  return (
    <AdminDialog onClose={onClose} title={t('adminProtests.one', { name })} size="60rem">
      {protest.state === 'open' ? (
        <ProtestAnswerForm
          eventId={eventId}
          protestId={protest.id}
          isEmailed={details.isAnswerEmailed}
          onClose={onClose}
          onAnswered={() => {
            onAnswered()
            onClose()
          }}
        >
          {content}
          <Group justify="space-between">
            <Text size="sm" style={{ flex: '1 1 260px' }}>
              {t('adminProtests.correctHint')}
            </Text>
            <Button
              component={Link}
              to={`/admin/events/${eventId}/scores?s=${encodeURIComponent(getProtestParticipantName(protest, t))}`}
              variant="default"
              size="xs"
            >
              {t('adminProtests.correct')}
            </Button>
          </Group>
          {isFrozen ? <Alert color="yellow">{t('adminProtests.frozen')}</Alert> : null}
        </ProtestAnswerForm>
      ) : (
        <Stack>
          {content}
          <ClosedProtestText protest={protest} />
        </Stack>
      )}
    </AdminDialog>
  )
}

function ClosedProtestText({ protest }: { protest: AdminProtest }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const time = protest.closedAt ? formatDateTime(protest.closedAt) : ''
  if (protest.state === 'withdrawn') return <Text size="sm">{t('adminProtests.withdrawnOn', { time })}</Text>
  return (
    <div>
      <Title order={3} size="h5">
        {t('adminProtests.answer')}
      </Title>
      <Text dir="auto" style={textStyle}>
        {protest.answer || t('protests.erased')}
      </Text>
      <Text size="sm" c="dimmed">
        {protest.answeredBy
          ? t('adminProtests.answered', { name: protest.answeredBy, time })
          : t('adminProtests.answeredOn', { time })}
      </Text>
    </div>
  )
}
