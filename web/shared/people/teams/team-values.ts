import {
  findTeamFieldMaxLength,
  getTeamFieldDefaultValue,
  isTeamFieldAlwaysRequired,
  isTeamOptionField,
  mapFieldsToValues,
  type TeamField,
  type TeamOption,
  type TeamOptionField,
  teamFieldNames,
  teamFields,
} from '#contract/people/teams/team.fields.ts'
import type { Team, TeamFieldsRequest, TeamListRow } from '#contract/people/teams/team.schema.ts'
import { cleanText } from '#contract/platform/text.ts'

type OptionValue<F extends TeamOptionField> =
  | TeamOption<F>
  | ((typeof teamFields)[F] extends { default: string } ? never : '')
/** The form values of a team's fields. Empty for no value. */
export type TeamFieldValues = { [F in TeamField]: F extends TeamOptionField ? OptionValue<F> : string }

/** Creates the values of an empty form. */
export const createDefaultTeamFieldValues = (): TeamFieldValues =>
  mapFieldsToValues(teamFieldNames, getTeamFieldDefaultValue) as TeamFieldValues

/** Maps a team to form values. */
export const toTeamFieldValues = (team: Team | TeamListRow): TeamFieldValues => {
  const ids = { regionId: team.region?.id ?? '', competitionId: team.competition.id }
  return mapFieldsToValues(teamFieldNames, (field) =>
    field in ids ? ids[field as keyof typeof ids] : (team[field as 'name'] ?? ''),
  ) as TeamFieldValues
}

/** Maps the values of `fields` to the fields of a request. */
export const toTeamFieldsRequest = <F extends TeamField>(
  values: Pick<TeamFieldValues, F>,
  fields: readonly F[],
) =>
  mapFieldsToValues(fields, (field) => {
    const value = cleanText(values[field], 'name')
    // an empty text, and a required field, is sent as it is; any other empty field is null
    return value === '' && findTeamFieldMaxLength(field) === undefined && !isTeamFieldAlwaysRequired(field)
      ? null
      : value
  }) as Pick<TeamFieldsRequest, F>

/** Reads form values from a stored draft. Unusable values are replaced by those of an empty form. */
export const parseStoredTeamFieldValuesOrDefaults = (stored: Record<string, unknown>): TeamFieldValues =>
  mapFieldsToValues(teamFieldNames, (field) => {
    const value = stored[field]
    const isUsable = isTeamOptionField(field)
      ? (teamFields[field].options as readonly unknown[]).includes(value)
      : typeof value === 'string'
    return isUsable ? value : getTeamFieldDefaultValue(field)
  }) as TeamFieldValues

/** Returns those of `fields` that are required and empty. */
export const listMissingRequiredTeamFields = <F extends TeamField>(
  values: Pick<TeamFieldValues, F>,
  fields: readonly F[],
): F[] => fields.filter((field) => isTeamFieldAlwaysRequired(field) && values[field].trim() === '')
