import { toLocalDateTime } from '#contract/rules/time-zone.ts'
import type { FieldProblem } from '#server/lib/app-error.ts'

/** Says that a team has a slot in a round already, and when: in the time zone of the site, as schedule files have it. */
export const createSlotExistsProblem = (
  { teamNo, name }: { teamNo: number; name: string },
  round: number,
  startsAt: Date,
  timeZone: string,
): Omit<FieldProblem, 'field'> => ({
  code: 'slot-exists',
  values: {
    team: `\u2068${teamNo} · ${name}\u2069`,
    round,
    time: `\u2066${toLocalDateTime(startsAt, timeZone).slice(0, 16)}\u2069`,
  },
})
