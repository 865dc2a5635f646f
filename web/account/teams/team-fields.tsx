import type { Region } from '#contract/contents.ts'
import { listLevelAges } from '#contract/rules/age-level.ts'
import {
  type AccountTeamField,
  accountTeamFields,
  findTeamFieldMaxLength,
  getTeamFieldDefault,
  isTeamFieldRequired,
  isTeamOptionField,
} from '#contract/team.fields.ts'
import { formatAgeRange } from '#web/shared/competitions/format-competition.ts'
import { Field } from '#web/shared/forms/field.tsx'
import { SelectField } from '#web/shared/forms/select-field.tsx'
import { useLang } from '#web/shared/language.ts'
import { getTeamFieldLabel, listTeamFieldOptions } from '#web/shared/teams/team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toFieldId } from './field-id.ts'
import styles from './form.module.css'
import type { TeamForm } from './use-team-form.ts'

// the competition has a step of its own
const ownFields = accountTeamFields.filter((field) => field !== 'competitionId')
const isTextField = (field: AccountTeamField) => findTeamFieldMaxLength(field) !== undefined

/** Shows the inputs of the team's own fields: first the texts, then the selects side by side. */
export function TeamFields({ form, regions }: { form: TeamForm; regions: readonly Region[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const listOptions = (field: AccountTeamField) => {
    if (!isTeamOptionField(field))
      return [{ value: '', label: t('teamFields.noRegion') }, ...regions.map((region) => ({ value: region.id, label: region.name[lang] }))]
    const ages = field === 'ageLevel' && form.frame ? listLevelAges(form.frame) : []
    const options = listTeamFieldOptions(t, field).map(({ value, label }) => {
      const range = ages.find(({ level }) => level === value)
      return { value, label: range ? `${label} (${formatAgeRange(t, range)})` : label }
    })
    return getTeamFieldDefault(field) === '' ? [{ value: '', label: t('teamFields.notGiven') }, ...options] : options
  }
  const inputProps = (field: AccountTeamField) => ({
    id: toFieldId(field),
    label: getTeamFieldLabel(t, field),
    value: form.values[field],
    required: isTeamFieldRequired(field),
    note: isTeamFieldRequired(field) || getTeamFieldDefault(field) !== '' ? undefined : t('accountTeams.form.optional'),
    error: form.errors[field],
    onValueChange: (value: string) => form.set(field, value),
  })
  return (
    <>
      {ownFields.filter(isTextField).map((field) => (
        <Field key={field} maxLength={findTeamFieldMaxLength(field)} {...inputProps(field)} />
      ))}
      <div className={styles.pair}>
        {ownFields
          .filter((field) => !isTextField(field))
          .map((field) => (
            <SelectField key={field} options={listOptions(field)} {...inputProps(field)} />
          ))}
      </div>
    </>
  )
}
