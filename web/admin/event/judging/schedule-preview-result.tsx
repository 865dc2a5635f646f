import { Alert, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Schedule, SchedulePreview } from '#contract/event/schedule/schedule.schema.ts'
import { formatList } from '#i18n/text-direction.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { useScheduleNameFormatters } from './use-schedule.ts'

/** Lists what a generated schedule has, and which runs have no slot and why. */
export function SchedulePreviewResult({
  preview,
  schedule,
}: {
  preview: SchedulePreview
  schedule: Schedule
}) {
  const { t, i18n } = useTranslation()
  const { formatDate, formatDateTime, formatTimeOfDay } = useDateFormat()
  const result = useRef<HTMLDivElement>(null)
  // it is below the form, out of sight on a phone
  useEffect(() => {
    // newer browsers return a promise, which is no function that cleans up
    void result.current?.scrollIntoView({ block: 'start' })
  }, [])
  const { count, startsAt, endsAt, missing, missingCount, unusedTables } = preview
  const endsOnSameDay = formatDate(startsAt) === formatDate(endsAt)
  const { context, nameTeam } = useScheduleNameFormatters(schedule)
  return (
    <Stack ref={result} gap="xs" role="status" aria-label={t('adminJudging.schedule.generate.result')}>
      <Text fw={600}>
        {t('adminJudging.schedule.count', { count })}
        {startsAt && endsAt ? (
          <>
            {' · '}
            {t('adminJudging.schedule.generate.times', {
              day: formatDate(startsAt),
              from: formatTimeOfDay(startsAt),
              to: endsOnSameDay ? formatTimeOfDay(endsAt) : formatDateTime(endsAt),
            })}
          </>
        ) : null}
      </Text>
      {missingCount === 0 ? (
        <Alert color="green">{t('adminJudging.schedule.generate.complete', context)}</Alert>
      ) : (
        <Alert color="yellow">
          <Text fw={600}>
            {t('adminJudging.schedule.generate.missing', { ...context, count: missingCount })}
          </Text>
          <Text size="sm">
            {t(`adminJudging.schedule.generate.${count === 0 ? 'nothing' : 'missingHint'}`, context)}
          </Text>
          <ul
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a long list
            tabIndex={0}
            style={{ maxHeight: 200, overflow: 'auto', marginBlock: 8, paddingInlineStart: 20 }}
          >
            {missing.map(({ teamId, round, reason }) => (
              <li key={`${teamId} ${round}`}>
                {t('adminJudging.schedule.generate.missingRun', {
                  ...context,
                  team: nameTeam(teamId ?? ''),
                  round,
                  reason: t(`adminJudging.schedule.generate.reasons.${reason}`, context),
                })}
              </li>
            ))}
          </ul>
          {missingCount > missing.length
            ? t('adminJudging.schedule.generate.more', { count: missingCount - missing.length })
            : null}
        </Alert>
      )}
      {unusedTables.length > 0 ? (
        <Text size="sm">
          {t('adminJudging.schedule.generate.unused', {
            ...context,
            tables: formatList(unusedTables, i18n.language),
          })}
        </Text>
      ) : null}
    </Stack>
  )
}
