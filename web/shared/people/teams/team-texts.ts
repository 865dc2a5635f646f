import type { TFunction } from 'i18next'
import {
  isTeamOptionField,
  mapFieldsToValues,
  type TeamField,
  type TeamOption,
  type TeamOptionField,
  teamFieldNames,
  teamFields,
} from '#contract/people/teams/team.fields.ts'
import type { Team, TeamListRow } from '#contract/people/teams/team.schema.ts'
import type { Localized } from '#contract/platform/localized.ts'
import type { Language } from '#i18n/languages.ts'
import { formatTeamStage } from './format-team-stage.ts'
import { toTeamFieldValues } from './team-values.ts'

type NamedRecord = { id: string; name: Localized }
/** The records whose ids are values of a team's fields. */
export type TeamRecords = { regionId: readonly NamedRecord[]; competitionId: readonly NamedRecord[] }
type OptionKey = { [F in TeamOptionField]: `teamFields.options.${F}.${TeamOption<F>}` }[TeamOptionField]

/** Returns the label of a field of a team. */
export const getTeamFieldLabel = (t: TFunction, field: TeamField): string => t(`teamFields.team.${field}`)

/** Lists the options of a field with their labels. */
export const listTeamFieldOptions = (
  t: TFunction,
  field: TeamOptionField,
): { value: string; label: string }[] =>
  teamFields[field].options.map((value) => ({
    value,
    label: t(`teamFields.options.${field}.${value}` as OptionKey),
  }))

/** Formats the value of a field. Empty for no value. */
export const formatTeamField = (
  t: TFunction,
  lang: Language,
  field: TeamField,
  value: string,
  records: TeamRecords,
): string => {
  if (value === '') return ''
  if (isTeamOptionField(field)) return t(`teamFields.options.${field}.${value}` as OptionKey)
  if (field === 'stage') return formatTeamStage(t, value)
  if (field === 'regionId' || field === 'competitionId')
    return records[field].find(({ id }) => id === value)?.name[lang] ?? value
  return value
}

/** Formats all fields of a team. Empty for no value. */
export const formatTeamValuesByField = (
  t: TFunction,
  lang: Language,
  team: Team | TeamListRow,
): Record<TeamField, string> => {
  const values = toTeamFieldValues(team)
  const records = { regionId: team.region ? [team.region] : [], competitionId: [team.competition] }
  return mapFieldsToValues(teamFieldNames, (field) => formatTeamField(t, lang, field, values[field], records))
}
