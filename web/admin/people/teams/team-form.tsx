import { Autocomplete, Button, Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ActiveCompetition } from '#contract/event/competition.schema.ts'
import {
  findTeamFieldMaxLength,
  getTeamFieldDefaultValue,
  isTeamFieldAlwaysRequired,
  isTeamOptionField,
  type TeamField,
  teamFieldNames,
} from '#contract/people/teams/team.fields.ts'
import type { Team } from '#contract/people/teams/team.schema.ts'
import { teamLimits } from '#contract/people/teams/team.ts'
import type { Region } from '#contract/site/contents.schema.ts'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { FormSection, RecordFormPage } from '#web/admin/shared/form-page.tsx'
import { ImagePickerField } from '#web/admin/shared/image-field.tsx'
import { useIsLimitedToRegions, useRegionsWithinUserLimit } from '#web/admin/shared/use-has-permission.ts'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { findCurrentTeamInTeamSaveError, toTeamFieldErrors } from '#web/shared/api/admin/teams.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import {
  formatTeamField,
  getTeamFieldLabel,
  listTeamFieldOptions,
  type TeamRecords,
} from '#web/shared/people/teams/team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconEye } from '#web/shared/ui/icons.ts'
import {
  emptyTeam,
  listAdminTeamFormProblems,
  type TeamValues,
  toAdminTeamFormValues,
  toSaveTeamRequest,
} from './form-values.ts'

