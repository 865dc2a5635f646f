import { ActionIcon, Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import type { AdminAttempt, AdminScoreEntry, ScoreRow } from '#contract/event/scores/score.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { findRound } from '#contract/event/scoring/rule-set-sheet.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatSheetValues } from '#web/shared/event/score-sheet/sheet-values.ts'
import {
  computeColumnTimeDecimals,
  formatMeasuredTimeOrDash,
  formatNumber,
  hasAnyMeasuredTime,
} from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconPencil, IconPlus, IconTrash } from '#web/shared/ui/icons.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './scores.module.css'

type JudgeNamesProps = { judgeName: string; reviewerName: string }

/** Shows the judge of a sheet and who confirmed it. Renders nothing without names. */
export function JudgeAndReviewerNames({ judgeName, reviewerName }: JudgeNamesProps) {
  const { t } = useTranslation()
  return (
    <>
      {judgeName ? <Text size="sm">{t('adminScores.judgedBy', { name: judgeName })}</Text> : null}
      {reviewerName ? <Text size="sm">{t('adminScores.confirmedBy', { name: reviewerName })}</Text> : null}
    </>
  )
}

type Props = {
  eventId: string
  /** The rules of the event, null for points and time only. */
  ruleSet: RuleSet | null
  row: ScoreRow
  /** False while the results are final: the attempts have no buttons. */
  canChangeScores: boolean
  /** Increases after each save, which reloads the attempts. */
  version: number
  onAdd: (entry: AdminScoreEntry) => void
  onEdit: (attempt: AdminAttempt) => void
  onRemove: (entry: AdminScoreEntry, attempt: AdminAttempt) => void
}

/** Shows the attempts of an entry, with buttons that add, correct and remove attempts. */
export function EntryAttemptsTableWithActions({
  eventId,
  ruleSet,
  row,
  canChangeScores,
  version,
  onAdd,
  onEdit,
  onRemove,
}: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { formatDateTime } = useDateFormat()
  const key = [eventId, row.id, version, row.attemptCount, row.totalScore, row.totalTimeMs].join(' ')
  const loaded = useLoadedValueWithErrorToast(
    () => callApi('GET /api/admin/events/:eventId/scores/:entryId', { params: { eventId, entryId: row.id } }),
    key,
  )

  if (!loaded) return <Skeleton height={60} />
  const { entry } = loaded
  const times = entry.attempts.map(({ timeMs }) => timeMs)
  const decimals = computeColumnTimeDecimals(times)
  const renderScore = (attempt: AdminAttempt) => <bdi>{formatNumber(attempt.score, lang)}</bdi>
  const renderRound = (attempt: AdminAttempt) => {
    const round = ruleSet ? findRound(ruleSet, attempt.mission) : undefined
    if (!round) return attempt.mission
    return (
      <>
        <Bdi>{round.round.label[lang]}</Bdi>
        {attempt.values ? (
          <Text size="sm" className={styles.quiet}>
            {formatSheetValues(t, lang, round.group, attempt.values)}
          </Text>
        ) : null}
      </>
    )
  }
  const renderTime = ({ timeMs }: AdminAttempt) => (
    <bdi dir="ltr">{formatMeasuredTimeOrDash(timeMs, decimals)}</bdi>
  )
  const renderTimes = ({ at, correctedAt }: AdminAttempt) => (
    <>
      <time dateTime={at}>{formatDateTime(at)}</time>
      {correctedAt ? (
        <Text size="sm" fw={600}>
          {t('scores.corrected', { time: formatDateTime(correctedAt) })}
        </Text>
      ) : null}
    </>
  )
  const renderActions = (attempt: AdminAttempt) => (
    <Group gap={4} wrap="nowrap">
      <ActionIcon variant="subtle" aria-label={t('adminScores.editAttempt')} onClick={() => onEdit(attempt)}>
        <IconPencil size={18} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={t('adminScores.removeAttempt')}
        onClick={() => onRemove(entry, attempt)}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </Group>
  )
  return (
    <>
      <StackedTable
        label={t('scores.attempts')}
        minWidth={620}
        rows={entry.attempts}
        getKey={({ id }) => id}
        columns={[
          { title: t('scores.when'), render: renderTimes },
          {
            title: t(ruleSet ? 'adminRuleSets.round' : 'adminScores.fields.mission'),
            number: !ruleSet,
            render: renderRound,
          },
          { title: t('adminScores.fields.score'), number: true, render: renderScore },
          ...(hasAnyMeasuredTime(times)
            ? [{ title: t('adminScores.fields.timeMs'), number: true, render: renderTime }]
            : []),
          {
            title: t('adminScores.source'),
            render: (attempt) => (
              <>
                <Badge variant="default" tt="none" miw="max-content">
                  {t(`adminScores.sources.${attempt.source}`)}
                </Badge>
                <JudgeAndReviewerNames {...attempt} />
              </>
            ),
          },
          { title: t('adminScores.fields.note'), render: ({ note }) => (note ? <Bdi>{note}</Bdi> : null) },
          ...(canChangeScores
            ? [{ title: t('adminScores.actions'), isActions: true, render: renderActions }]
            : []),
        ]}
      />
      {canChangeScores ? (
        <Button variant="light" size="xs" leftSection={<IconPlus size={16} />} onClick={() => onAdd(entry)}>
          {t('adminScores.addAttempt')}
        </Button>
      ) : null}
    </>
  )
}
