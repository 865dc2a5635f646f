import { Checkbox, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { ActiveCompetition } from '#contract/competition.ts'
import { findTeamPersonProblems } from '#contract/rules/team.ts'
import {
  isPersonFieldRequired,
  type PersonField,
  type PersonFieldWithoutConsent,
  type PersonKind,
  personFields,
  personFieldsWithoutConsent,
} from '#contract/team.fields.ts'
import type { Team, TeamPerson } from '#contract/team.ts'
import { FormPage, FormSection } from '#web/admin/shared/form-page.tsx'
import { PictureField } from '#web/admin/shared/picture-field.tsx'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { findPersonInError } from '#web/shared/api/admin/teams.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatPersonField, getPersonFieldLabel } from '#web/shared/teams/person-texts.ts'
import { isGenderValue } from '#web/shared/teams/person-values.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useToday } from '#web/shared/use-today.ts'
import { emptyPerson, isMinorMember, type PersonValues, toPersonFormFieldName, toPersonSubmission, toPersonValues } from './form-values.ts'

/** Without a `person` the form adds one. */
type Props = { team: Team; kind: PersonKind; competition: ActiveCompetition; person?: TeamPerson; onSaved: () => void }

type TextField = Exclude<PersonFieldWithoutConsent, 'gender'> | 'guardian' | 'contact'
const toPersonField = (field: TextField): PersonField => (field === 'guardian' || field === 'contact' ? `consent.${field}` : field)

const toFormErrors = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([field, text]) => [toPersonFormFieldName(field), text])) as FieldErrors<PersonValues>

/** Shows the form of a coach or member, with the checks of registrations. */
export function PersonForm({ team, kind, competition, person, onSaved }: Props) {
  const { t } = useTranslation()
  const today = useToday()
  const form = useRecordForm<PersonValues, TeamPerson>({
    initialValues: person ? toPersonValues(person) : emptyPerson,
    validate: (values) => {
      const draft = toPersonSubmission(kind, values, today, person)
      // a stored person without a national ID can be changed
      const there = { nationalId: Boolean(person), consent: Boolean(person?.consent) }
      const found = findTeamPersonProblems(kind, draft, { ...competition, today }, there)
      return toFormErrors(
        Object.fromEntries(found.map(({ field, code, values }) => [field, t(`fieldErrors.${code}`, { limit: '', ...values })])),
      )
    },
    save: (values, version) =>
      adminApi.teams.savePerson(team.id, kind, toPersonSubmission(kind, values, today, person), version ?? person?.version, values.picture),
    toFieldErrors: (error) => toFormErrors(error.fields),
    readCurrent: (error) => {
      const current = person && findPersonInError(error, kind, person.id)
      return current && { values: toPersonValues(current), version: current.version }
    },
    toSavedState: (saved) => ({ values: toPersonValues(saved), version: saved.version }),
    onSaved,
  })
  const { values, errors, set } = form
  const text = (field: TextField, more: object) => (
    <TextInput
      label={getPersonFieldLabel(t, toPersonField(field))}
      autoComplete="off"
      value={values[field]}
      error={errors[field]}
      onChange={(event) => set(field, event.currentTarget.value)}
      {...more}
    />
  )
  const required = { withAsterisk: true, 'aria-required': true }
  const getRequiredProps = (field: PersonField) => (isPersonFieldRequired(kind, field) ? required : {})
  const describe = (of: PersonValues) => [
    // the form does not hold the stored national ID
    ...personFieldsWithoutConsent
      .filter((field) => field !== 'nationalId')
      .map((field) => ({ label: getPersonFieldLabel(t, field), text: formatPersonField(t, field, of) })),
    { label: getPersonFieldLabel(t, 'consent.guardian'), text: of.guardian },
    { label: getPersonFieldLabel(t, 'consent.contact'), text: of.contact },
    { label: t('adminTeams.person.publish'), text: t(of.publish ? 'adminUsers.on' : 'adminUsers.off') },
  ]
  return (
    <FormPage
      title={t(person ? `adminTeams.${kind}.edit` : `adminTeams.${kind}.new`)}
      backTo={`/admin/team/${team.id}/view`}
      backText={t('adminTeams.toTeam')}
      form={form}
      differences={(theirs, mine) => {
        const others = describe(theirs)
        return describe(mine).flatMap(({ label, text }, i) =>
          others[i]?.text === text ? [] : [{ label, theirs: others[i]?.text ?? '', mine: text }],
        )
      }}
    >
      <Text>
        {t('adminTeams.team')}: <bdi>{team.name}</bdi>
      </Text>
      <FormSection title={t('adminTeams.person.sections.person')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {text('name', { dir: 'auto', maxLength: personFields.name.maxLength, ...getRequiredProps('name') })}
          {text('email', { type: 'email', dir: 'ltr', maxLength: personFields.email.maxLength, ...getRequiredProps('email') })}
          {text('phone', {
            type: 'tel',
            dir: 'ltr',
            maxLength: personFields.phone.maxLength,
            description: t('adminTeams.person.phoneHint'),
            ...getRequiredProps('phone'),
          })}
          {text('nationalId', {
            dir: 'ltr',
            inputMode: 'numeric',
            maxLength: personFields.nationalId.maxLength,
            description: person?.nationalId
              ? t('adminTeams.person.nationalIdKept', { masked: person.nationalId })
              : t('adminTeams.person.nationalIdHint'),
            ...(person ? {} : getRequiredProps('nationalId')),
          })}
          {text('birthDate', { type: 'date', dir: 'ltr', max: today, ...getRequiredProps('birthDate') })}
          <Select
            label={getPersonFieldLabel(t, 'gender')}
            allowDeselect={false}
            data={[
              { value: '', label: t('teamFields.notGiven') },
              { value: '0', label: t('teamFields.genders.0') },
              { value: '1', label: t('teamFields.genders.1') },
            ]}
            value={values.gender}
            error={errors.gender}
            onChange={(value) => set('gender', isGenderValue(value) ? value : '')}
            {...getRequiredProps('gender')}
          />
        </SimpleGrid>
      </FormSection>
      {isMinorMember(kind, values.birthDate, today) ? (
        <FormSection title={t('adminTeams.person.sections.consent')}>
          <Text size="sm">{t('adminTeams.person.consentIntro')}</Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {text('guardian', { dir: 'auto', maxLength: personFields['consent.guardian'].maxLength, ...required })}
            {text('contact', { dir: 'ltr', maxLength: personFields['consent.contact'].maxLength, ...required })}
          </SimpleGrid>
          <Checkbox
            label={t('adminTeams.person.agreed')}
            checked={values.agreed}
            error={errors.agreed}
            aria-invalid={errors.agreed ? true : undefined}
            onChange={(event) => set('agreed', event.currentTarget.checked)}
          />
          <Checkbox
            label={t('adminTeams.person.publish')}
            checked={values.publish}
            onChange={(event) => set('publish', event.currentTarget.checked)}
          />
        </FormSection>
      ) : null}
      <FormSection title={t('adminTeams.person.sections.picture')}>
        <PictureField
          label={t('adminTeams.person.picture')}
          width={160}
          height={200}
          kept={person?.picture ?? null}
          value={values.picture}
          error={errors.picture}
          onChange={(value) => set('picture', value)}
        />
      </FormSection>
    </FormPage>
  )
}