type TeamFieldInputProps = {
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
function TeamFieldInput({ field, value, error, records, stages, onChange }: TeamFieldInputProps) {
  const { t, i18n } = useTranslation()
  const isLimited = useIsLimitedToRegions()
  const lang = i18n.language
  const required = isTeamFieldAlwaysRequired(field)
  const shared = {
    label: getTeamFieldLabel(t, field),
    error,
    ...(required ? { withAsterisk: true, 'aria-required': true } : {}),
  }
  const text = { dir: 'auto', maxLength: findTeamFieldMaxLength(field), value }
  if (field === 'stage')
    return (
      <Autocomplete
        description={t('adminTeams.stageHint')}
        data={stages}
        onChange={onChange}
        {...text}
        {...shared}
      />
    )
  if (text.maxLength !== undefined)
    return <TextInput onChange={(event) => onChange(event.currentTarget.value)} {...text} {...shared} />
  const toOptions = (all: TeamRecords[keyof TeamRecords]) =>
    all.map((record) => ({
      value: record.id,
      label:
        'active' in record && !record.active
          ? t('adminTeams.notActive', { name: record.name[lang] })
          : record.name[lang],
    }))
  const options = isTeamOptionField(field)
    ? listTeamFieldOptions(t, field)
    : toOptions(records[field as keyof TeamRecords])
  // a user who is limited to regions keeps teams there
  const isRequired = required || (field === 'regionId' && isLimited)
  const none = { value: '', label: t(field === 'regionId' ? 'teamFields.noRegion' : 'teamFields.notGiven') }
  return (
    <Select
      allowDeselect={false}
      searchable={field === 'regionId'}
      data={isRequired || getTeamFieldDefaultValue(field) !== '' ? options : [none, ...options]}
      value={isRequired ? value || null : value}
      onChange={(chosen) => onChange(chosen ?? getTeamFieldDefaultValue(field))}
      {...shared}
    />
  )
}

const placeFields: readonly TeamField[] = ['competitionId', 'regionId', 'stage']
const sections = [
  { title: 'team', fields: teamFieldNames.filter((field) => !placeFields.includes(field)) },
  { title: 'place', fields: placeFields },
] as const

/** Adds a record to `records` when it is missing, such as an inactive region. */
const addMissing = <R extends { id: string }>(
  records: readonly R[],
  own: R | null | undefined,
): readonly R[] => (own && !records.some(({ id }) => id === own.id) ? [...records, own] : records)

/**
 * The choices of the form. `stages` are the stages of all teams.
 */
type Props = {
  team?: Team
  competitions: ActiveCompetition[]
  regions: Region[]
  stages: string[]
  onSaved: (team: Team) => void
}

/** Shows the form of a new or stored team. People have separate forms. */
export function TeamForm({ team, competitions, regions, stages, onSaved }: Props) {
  const isLimited = useIsLimitedToRegions()
  const ownRegions = useRegionsWithinUserLimit(regions)
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const paidBefore = team?.paid ?? false
  const [question, setQuestion] = useState<{ text: string; answer: (isConfirmed: boolean) => void }>()
  const answer = (isConfirmed: boolean) => {
    setQuestion(undefined)
    question?.answer(isConfirmed)
  }
  /** Asks before a team takes a place in a full competition. */
  const confirmPlace = async ({ competitionId }: TeamValues): Promise<boolean> => {
    if (team && (competitionId === team.competition.id || team.status !== 'registered')) return true
    const competition = (await adminApi.competitions.listActive()).find(({ id }) => id === competitionId)
    const { maxTeams = null, teamCount = 0 } = competition ?? {}
    if (maxTeams === null || teamCount < maxTeams) return true
    const name = competition?.name[lang] ?? ''
    const text = t('adminTeams.full.text', { name, count: teamCount, limit: maxTeams })
    return new Promise((resolve) => setQuestion({ text, answer: resolve }))
  }
  const form = useRecordForm<TeamValues, Team>({
    initialValues: team
      ? toAdminTeamFormValues(team)
      : { ...emptyTeam, regionId: (isLimited && ownRegions[0]?.id) || emptyTeam.regionId },
    validate: (values) =>
      Object.fromEntries(
        listAdminTeamFormProblems(values, paidBefore).map(({ field, code }) => [
          field,
          t(`fieldErrors.${code}`),
        ]),
      ),
    beforeSave: confirmPlace,
    save: (values, version) =>
      adminApi.teams.save(
        toSaveTeamRequest(values, paidBefore, team && { id: team.id, version: version ?? team.version }),
        values.image,
      ),
    toFieldErrors: (error) => toTeamFieldErrors(error) as FieldErrors<TeamValues>,
    readCurrent: (error) => {
      const current = findCurrentTeamInTeamSaveError(error)
      return current && { values: toAdminTeamFormValues(current), version: current.version }
    },
    toSavedState: (saved) => ({ values: toAdminTeamFormValues(saved), version: saved.version }),
    onSaved,
  })
  const { values, errors, set } = form
  const records = {
    regionId: addMissing(ownRegions, team?.region),
    competitionId: addMissing(competitions, team?.competition),
  }
  const describe = (of: TeamValues) => [
    ...teamFieldNames.map((field) => ({
      label: getTeamFieldLabel(t, field),
      text: formatTeamField(t, lang, field, of[field], records),
    })),
    { label: t('adminTeams.payment'), text: t(of.paid ? 'adminTeams.paid' : 'adminTeams.pending') },
  ]
  const required = { withAsterisk: true, 'aria-required': true }
  return (
    <RecordFormPage
      title={t(team ? 'adminEntities.team.edit' : 'adminEntities.team.new')}
      backTo="/admin/teams"
      form={form}
      differences={(theirs, mine) => {
        const others = describe(theirs)
        return describe(mine).flatMap(({ label, text }, i) =>
          others[i]?.text === text ? [] : [{ label, theirs: others[i]?.text ?? '', mine: text }],
        )
      }}
      extra={
        team ? (
          <Button
            component={Link}
            to={`/admin/team/${team.id}/view`}
            variant="default"
            leftSection={<IconEye size={18} aria-hidden />}
          >
            {t('adminTeams.view')}
          </Button>
        ) : null
      }
    >
      <FormSection title={t('adminTeams.sections.picture')}>
        <ImagePickerField
          label={t('adminTeams.image')}
          width={200}
          height={200}
          kept={team?.image ?? null}
          value={values.image}
          error={errors.image}
          onChange={(value) => set('image', value)}
        />
      </FormSection>
      {sections.map(({ title, fields }) => (
        <FormSection key={title} title={t(`adminTeams.sections.${title}`)}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {fields.map((field) => (
              <TeamFieldInput
                key={field}
                field={field}
                value={values[field]}
                error={errors[field]}
                records={records}
                stages={stages}
                onChange={(value) => set(field, value as TeamValues[typeof field])}
              />
            ))}
          </SimpleGrid>
        </FormSection>
      ))}
      <FormSection title={t('adminTeams.sections.payment')}>
        <Switch
          label={t('adminTeams.paidSwitch')}
          checked={values.paid}
          error={errors.paid}
          onChange={(event) => set('paid', event.currentTarget.checked)}
        />
        {values.paid === paidBefore ? null : (
          <TextInput
            label={t('adminTeams.reason')}
            description={t('adminTeams.reasonHint')}
            dir="auto"
            maxLength={teamLimits.reason}
            value={values.reason}
            error={errors.reason}
            onChange={(event) => set('reason', event.currentTarget.value)}
            {...required}
          />
        )}
      </FormSection>
      {question ? (
        <AdminConfirmDialog
          title={t('adminTeams.full.title')}
          text={question.text}
          action={t('adminTeams.full.action')}
          color="green.9"
          onClose={() => answer(false)}
          onConfirm={() => answer(true)}
        />
      ) : null}
    </RecordFormPage>
  )
}
