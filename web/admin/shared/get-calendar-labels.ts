import type { TFunction } from 'i18next'

/** Returns the labels of the buttons that move a calendar to another month, year or decade. */
export const getCalendarLabels = (t: TFunction) => ({
  previousMonth: t('adminEvents.calendar.previousMonth'),
  nextMonth: t('adminEvents.calendar.nextMonth'),
  previousYear: t('adminEvents.calendar.previousYear'),
  nextYear: t('adminEvents.calendar.nextYear'),
  previousDecade: t('adminEvents.calendar.previousDecade'),
  nextDecade: t('adminEvents.calendar.nextDecade'),
})
