/** Texts of the fields for a date or a time. */
export const dateField = {
  format: 'Day/month/year, for example 31/12/2026',
  choose: 'Choose date',
  time: 'Time',
  badTime: 'This isn’t a time of day. Write hours and minutes as 14:05.',
} as const
