import { Select, type SelectProps } from '@mantine/core'
import { formatCalendarDate } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'

type SelectFilterProps = Pick<SelectProps, 'className' | 'data'> & {
  label: string
  value: string | null | undefined
  onChange: (value: string | null) => void
}

/** Shows a filter with one value or none; nothing where there is nothing to choose. */
export function SelectFilter({ className, label, data = [], value, onChange }: SelectFilterProps) {
  const { t } = useTranslation()
  if (data.length < 2 && !value) return null
  return (
    <Select
      className={className}
      label={label}
      placeholder={t('adminJudging.schedule.filter.all')}
      data={data}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${t('admin.list.clearFilter')}: ${label}` }}
      value={value ?? null}
      onChange={onChange}
    />
  )
}

type Props = {
  className?: string | undefined
  /** Calendar dates, `2026-12-05`. */
  days: readonly string[]
  tables: readonly string[]
  value: { day?: string | null | undefined; table?: string | null | undefined }
  onChange: (changed: { day: string | null } | { table: string | null }) => void
}

/** Shows the filters of slots by day and by table. */
export function DayAndTableFilters({ className, days, tables, value, onChange }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <>
      <SelectFilter
        className={className}
        label={t('adminJudging.schedule.filter.day')}
        data={days.map((day) => ({ value: day, label: formatCalendarDate(day, lang) }))}
        value={value.day}
        onChange={(day) => onChange({ day })}
      />
      <SelectFilter
        className={className}
        label={t('adminJudging.schedule.columns.table')}
        data={[...tables]}
        value={value.table}
        onChange={(table) => onChange({ table })}
      />
    </>
  )
}
