import { DatePickerInput, type DatePickerInputProps, type DatePickerType } from '@mantine/dates'
import { useId } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import { getCalendarLabels } from './get-calendar-labels.ts'

type Props<Type extends DatePickerType> = Omit<DatePickerInputProps<Type>, 'ref'>

/** Shows a button with a date or several, which opens a calendar. */
export function CalendarInput<Type extends DatePickerType = 'default'>(props: Props<Type>) {
  const { t } = useTranslation()
  // the button names the dialog of the calendar
  const id = useId()
  const named = { ...props, id, popoverProps: { id }, ariaLabels: getCalendarLabels(t) } as Props<Type>
  return <DatePickerInput<Type> {...named} />
}
