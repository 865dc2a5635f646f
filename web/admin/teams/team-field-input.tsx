import { Autocomplete, Select, TextInput } from '@mantine/core'
import {
  findTeamFieldMaxLength,
  getTeamFieldDefault,
  isTeamFieldRequired,
  isTeamOptionField,
  type TeamField,
} from '#contract/team.fields.ts'
import { getTeamFieldLabel, listTeamFieldOptions, type TeamRecords } from '#web/shared/teams/team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'

type Props = {
  field: TeamField
  value: string
  error: string | undefined
  /** The regions and competitions to choose from. */
  records: TeamRecords
  /** The stages of other teams, as suggestions. */
  stages: string[]
  onChange: (value: string) => void
}

/** Shows the input of one field of a team. */
export function TeamFieldInput({ field, value, error, records, stages, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const required = isTeamFieldRequired(field)
  const shared = {
    label: getTeamFieldLabel(t, field),
    error,
    ...(required ? { withAsterisk: true, 'aria-required': true } : {}),
  }
  const text = { dir: 'auto', maxLength: findTeamFieldMaxLength(field), value }
  if (field === 'stage')
    return <Autocomplete description={t('adminTeams.stageHint')} data={stages} onChange={onChange} {...text} {...shared} />
  if (text.maxLength !== undefined) return <TextInput onChange={(event) => onChange(event.currentTarget.value)} {...text} {...shared} />
  const toOptions = (all: TeamRecords[keyof TeamRecords]) => all.map(({ id, name }) => ({ value: id, label: name[lang] }))
  const options = isTeamOptionField(field) ? listTeamFieldOptions(t, field) : toOptions(records[field as keyof TeamRecords])
  const none = { value: '', label: t(field === 'regionId' ? 'teamFields.noRegion' : 'teamFields.notGiven') }
  return (
    <Select
      allowDeselect={false}
      searchable={field === 'regionId'}
      data={required || getTeamFieldDefault(field) !== '' ? options : [none, ...options]}
      value={required ? value || null : value}
      onChange={(chosen) => onChange(chosen ?? getTeamFieldDefault(field))}
      {...shared}
    />
  )
}
