import type { TFunction } from 'i18next'
import type { Region } from '#contract/region.ts'
import type { AccountTeam } from '#contract/team.ts'
import type { Language } from '#i18n/languages.ts'
import { labelOf } from './problems.ts'
import { fromTeam, type Group, type TeamValues } from './values.ts'

/** A field that differs, and what stands there in the form and in the saved team. */
export type Difference = { label: string; mine: string; theirs: string }

const personFields = ['name', 'email', 'phone', 'birthDate', 'gender'] as const

/** What differs between the form and the team as somebody else saved it, in words. */
export const differences = (t: TFunction, lang: Language, regions: Region[], mine: TeamValues, saved: AccountTeam): Difference[] => {
  const theirs = fromTeam(saved)
  const none = t('accountTeams.trouble.none')
  const found: Difference[] = []
  const compare = (label: string, one: string, other: string) => {
    if (one.trim() !== other.trim()) found.push({ label, mine: one.trim() || none, theirs: other.trim() || none })
  }
  const regionOf = (id: string) =>
    id === '' ? '' : (regions.find((region) => region.id === id)?.name[lang] ?? (saved.region?.id === id ? saved.region.name[lang] : id))
  compare(labelOf(t, 'name'), mine.name, theirs.name)
  compare(labelOf(t, 'schoolName'), mine.schoolName, theirs.schoolName)
  compare(labelOf(t, 'regionId'), regionOf(mine.regionId), regionOf(theirs.regionId))
  compare(labelOf(t, 'ageLevel'), t(`accountTeams.form.ageLevels.${mine.ageLevel}`), t(`accountTeams.form.ageLevels.${theirs.ageLevel}`))
  const wordOf = (field: (typeof personFields)[number], value: string) =>
    field === 'gender' && value !== '' ? t(value === '0' ? 'accountTeams.form.male' : 'accountTeams.form.female') : value
  const people = (group: Group) => {
    const count = Math.max(mine[group].length, theirs[group].length)
    for (let at = 0; at < count; at++)
      for (const field of personFields)
        compare(
          labelOf(t, `${group}.${at}.${field}`),
          wordOf(field, mine[group][at]?.[field] ?? ''),
          wordOf(field, theirs[group][at]?.[field] ?? ''),
        )
  }
  people('coaches')
  people('members')
  return found
}
