import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { AdminProtest, ProtestSettings } from '#contract/protest.ts'
import type { RuleSet } from '#contract/rule-set.ts'
import { ScoreLogTable } from '#web/admin/scores/score-log-table.tsx'
import { useLoadedValue } from '#web/admin/scores/use-loaded-value.ts'
import { Dialog } from '#web/admin/shared/dialog.tsx'
import { StatusBadge } from '#web/admin/shared/status-badge.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { ProtestAnswerForm } from './protest-answer-form.tsx'
import { getParticipantName, useProtestSubjectFormatter } from './protest-names.ts'
import { ProtestedResult } from './protested-result.tsx'

type Props = {
  settings: ProtestSettings
  ruleSet: RuleSet | null
  protestId: string
  onClose: () => void
  onAnswered: () => void
}

const textStyle = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const

/** Shows a protest with its result and the history of that result, and the form that answers it. */
export function ProtestReviewDialog({ settings, ruleSet, protestId, onClose, onAnswered }: Props) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const formatSubject = useProtestSubjectFormatter(ruleSet)
  const eventId = settings.event.id
  // the ranking may be frozen since the page was opened
  const details = useLoadedValue(async () => {
    const [found, { isFrozen }] = await Promise.all([adminApi.protests.get(eventId, protestId), adminApi.protests.getSettings(eventId)])
    return { ...found, isFrozen }
  }, protestId)
  if (!details)
    return (
      <Dialog onClose={onClose} title={t('adminProtests.list')} size="60rem">
        <Skeleton height={200} />
      </Dialog>
    )
  const { protest, entry, history, isFrozen } = details
  const time = `\u2068${formatDateTime(protest.createdAt)}\u2069`
  const name = `\u2068${getParticipantName(protest, t)}\u2069`
  const content = (
    <>
      <Group gap="sm">
        <StatusBadge status={protest.state === 'open' ? 'open' : 'done'}>{t(`protests.states.${protest.state}`)}</StatusBadge>
        <Text size="sm">
          {protest.askedBy
            ? t('adminProtests.sentBy', { name: `\u2068${protest.askedBy}\u2069`, time })
            : t('adminProtests.sentOn', { time })}
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
        {history.length > 0 ? <ScoreLogTable rows={history} ruleSet={ruleSet} /> : <Text size="sm">{t('adminProtests.noHistory')}</Text>}
      </div>
    </>
  )
  return (
    <Dialog onClose={onClose} title={t('adminProtests.one', { name })} size="60rem">
      {protest.state === 'open' ? (
        <ProtestAnswerForm
          eventId={eventId}
          protestId={protest.id}
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
              to={`/admin/events/${eventId}/scores?s=${encodeURIComponent(getParticipantName(protest, t))}`}
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
    </Dialog>
  )
}

function ClosedProtestText({ protest }: { protest: AdminProtest }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const time = `\u2068${protest.closedAt ? formatDateTime(protest.closedAt) : ''}\u2069`
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
          ? t('adminProtests.answered', { name: `\u2068${protest.answeredBy}\u2069`, time })
          : t('adminProtests.answeredOn', { time })}
      </Text>
    </div>
  )
}
