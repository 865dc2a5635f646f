import type { TFunction } from 'i18next'
import type { Region } from '#contract/region.ts'
import { accountTeamFields, ownPersonFields } from '#contract/team.fields.ts'
import type { AccountTeam } from '#contract/team.ts'
import type { Language } from '#i18n/languages.ts'
import { formatPersonField } from '#web/shared/teams/person-texts.ts'
import { formatTeamField } from '#web/shared/teams/team-texts.ts'
import { labelOf } from './problems.ts'
import { fromTeam, type Group, type PersonValues, type TeamValues } from './values.ts'

/** A field that differs, and what stands there in the form and in the saved team. */
export type Difference = { label: string; mine: string; theirs: string }

// the form does not hold the stored national ID
const comparedPersonFields = ownPersonFields.filter((field) => field !== 'nationalId')

/** What differs between the form and the team as somebody else saved it, in words. */
export const differences = (t: TFunction, lang: Language, regions: Region[], mine: TeamValues, saved: AccountTeam): Difference[] => {
  const theirs = fromTeam(saved)
  const none = t('accountTeams.trouble.none')
  const found: Difference[] = []
  const compare = (label: string, one: string, other: string) => {
    if (one.trim() !== other.trim()) found.push({ label, mine: one.trim() || none, theirs: other.trim() || none })
  }
  const records = { regionId: [...regions, ...(saved.region ? [saved.region] : [])], competitionId: [saved.competition] }
  for (const field of accountTeamFields) {
    const format = (values: TeamValues) => formatTeamField(t, lang, field, values[field], records)
    compare(labelOf(t, field), format(mine), format(theirs))
  }
  const people = (group: Group) => {
    const count = Math.max(mine[group].length, theirs[group].length)
    for (let at = 0; at < count; at++)
      for (const field of comparedPersonFields) {
        const format = (person: PersonValues | undefined) => (person ? formatPersonField(t, field, person) : '')
        compare(labelOf(t, `${group}.${at}.${field}`), format(mine[group][at]), format(theirs[group][at]))
      }
  }
  people('coaches')
  people('members')
  return found
}
