import { DatePickerInput, type DatePickerInputProps, type DatePickerType } from '@mantine/dates'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from '#web/shared/texts.ts'

/** Returns the labels of the buttons that move a calendar to another month, year or decade. */
export const getCalendarLabels = (t: TFunction) => ({
  previousMonth: t('adminEvents.calendar.previousMonth'),
  nextMonth: t('adminEvents.calendar.nextMonth'),
  previousYear: t('adminEvents.calendar.previousYear'),
  nextYear: t('adminEvents.calendar.nextYear'),
  previousDecade: t('adminEvents.calendar.previousDecade'),
  nextDecade: t('adminEvents.calendar.nextDecade'),
})

type Props<Type extends DatePickerType> = Omit<DatePickerInputProps<Type>, 'ref'>

/** Shows a button with a date or several, which opens a calendar. */
export function CalendarInput<Type extends DatePickerType = 'default'>(props: Props<Type>) {
  const { t } = useTranslation()
  // the button names the dialog of the calendar
  const id = useId()
  const named = { ...props, id, popoverProps: { id }, ariaLabels: getCalendarLabels(t) } as Props<Type>
  return <DatePickerInput<Type> {...named} />
}
