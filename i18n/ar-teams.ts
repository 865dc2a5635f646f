import { accountTeams } from './ar/account-teams.ts'
import { competitions } from './ar/competitions.ts'
import { dateField } from './ar/date-field.ts'
import { fieldErrors } from './ar/errors.ts'
import { protests } from './ar/protests.ts'
import { schedule } from './ar/schedule.ts'
import { teamFields } from './ar/team-fields.ts'
import type { Catalogue } from './catalogue.ts'
import type { enTeams } from './en-teams.ts'

/** Arabic of the account's pages about teams, loaded with them. */
export const arTeams: Catalogue<typeof enTeams> = {
  accountTeams,
  competitions,
  dateField,
  fieldErrors,
  protests,
  schedule,
  teamFields,
}
