import type { TFunction } from 'i18next'
import type { Schedule } from '#contract/event/schedule/schedule.schema.ts'
import { scheduleColumns } from '#contract/event/schedule/schedule.ts'
import type { Language } from '#i18n/languages.ts'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import { buildImportExampleTable, type ImportExample } from '#web/admin/shared/import-example.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { useScheduleNameFormatters } from './use-schedule.ts'

/** Builds an example of a file with a schedule. The draw has the teams of matches. */
export const buildScheduleImportExampleTable = (
  t: TFunction,
  lang: Language,
  areTeamsDrawn: boolean,
): ImportExample => {
  const table = { en: 'Table', ar: 'الطاولة' }[lang]
  const time = '2026-12-05 09:30'
  const cells = {
    round: ['1', areTeamsDrawn ? '2' : '1'],
    table: [`${table} 1`, `${table} 2`],
    time: [time, time],
    minutes: ['5', '5'],
    team_no: ['12', '15'],
    competition: ['', ''],
  }
  const columns = scheduleColumns.filter(
    (column) => !areTeamsDrawn || (column !== 'team_no' && column !== 'competition'),
  )
  const getTitle = (column: (typeof columns)[number]) =>
    areTeamsDrawn && column === 'round'
      ? t('adminJudging.schedule.columns.round', { context: 'match' })
      : t(`adminJudging.schedule.columns.${column}`)
  return buildImportExampleTable(columns.map((column) => [getTitle(column), ...cells[column]] as const))
}

type Props = { schedule: Schedule; onClose: () => void; onSaved: () => void }

/** Shows a dialog that previews and imports a CSV file with a schedule, all or nothing. */
export function ImportScheduleDialog({ schedule, onClose, onSaved }: Props) {
  const { event, pairings } = schedule
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { formatDateTime } = useDateFormat()
  const { context, nameSides } = useScheduleNameFormatters(schedule)
  return (
    <ImportDialog
      title={t('adminJudging.schedule.import')}
      intro={t('adminJudging.schedule.importIntro', context)}
      example={buildScheduleImportExampleTable(t, lang, pairings !== null)}
      hasTimes
      kind="schedule"
      eventId={event.id}
      describe={({ count }) => t('adminJudging.schedule.count', { count })}
      rowColumns={[
        {
          title: t('adminJudging.schedule.columns.time'),
          render: ({ startsAt }) => formatDateTime(startsAt),
        },
        {
          title: t('adminJudging.schedule.columns.minutes'),
          render: ({ durationMinutes }) => durationMinutes,
        },
        { title: t('adminJudging.schedule.columns.round', context), render: ({ round }) => round },
        { title: t('adminJudging.schedule.columns.table'), render: ({ table }) => <Bdi>{table}</Bdi> },
        {
          title: t('adminJudging.schedule.team', context),
          render: ({ teamName, round }) => (pairings ? nameSides(round) : <Bdi>{teamName}</Bdi>),
        },
      ]}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
