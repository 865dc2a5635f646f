import { type ScheduleColumn, scheduleColumns } from '#contract/schedule.ts'
import { adminJudging as ar } from '#i18n/ar/admin-judging.ts'
import { adminJudging as en } from '#i18n/en/admin-judging.ts'
import { importColumnTexts, toTitlesOfImportColumn } from '#server/http/import-route.ts'
import type { ImportColumn } from '#server/lib/import-columns.ts'
import type { ScheduleImportColumns } from './import.ts'

const further = { en: importColumnTexts.en.schedule, ar: importColumnTexts.ar.schedule }

/** The columns of a file with a schedule. */
export const scheduleImportColumns: ScheduleImportColumns = {
  columns: scheduleColumns.map(
    (name): ImportColumn<ScheduleColumn> => ({
      name,
      ...toTitlesOfImportColumn(
        { en: en.schedule.columns[name], ar: ar.schedule.columns[name] },
        { en: further.en[name], ar: further.ar[name] },
      ),
      required: name !== 'competition' && name !== 'minutes',
      ...(name === 'time' ? { format: 'instant' as const } : { text: 'name' as const }),
    }),
  ),
}
