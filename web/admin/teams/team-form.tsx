import { Autocomplete, Button, Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { CompetitionRecord } from '#contract/competition.ts'
import type { Region } from '#contract/region.ts'
import { type AgeLevel, ageLevels, type Team, teamLimits } from '#contract/team.ts'
import type { Language } from '#i18n/languages.ts'
import { FormPage, FormSection } from '#web/admin/shared/form-page.tsx'
import { PictureField } from '#web/admin/shared/picture-field.tsx'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { currentPublishedTeam, teamEditFields } from '#web/shared/api/admin/teams.ts'
import { adminApi } from '#web/shared/api/admin.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { draftOf, emptyTeam, type TeamValues, teamFormProblems, valuesOf } from './values.ts'

/** What can be chosen; a team's own competition and region are added where they no longer take part. `stages` are those that teams have. */
type Props = { team?: Team; competitions: CompetitionRecord[]; regions: Region[]; stages: string[]; onSaved: (team: Team) => void }

/** The team form, for a new team and for an edit. Its people have forms of their own. */
export function TeamForm({ team, competitions, regions, stages, onSaved }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const paidBefore = team?.paid ?? false
  const form = useRecordForm<TeamValues, Team>({
    initialValues: team ? valuesOf(team) : emptyTeam,
    validate: (values) =>
      Object.fromEntries(teamFormProblems(values, paidBefore).map(({ field, code }) => [field, t(`fieldErrors.${code}`)])),
    save: (values, version) =>
      adminApi.teams.save(draftOf(values, paidBefore, team && { id: team.id, version: version ?? team.version }), values.image),
    toFieldErrors: (error) => teamEditFields(error) as FieldErrors<TeamValues>,
    readCurrent: (error) => {
      const current = currentPublishedTeam(error)
      return current && { values: valuesOf(current), version: current.version }
    },
    toSavedState: (saved) => ({ values: valuesOf(saved), version: saved.version }),
    onSaved,
  })
  const { values, errors, set } = form
  type Choice = { id: string; name: { en: string; ar: string } }
  const choices = (there: readonly Choice[], own: Choice | null | undefined) =>
    (own && !there.some(({ id }) => id === own.id) ? [...there, own] : there).map(({ id, name }) => ({ value: id, label: name[lang] }))
  const competitionChoices = choices(competitions, team?.competition)
  const regionChoices = [{ value: '', label: t('adminTeams.noRegion') }, ...choices(regions, team?.region)]
  const labelOf = (data: { value: string; label: string }[], wanted: string) => data.find(({ value }) => value === wanted)?.label ?? ''
  const described = (of: TeamValues) => [
    { label: t('adminTeams.name'), text: of.name },
    { label: t('adminTeams.school'), text: of.schoolName },
    { label: t('adminTeams.ageLevel'), text: t(`adminTeams.ageLevels.${of.ageLevel}`) },
    { label: t('adminTeams.stage'), text: of.stage },
    { label: t('adminTeams.competition'), text: labelOf(competitionChoices, of.competitionId) },
    { label: t('adminTeams.region'), text: labelOf(regionChoices, of.regionId) },
    { label: t('adminTeams.payment'), text: t(of.paid ? 'adminTeams.paid' : 'adminTeams.pending') },
  ]
  const required = { withAsterisk: true, 'aria-required': true }
  return (
    <FormPage
      title={t(team ? 'adminTeams.edit' : 'adminTeams.new')}
      backTo="/admin/teams"
      form={form}
      differences={(theirs, mine) => {
        const others = described(theirs)
        return described(mine).flatMap(({ label, text }, i) =>
          others[i]?.text === text ? [] : [{ label, theirs: others[i]?.text ?? '', mine: text }],
        )
      }}
      extra={
        team ? (
          <Button component={Link} to={`/admin/team/${team.id}/view`} variant="default" leftSection={<IconEye size={18} aria-hidden />}>
            {t('adminTeams.view')}
          </Button>
        ) : null
      }
    >
      <FormSection title={t('adminTeams.sections.picture')}>
        <PictureField
          label={t('adminTeams.image')}
          width={200}
          height={200}
          kept={team?.image ?? null}
          value={values.image}
          error={errors.image}
          onChange={(value) => set('image', value)}
        />
      </FormSection>
      <FormSection title={t('adminTeams.sections.team')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={t('adminTeams.name')}
            dir="auto"
            maxLength={teamLimits.name}
            value={values.name}
            error={errors.name}
            onChange={(event) => set('name', event.currentTarget.value)}
            {...required}
          />
          <TextInput
            label={t('adminTeams.school')}
            dir="auto"
            maxLength={teamLimits.schoolName}
            value={values.schoolName}
            error={errors.schoolName}
            onChange={(event) => set('schoolName', event.currentTarget.value)}
            {...required}
          />
          <Select
            label={t('adminTeams.ageLevel')}
            allowDeselect={false}
            data={ageLevels.map((value) => ({ value, label: t(`adminTeams.ageLevels.${value}`) }))}
            value={values.ageLevel}
            error={errors.ageLevel}
            onChange={(value) => set('ageLevel', (value ?? values.ageLevel) as AgeLevel)}
          />
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('adminTeams.sections.place')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={t('adminTeams.competition')}
            allowDeselect={false}
            data={competitionChoices}
            value={values.competitionId || null}
            error={errors.competitionId}
            onChange={(value) => set('competitionId', value ?? '')}
            {...required}
          />
          <Select
            label={t('adminTeams.region')}
            allowDeselect={false}
            searchable
            data={regionChoices}
            value={values.regionId}
            error={errors.regionId}
            onChange={(value) => set('regionId', value ?? '')}
          />
          <Autocomplete
            label={t('adminTeams.stage')}
            description={t('adminTeams.stageHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            dir="auto"
            maxLength={teamLimits.stage}
            data={stages}
            value={values.stage}
            error={errors.stage}
            onChange={(value) => set('stage', value)}
          />
        </SimpleGrid>
      </FormSection>
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
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            dir="auto"
            maxLength={teamLimits.reason}
            value={values.reason}
            error={errors.reason}
            onChange={(event) => set('reason', event.currentTarget.value)}
            {...required}
          />
        )}
      </FormSection>
    </FormPage>
  )
}
