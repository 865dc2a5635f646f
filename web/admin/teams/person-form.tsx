import { Checkbox, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { CompetitionRecord } from '#contract/competition.ts'
import { personProblems } from '#contract/rules/team.ts'
import { type PersonKind, type Team, type TeamPerson, teamLimits } from '#contract/team.ts'
import { FormPage, FormSection } from '#web/admin/shared/form-page.tsx'
import { PictureField } from '#web/admin/shared/picture-field.tsx'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { currentPerson } from '#web/shared/api/admin/teams.ts'
import { adminApi } from '#web/shared/api/admin.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { asksConsent, emptyPerson, type PersonValues, personDraftOf, personFieldOf, personValuesOf } from './values.ts'

/** Without a `person` it is somebody new. */
type Props = { team: Team; kind: PersonKind; competition: CompetitionRecord; person?: TeamPerson; onSaved: () => void }

const byFormName = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([field, text]) => [personFieldOf(field), text])) as FieldErrors<PersonValues>

/** The form of a coach or a member of a team, checked as registrations are. */
export function PersonForm({ team, kind, competition, person, onSaved }: Props) {
  const { t } = useTranslation()
  const today = new Date().toISOString().slice(0, 10)
  const form = useRecordForm<PersonValues, TeamPerson>({
    initialValues: person ? personValuesOf(person) : emptyPerson,
    validate: (values) => {
      const draft = personDraftOf(kind, values, today, person)
      const there = { nationalId: Boolean(person?.nationalId), consent: Boolean(person?.consent) }
      const found = personProblems(kind, draft, { ...competition, today }, there)
      return byFormName(
        Object.fromEntries(found.map(({ field, code, values }) => [field, t(`fieldErrors.${code}`, { limit: '', ...values })])),
      )
    },
    save: (values, version) =>
      adminApi.teams.savePerson(team.id, kind, personDraftOf(kind, values, today, person), version ?? person?.version, values.picture),
    toFieldErrors: (error) => byFormName(error.fields),
    readCurrent: (error) => {
      const current = person && currentPerson(error, kind, person.id)
      return current && { values: personValuesOf(current), version: current.version }
    },
    toSavedState: (saved) => ({ values: personValuesOf(saved), version: saved.version }),
    onSaved,
  })
  const { values, errors, set } = form
  const member = kind === 'member'
  const text = (field: 'name' | 'email' | 'phone' | 'nationalId' | 'birthDate' | 'guardian' | 'contact', more: object) => (
    <TextInput
      label={t(`adminTeams.person.${field}`)}
      autoComplete="off"
      value={values[field]}
      error={errors[field]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => set(field, event.currentTarget.value)}
      {...more}
    />
  )
  const required = { withAsterisk: true, 'aria-required': true }
  const genderOf = (gender: string) =>
    gender === '0' || gender === '1' ? t(`adminTeams.person.genders.${gender}`) : t('adminTeams.person.notSaid')
  const described = (of: PersonValues) => [
    { label: t('adminTeams.person.name'), text: of.name },
    { label: t('adminTeams.person.email'), text: of.email },
    { label: t('adminTeams.person.phone'), text: of.phone },
    { label: t('adminTeams.person.birthDate'), text: of.birthDate },
    { label: t('adminTeams.person.gender'), text: genderOf(of.gender) },
    { label: t('adminTeams.person.guardian'), text: of.guardian },
    { label: t('adminTeams.person.contact'), text: of.contact },
    { label: t('adminTeams.person.publish'), text: t(of.publish ? 'adminUsers.on' : 'adminUsers.off') },
  ]
  return (
    <FormPage
      title={t(person ? `adminTeams.${kind}.edit` : `adminTeams.${kind}.new`)}
      backTo={`/admin/team/${team.id}/view`}
      backText={t('adminTeams.toTeam')}
      form={form}
      differences={(theirs, mine) => {
        const others = described(theirs)
        return described(mine).flatMap(({ label, text }, i) =>
          others[i]?.text === text ? [] : [{ label, theirs: others[i]?.text ?? '', mine: text }],
        )
      }}
    >
      <Text>
        {t('adminTeams.team')}: <bdi>{team.name}</bdi>
      </Text>
      <FormSection title={t('adminTeams.person.sections.person')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {text('name', { dir: 'auto', maxLength: teamLimits.personName, ...required })}
          {text('email', { type: 'email', dir: 'ltr', maxLength: teamLimits.email, ...(member ? {} : required) })}
          {text('phone', {
            type: 'tel',
            dir: 'ltr',
            maxLength: teamLimits.phone,
            description: t('adminTeams.person.phoneHint'),
            ...(member ? {} : required),
          })}
          {text('nationalId', {
            dir: 'ltr',
            inputMode: 'numeric',
            maxLength: teamLimits.nationalId,
            description: person?.nationalId
              ? t('adminTeams.person.nationalIdKept', { masked: person.nationalId })
              : t('adminTeams.person.nationalIdHint'),
            ...(member && !person?.nationalId ? required : {}),
          })}
          {text('birthDate', { type: 'date', dir: 'ltr', max: today, ...(member ? required : {}) })}
          <Select
            label={t('adminTeams.person.gender')}
            allowDeselect={false}
            data={['', '0', '1'].map((value) => ({ value, label: genderOf(value) }))}
            value={values.gender}
            error={errors.gender}
            onChange={(value) => set('gender', value ?? '')}
            {...(member ? required : {})}
          />
        </SimpleGrid>
      </FormSection>
      {asksConsent(kind, values.birthDate, today) ? (
        <FormSection title={t('adminTeams.person.sections.consent')}>
          <Text size="sm">{t('adminTeams.person.consentIntro')}</Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {text('guardian', { dir: 'auto', maxLength: teamLimits.guardian, ...required })}
            {text('contact', { dir: 'ltr', maxLength: teamLimits.guardian, ...required })}
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
