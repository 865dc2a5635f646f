import { Checkbox, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useNavigate, useRevalidator } from 'react-router'
import type { ActiveCompetition } from '#contract/event/competition.schema.ts'
import {
  consentFields,
  getPersonFieldKind,
  isPersonFieldRequired,
  type PersonField,
  type PersonKind,
  personFieldNames,
  personFieldsWithoutConsent,
} from '#contract/people/teams/team.fields.ts'
import type { Team, TeamPerson } from '#contract/people/teams/team.schema.ts'
import {
  listProblemsInChangedPersonValues,
  listUnchangedPersonValueProblems,
  type StoredPerson,
} from '#contract/people/teams/team-rules.ts'
import { suggestOtherPhoneCountry, toInternationalMobileIfCertain } from '#contract/platform/phone-country.ts'
import { AdminDateField } from '#web/admin/shared/date-field.tsx'
import { FormSection, RecordFormPage } from '#web/admin/shared/form-page.tsx'
import { ImagePickerField } from '#web/admin/shared/image-field.tsx'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { findCurrentPersonInStaleError } from '#web/shared/api/admin/teams.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { InputWithPhoneCountryQuestion } from '#web/shared/forms/phone-field.tsx'
import { useRootData } from '#web/shared/language.ts'
import { formatPersonFormField, getPersonFieldLabel } from '#web/shared/people/teams/person-texts.ts'
import {
  getPersonInputProps,
  isGenderOrEmptyValue,
  isOtherPersonThanStoredMember,
} from '#web/shared/people/teams/person-values.ts'
import { createGenderContext, useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useToday } from '#web/shared/use-current-time.ts'
import type { Route } from './+types/new-or-edit-person-page.ts'
import {
  emptyPerson,
  isMinorMember,
  type PersonValues,
  toAdminPersonFormValues,
  toPersonSubmissionWithChangedConsent,
} from './form-values.ts'

/** Without a `person` the form adds one. */
type Props = {
  team: Team
  kind: PersonKind
  competition: ActiveCompetition
  person?: TeamPerson
  onSaved: () => void
}

