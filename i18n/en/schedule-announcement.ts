/** Texts of an announcement about slots of a schedule that were moved. */
export const scheduleAnnouncement = {
  subject: 'Changed times: {{event}}',
  body: 'The times of the runs of {{event}} have changed: what was planned for {{before}} now starts at {{after}}, and all later runs move by the same amount of time.\n\nThe current schedule is on the page of the event and on the page of your team.',
} as const
