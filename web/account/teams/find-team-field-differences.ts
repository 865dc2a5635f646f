import type { TFunction } from 'i18next'
import type { Region } from '#contract/contents.ts'
import { accountTeamFields, personFieldsWithoutConsent } from '#contract/team.fields.ts'
import type { AccountTeam } from '#contract/team.ts'
import type { Language } from '#i18n/languages.ts'
import { formatPersonField } from '#web/shared/teams/person-texts.ts'
import { formatTeamField } from '#web/shared/teams/team-texts.ts'
import { getTeamFormFieldLabel } from './form-problems.ts'
import { type PeopleGroup, type PersonValues, type TeamValues, toTeamValues } from './form-values.ts'

/** A field with different values in the form and in the saved team. */
export type FieldDifference = { label: string; mine: string; theirs: string }

// the form does not hold the stored national ID
const comparedPersonFields = personFieldsWithoutConsent.filter((field) => field !== 'nationalId')

/** Lists the fields that differ between the form and the team that another user saved. */
export const findTeamFieldDifferences = (
  t: TFunction,
  lang: Language,
  regions: Region[],
  mine: TeamValues,
  saved: AccountTeam,
): FieldDifference[] => {
  const theirs = toTeamValues(saved)
  const none = t('accountTeams.trouble.none')
  const found: FieldDifference[] = []
  const compare = (label: string, one: string, other: string) => {
    if (one.trim() !== other.trim()) found.push({ label, mine: one.trim() || none, theirs: other.trim() || none })
  }
  const records = { regionId: [...regions, ...(saved.region ? [saved.region] : [])], competitionId: [saved.competition] }
  for (const field of accountTeamFields) {
    const format = (values: TeamValues) => formatTeamField(t, lang, field, values[field], records)
    compare(getTeamFormFieldLabel(t, field), format(mine), format(theirs))
  }
  const people = (group: PeopleGroup) => {
    const count = Math.max(mine[group].length, theirs[group].length)
    for (let at = 0; at < count; at++)
      for (const field of comparedPersonFields) {
        const format = (person: PersonValues | undefined) => (person ? formatPersonField(t, field, person) : '')
        compare(getTeamFormFieldLabel(t, `${group}.${at}.${field}`), format(mine[group][at]), format(theirs[group][at]))
      }
  }
  people('coaches')
  people('members')
  return found
}
