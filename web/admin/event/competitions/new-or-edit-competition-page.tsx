import { Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { useNavigate, useRevalidator } from 'react-router'
import type { CompetitionRecord } from '#contract/event/competition.schema.ts'
import { competitionLimits, feeCurrencyDecimals } from '#contract/event/competition.ts'
import { pickFields } from '#contract/people/teams/team.fields.ts'
import { DateTimeField } from '#web/admin/shared/date-field.tsx'
import { listTextDifferencesByLabel } from '#web/admin/shared/edit-conflict-dialog.tsx'
import { FormSection, RecordFormPage } from '#web/admin/shared/form-page.tsx'
import { parseMoneyInputToMinorUnits } from '#web/admin/shared/money-input.ts'
import { LocalizedField } from '#web/admin/shared/text-fields.tsx'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/new-or-edit-competition-page.ts'
import {
  type CompetitionValues,
  type CountField,
  emptyCompetitionValues,
  listCompetitionFormProblems,
  parseCountInput,
  toCompetitionFormValues,
  toSaveCompetitionRequest,
} from './competition-values.ts'
import { useIncompleteCompetitionConfirmation } from './use-competition-opening-confirmation.ts'

type Props = { competition?: CompetitionRecord; onSaved: (competition: CompetitionRecord) => void }

/** Shows the form of a new or stored competition. */
function CompetitionForm({ competition, onSaved }: Props) {
  const { formatDateTime } = useDateFormat()
  const { t } = useTranslation()
  const worded = (values: CompetitionValues): Record<string, string> =>
    Object.fromEntries(
      listCompetitionFormProblems(values).map(({ field, code, limit }) => [
        field,
        code === 'below'
          ? t('adminCompetitions.below')
          : code === 'closes-first'
            ? t('adminCompetitions.closesFirst')
            : t(`fieldErrors.${code}`, { limit: limit ?? '' }),
      ]),
    )
  const { confirmOpening, dialog } = useIncompleteCompetitionConfirmation()
  const form = useRecordForm<CompetitionValues, CompetitionRecord>({
    initialValues: competition ? toCompetitionFormValues(competition) : emptyCompetitionValues,
    validate: (values) => worded(values) as FieldErrors<CompetitionValues>,
    beforeSave: async (values) =>
      !values.active ||
      competition?.active === true ||
      confirmOpening([
        {
          ...pickFields(values, ['name', 'opensAt', 'closesAt']),
          fee: parseMoneyInputToMinorUnits(values.fee, values.currency) ?? 0,
          maxTeams: parseCountInput(values.maxTeams) ?? null,
        },
      ]),
    save: (values, version) =>
      adminApi.competitions.save(
        toSaveCompetitionRequest(
          values,
          competition && { id: competition.id, version: version ?? competition.version },
        ),
      ),
    toFieldErrors: (error) => adminApi.competitions.fields(error) as FieldErrors<CompetitionValues>,
    readCurrent: (error) => {
      const current = adminApi.competitions.current(error)
      return current && { values: toCompetitionFormValues(current), version: current.version }
    },
    toSavedState: (saved) => ({ values: toCompetitionFormValues(saved), version: saved.version }),
    onSaved,
  })
  const { values, set } = form
  const errors = form.errors as Record<string, string | undefined>
  const count = (field: CountField, description?: string) => (
    <TextInput
      label={t(`adminCompetitions.${field}`)}
      {...(description ? { description } : {})}
      inputMode="numeric"
      dir="ltr"
      value={values[field]}
      error={errors[field]}
      onChange={(event) => set(field, event.currentTarget.value)}
    />
  )
  const date = (field: 'opensAt' | 'closesAt', label: string) => (
    <DateTimeField
      label={label}
      defaultTime={field === 'closesAt' ? '23:59' : '00:00'}
      value={values[field]}
      error={errors[field]}
      onChange={(value) => set(field, value)}
    />
  )
  const describe = (of: CompetitionValues): Record<string, string> => ({
    [t('adminCompetitions.name')]: `${of.name.en}\n${of.name.ar}`,
    [t('adminCompetitions.description')]: `${of.description.en}\n${of.description.ar}`,
    [t('adminCompetitions.rulesLink')]: of.rulesLink,
    [t('adminCompetitions.minMembers')]: of.minMembers,
    [t('adminCompetitions.maxMembers')]: of.maxMembers,
    [t('adminCompetitions.minCoaches')]: of.minCoaches,
    [t('adminCompetitions.maxCoaches')]: of.maxCoaches,
    [t('adminCompetitions.minAge')]: of.minAge,
    [t('adminCompetitions.maxAge')]: of.maxAge,
    [t('adminCompetitions.maxTeams')]: of.maxTeams,
    [t('adminCompetitions.paymentDays')]: of.paymentDays,
    [t('adminCompetitions.rounds')]: of.rounds,
    [t('adminCompetitions.fee')]: of.fee && `${of.fee} ${of.currency}`,
    [t('adminCompetitions.opens')]: formatDateTime(of.opensAt ?? ''),
    [t('adminCompetitions.closes')]: formatDateTime(of.closesAt ?? ''),
    [t('adminCompetitions.position')]: of.position,
    [t('adminCompetitions.active')]: t(of.active ? 'adminUsers.on' : 'adminUsers.off'),
    [t('adminCompetitions.publishesTeams')]: t(of.publishesTeams ? 'adminUsers.on' : 'adminUsers.off'),
  })
  return (
    <RecordFormPage
      title={t(competition ? 'adminEntities.competition.edit' : 'adminEntities.competition.new')}
      backTo="/admin/competitions"
      form={form}
      differences={(theirs, mine) => listTextDifferencesByLabel(describe(theirs), describe(mine))}
    >
      <FormSection title={t('adminCompetitions.sections.what')}>
        <LocalizedField
          label={t('adminCompetitions.name')}
          limit={competitionLimits.name}
          required
          value={values.name}
          errors={{ en: errors['name.en'], ar: errors['name.ar'] }}
          onChange={(name) => set('name', name)}
        />
        <LocalizedField
          label={t('adminCompetitions.description')}
          limit={competitionLimits.description}
          long
          value={values.description}
          errors={{ en: errors['description.en'], ar: errors['description.ar'] }}
          onChange={(description) => set('description', description)}
        />
        <TextInput
          label={t('adminCompetitions.rulesLink')}
          description={t('adminCompetitions.rulesLinkHint')}
          type="url"
          dir="ltr"
          maxLength={competitionLimits.rulesLink}
          value={values.rulesLink}
          error={errors.rulesLink}
          onChange={(event) => set('rulesLink', event.currentTarget.value)}
        />
        {competition ? (
          <Text size="sm">
            {t('adminCompetitions.slug')}: <bdi dir="ltr">{competition.slug}</bdi>.{' '}
            {t('adminCompetitions.slugHint')}
          </Text>
        ) : null}
        <Switch
          label={t('adminCompetitions.active')}
          description={t('adminCompetitions.activeHint')}
          checked={values.active}
          onChange={(event) => set('active', event.currentTarget.checked)}
        />
        <Switch
          label={t('adminCompetitions.publishesTeams')}
          description={t('adminCompetitions.publishesTeamsHint')}
          checked={values.publishesTeams}
          onChange={(event) => set('publishesTeams', event.currentTarget.checked)}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {count('position', t('adminCompetitions.positionHint'))}
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('adminCompetitions.sections.people')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {count('minMembers')}
          {count('maxMembers')}
          {count('minCoaches')}
          {count('maxCoaches')}
          {count('minAge', t('adminCompetitions.ageHint'))}
          {count('maxAge', t('adminCompetitions.ageHint'))}
          {count('maxTeams', t('adminCompetitions.maxTeamsHint'))}
          {count('paymentDays', t('adminCompetitions.paymentDaysHint'))}
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('adminCompetitions.sections.scores')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>{count('rounds')}</SimpleGrid>
      </FormSection>
      <FormSection title={t('adminCompetitions.sections.money')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t('adminCompetitions.fee')}
            description={t('adminCompetitions.feeHint')}
            inputMode="decimal"
            dir="ltr"
            value={values.fee}
            error={errors.fee}
            onChange={(event) => set('fee', event.currentTarget.value)}
          />
          <Select
            label={t('adminCompetitions.currency')}
            allowDeselect={false}
            data={Object.keys(feeCurrencyDecimals)}
            value={values.currency}
            error={errors.currency}
            onChange={(currency) => set('currency', currency ?? values.currency)}
          />
        </SimpleGrid>
      </FormSection>
      <FormSection title={t('adminCompetitions.sections.when')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {date('opensAt', t('adminCompetitions.opens'))}
          {date('closesAt', t('adminCompetitions.closes'))}
        </SimpleGrid>
      </FormSection>
      {dialog}
    </RecordFormPage>
  )
}

/** Loads the competition in the path, none for a new one. */
export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const { id } = params as { id?: string }
  return { competition: id ? await adminApi.competitions.one(id) : undefined }
}

export default function CompetitionFormPage({ loaderData: { competition } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t(competition ? 'adminEntities.competition.edit' : 'adminEntities.competition.new')} · ${t('name')}`}</title>
      <CompetitionForm
        key={competition ? competition.id : 'new'}
        {...(competition ? { competition } : {})}
        onSaved={() => void (competition ? revalidate() : navigate('/admin/competitions'))}
      />
    </>
  )
}