/** Shows the form of a coach or member, with the checks of registrations. */
function PersonForm({ team, kind, competition, person, onSaved }: Props) {
  const { t } = useTranslation()
  const today = useToday()
  const { phoneCountry } = useRootData()
  const isOther = (values: PersonValues) =>
    person !== undefined && kind === 'member' && isOtherPersonThanStoredMember(person, values)
  // organizers register members who have no national ID
  const toStored = (values: PersonValues): StoredPerson =>
    person && !isOther(values)
      ? { nationalId: true, consent: Boolean(person.consent), values: person }
      : { nationalId: true, consent: false }
  const describeProblems = (find: typeof listUnchangedPersonValueProblems, values: PersonValues) =>
    Object.fromEntries(
      find(
        kind,
        toPersonSubmissionWithChangedConsent(kind, values, today, person),
        { ...competition, today },
        toStored(values),
      ).map(({ field, code, values: limits }) => [
        field,
        t(`fieldErrors.${code}`, { limit: '', part: '', ...limits }),
      ]),
    )
  const form = useRecordForm<PersonValues, TeamPerson>({
    initialValues: person ? toAdminPersonFormValues(person) : emptyPerson,
    validate: (values) => ({
      ...(values.phone !== person?.phone && suggestOtherPhoneCountry(values.phone, phoneCountry)
        ? { phone: t('download.decideCountry') }
        : {}),
      ...describeProblems(listProblemsInChangedPersonValues, values),
    }),
    save: (values, version) =>
      adminApi.teams.savePerson(
        team.id,
        kind,
        toPersonSubmissionWithChangedConsent(kind, values, today, person),
        version ?? person?.version,
        values.picture,
      ),
    toFieldErrors: (error) => error.fields as FieldErrors<PersonValues>,
    readCurrent: (error) => {
      const current = person && findCurrentPersonInStaleError(error, kind, person.id)
      return current && { values: toAdminPersonFormValues(current), version: current.version }
    },
    toSavedState: (saved) => ({ values: toAdminPersonFormValues(saved), version: saved.version }),
    onSaved,
  })
  const { values, errors, set } = form
  const isMemberReplaced = isOther(values)
  /** Sets a field. The consent of the stored member is not that of another one. */
  const change = (field: Exclude<PersonField, 'gender'>, value: string) => {
    const next = { ...values, [field]: value }
    set(field, value)
    if (!person || isOther(next) === isMemberReplaced) return
    const of = isOther(next) ? emptyPerson : toAdminPersonFormValues(person)
    for (const each of consentFields) set(each, of[each])
    for (const each of ['consent.agreed', 'consent.publish'] as const) set(each, of[each])
  }
  // problems of what is stored and does not change, with which the person can be saved
  const warnings = person
    ? Object.entries(describeProblems(listUnchangedPersonValueProblems, values)).map(
        ([field, problem]) => [field, t('adminTeams.person.warning', { problem })] as const,
      )
    : []
  const savedPhone = toInternationalMobileIfCertain(values.phone, phoneCountry)
  const hints: Partial<Record<string, string>> = {
    phone: savedPhone ? t('userFields.phoneSaved', { number: savedPhone }) : t('userFields.phoneHint'),
    nationalId:
      person?.nationalId && !isMemberReplaced
        ? t('adminTeams.person.nationalIdKept', { masked: person.nationalId })
        : t(
            kind === 'member'
              ? 'adminTeams.person.nationalIdHintOfMember'
              : 'adminTeams.person.nationalIdHint',
          ),
    ...Object.fromEntries(warnings),
  }
  const showInput = (field: PersonField) => {
    const isRequired = isPersonFieldRequired(kind, field) && field !== 'nationalId'
    const props = {
      label: getPersonFieldLabel(t, field),
      value: values[field],
      error: errors[field],
      ...(isRequired ? { withAsterisk: true, 'aria-required': true } : {}),
    }
    const description = hints[field]
    if (field === 'gender') {
      const options = [
        { value: '', label: t('teamFields.notGiven') },
        { value: '0', label: t('teamFields.genders.0') },
        { value: '1', label: t('teamFields.genders.1') },
      ]
      const onChange = (value: string | null) => set('gender', isGenderOrEmptyValue(value) ? value : '')
      return (
        <Select
          key={field}
          allowDeselect={false}
          data={options}
          onChange={onChange}
          {...(description === undefined ? {} : { description })}
          {...props}
        />
      )
    }
    if (getPersonFieldKind(field) === 'date')
      return (
        <AdminDateField
          key={field}
          label={props.label}
          value={props.value}
          error={props.error}
          description={description}
          isRequired={isRequired}
          max={today}
          onChange={(date) => change(field, date)}
        />
      )
    const input = (
      <TextInput
        key={field}
        onChange={(event) => change(field, event.currentTarget.value)}
        {...(description === undefined ? {} : { description })}
        {...getPersonInputProps(field)}
        {...props}
      />
    )
    if (field !== 'phone') return input
    return (
      <InputWithPhoneCountryQuestion
        key={field}
        value={values.phone}
        stored={person?.phone}
        onChange={(phone) => change('phone', phone)}
      >
        {input}
      </InputWithPhoneCountryQuestion>
    )
  }
  const describe = (of: PersonValues) => [
    // the form does not hold the stored national ID
    ...personFieldNames
      .filter((field) => field !== 'nationalId')
      .map((field) => ({ label: getPersonFieldLabel(t, field), text: formatPersonFormField(t, field, of) })),
    {
      label: t('adminTeams.person.publish'),
      text: t(of['consent.publish'] ? 'adminUsers.on' : 'adminUsers.off'),
    },
  ]
  return (
    <RecordFormPage
      title={t(
        person ? `adminTeams.${kind}.edit` : `adminTeams.${kind}.new`,
        createGenderContext(person?.gender ?? null),
      )}
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
        {t('adminTeams.team')}: <Bdi>{team.name}</Bdi>
      </Text>
      <FormSection title={t('adminTeams.person.sections.person')}>
        {isMemberReplaced ? <Text role="status">{t('adminTeams.person.otherMember')}</Text> : null}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>{personFieldsWithoutConsent.map(showInput)}</SimpleGrid>
      </FormSection>
      {isMinorMember(kind, values.birthDate, today) ? (
        <FormSection title={t('adminTeams.person.sections.consent')}>
          <Text size="sm">{t('adminTeams.person.consentIntro')}</Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>{consentFields.map(showInput)}</SimpleGrid>
          <Checkbox
            label={t('adminTeams.person.agreed')}
            checked={values['consent.agreed']}
            error={errors['consent.agreed']}
            aria-invalid={errors['consent.agreed'] ? true : undefined}
            onChange={(event) => set('consent.agreed', event.currentTarget.checked)}
          />
          <Checkbox
            label={t('adminTeams.person.publish', createGenderContext(values.gender))}
            checked={values['consent.publish']}
            onChange={(event) => set('consent.publish', event.currentTarget.checked)}
          />
        </FormSection>
      ) : null}
      <FormSection title={t('adminTeams.person.sections.picture')}>
        <ImagePickerField
          label={t('adminTeams.person.picture')}
          width={160}
          height={200}
          kept={isMemberReplaced ? null : (person?.picture ?? null)}
          value={values.picture}
          error={errors.picture}
          onChange={(value) => set('picture', value)}
        />
      </FormSection>
    </RecordFormPage>
  )
}

/** Loads a coach or member. The id `new` adds a person. */
export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const { teamId, coachId, memberId } = params
  const kind: PersonKind = coachId === undefined ? 'member' : 'coach'
  const id = coachId ?? memberId
  const team = await adminApi.teams.one(teamId)
  const person = [...team.coaches, ...team.members].find((each) => each.kind === kind && each.id === id)
  if (!person && id !== 'new') throw new Response(null, { status: 404 })
  return { team, kind, person, competition: await adminApi.competitions.one(team.competition.id) }
}

export default function PersonFormPage({
  loaderData: { team, kind, person, competition },
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return (
    <>
      <title>{`${t(person ? `adminTeams.${kind}.edit` : `adminTeams.${kind}.new`)} · ${t('name')}`}</title>
      <PersonForm
        key={person?.id ?? `new ${kind}`}
        team={team}
        kind={kind}
        competition={competition}
        {...(person ? { person } : {})}
        onSaved={() =>
          void (person ? revalidate() : navigate(`/admin/team/${team.id}/view`, { replace: true }))
        }
      />
    </>
  )
}
