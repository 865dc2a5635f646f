import { accountTeams } from './en/account-teams.ts'
import { competitions } from './en/competitions.ts'
import { dateField } from './en/date-field.ts'
import { fieldErrors } from './en/errors.ts'
import { protests } from './en/protests.ts'
import { schedule } from './en/schedule.ts'
import { teamFields } from './en/team-fields.ts'

/** English of the account's pages about teams, loaded with them. */
export const enTeams = {
  accountTeams,
  competitions,
  dateField,
  fieldErrors,
  protests,
  schedule,
  teamFields,
} as const
