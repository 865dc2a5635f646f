import { type ReactNode, useEffect, useState } from 'react'
import { currentConsentVersion } from '#contract/people/guardians/guardian-consent.ts'
import { memberConsentTexts } from '#contract/people/guardians/member-consent-texts.ts'
import {
  consentFields,
  getPersonFieldKind,
  isPersonFieldRequired,
  listPersonFields,
  type PersonField,
  type PersonFieldWithoutConsent,
  type PersonKind,
  personFieldsWithoutConsent,
} from '#contract/people/teams/team.fields.ts'
import { toInternationalMobileIfCertain } from '#contract/platform/phone-country.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { DateField } from '#web/shared/forms/date-field.tsx'
import { CheckboxField, SelectField, TextField } from '#web/shared/forms/fields.tsx'
import { InputWithPhoneCountryQuestion } from '#web/shared/forms/phone-field.tsx'
import { useLang, useRootData } from '#web/shared/language.ts'
import { getPersonFieldLabel, listGuardianDetailValues } from '#web/shared/people/teams/person-texts.ts'
import { getPersonInputProps, isMinorOn } from '#web/shared/people/teams/person-values.ts'
import { createGenderContext, useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconTrash } from '#web/shared/ui/icons.ts'
import page from '#web/shared/ui/page.module.css'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './form.module.css'
import { type FieldErrors, toFieldElementId } from './form-problems.ts'
import {
  canConsentWithoutGuardian,
  findStoredPersonUnlessReplaced,
  type PersonValues,
} from './form-values.ts'
import { type ImageChange, TeamImagePickerField } from './image-field.tsx'
import personStyles from './person-fields.module.css'

/**
 * Shows the guardian of a minor: name and contact, and what the guardian will be asked. A stored guardian
 * stays unless the coach changes it.
 */
function ConsentFields(input: PersonInputProps) {
  const { path, person, errors, set } = input
  const { t } = useTranslation()
  const lang = useLang()
  const stored = findStoredPersonUnlessReplaced(person)?.consent
  const paragraphs = memberConsentTexts[currentConsentVersion][lang]
  return (
    <fieldset className={personStyles.consent}>
      <legend className={personStyles.consentTitle}>{t('accountTeams.form.guardianTitle')}</legend>
      {stored && !person.renew ? (
        <>
          <p>{joinTexts(listGuardianDetailValues(stored), lang)}</p>
          <p className={styles.hint}>
            {t('accountTeams.form.guardianKeptHint', createGenderContext(person.gender))}
          </p>
          <button type="button" className={page.textButton} onClick={() => set({ renew: true })}>
            {t('accountTeams.form.guardianChange')}
          </button>
        </>
      ) : (
        <>
          <p className={styles.hint}>
            {t('accountTeams.form.guardianWhy', createGenderContext(person.gender))}
          </p>
          <details className={personStyles.consentText}>
            <summary>{t('accountTeams.form.guardianText')}</summary>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <p className={styles.hint}>
              {t('accountTeams.form.consentVersion', {
                date: formatCalendarDate(currentConsentVersion, lang),
              })}
            </p>
          </details>
          <div className={styles.pair}>
            {consentFields.map((field) => (
              <PersonFieldInput key={field} field={field} {...input} />
            ))}
          </div>
          <CheckboxField
            id={toFieldElementId(`${path}.consent.agreed`)}
            label={t('accountTeams.form.agreed')}
            checked={person['consent.agreed']}
            error={errors[`${path}.consent.agreed`]}
            onCheckedChange={(agreed) => set({ 'consent.agreed': agreed })}
          />
          {stored ? (
            <button type="button" className={page.textButton} onClick={() => set({ renew: false })}>
              {t('accountTeams.form.guardianBack')}
            </button>
          ) : null}
        </>
      )}
    </fieldset>
  )
}

/** The person in the form: `path` is `members.0`. */
type PersonInputProps = {
  kind: PersonKind
  path: string
  person: PersonValues
  errors: FieldErrors
  /** What is wrong with stored values, with which the team can be saved. */
  warnings: FieldErrors
  today: string
  set: (change: Partial<PersonValues>) => void
  fixedEmail?: boolean | undefined
}

/** Shows the input of one field of a coach or member. */
function PersonFieldInput({
  field,
  kind,
  path,
  person,
  errors,
  warnings,
  today,
  set,
  fixedEmail = false,
}: PersonInputProps & { field: PersonField }) {
  const { t } = useTranslation()
  const isRequired = isPersonFieldRequired(kind, field)
  const { phoneCountry } = useRootData()
  const savedPhone = toInternationalMobileIfCertain(person.phone, phoneCountry)
  const stored = field === 'nationalId' ? findStoredPersonUnlessReplaced(person) : undefined
  const storedId = stored?.nationalId
  const props = {
    id: toFieldElementId(`${path}.${field}`),
    label: getPersonFieldLabel(t, field),
    note: isRequired ? undefined : t('accountTeams.form.optional'),
    value: person[field],
    // a stored person without a national ID can be changed
    required: isRequired && !stored,
    error: errors[`${path}.${field}`],
    onValueChange: (value: string) => set({ [field]: value } as Partial<PersonValues>),
  }
  if (field === 'gender') {
    const options = [
      { value: '', label: t('accountTeams.form.choose') },
      { value: '0', label: t('teamFields.genders.0') },
      { value: '1', label: t('teamFields.genders.1') },
    ]
    return <SelectField options={options} {...props} />
  }
  if (getPersonFieldKind(field) === 'date')
    return <DateField hint={warnings[`${path}.${field}`]} max={today} {...props} />
  const hints: Partial<Record<PersonField, string>> = {
    nationalId: storedId
      ? t('accountTeams.form.nationalIdKept', { masked: storedId })
      : [t('accountTeams.form.nationalIdHint'), kind === 'member' ? t('accountTeams.form.noNationalId') : '']
          .filter(Boolean)
          .join('. '),
    phone: savedPhone
      ? t('accountTeams.form.phoneSaved', { number: savedPhone })
      : t('accountTeams.form.phoneHint'),
  }
  const input = (
    <TextField
      hint={warnings[`${path}.${field}`] ?? hints[field]}
      readOnly={field === 'email' && fixedEmail}
      {...getPersonInputProps(field)}
      {...props}
    />
  )
  if (field !== 'phone') return input
  return (
    <InputWithPhoneCountryQuestion
      value={person.phone}
      stored={person.stored?.phone}
      onChange={(phone) => set({ phone })}
    >
      {input}
    </InputWithPhoneCountryQuestion>
  )
}

type PersonFormSectionProps = {
  title: string
  name: string
  /**
   * Whether the fields are below a summary, which opens them. They stay in the form while they are closed.
   */
  isCollapsible: boolean
  hasError: boolean
  /** How many fields are missing or wrong. */
  problemCount: number
  /** Undefined while the team has the minimum of people. */
  onRemove: (() => void) | undefined
  children: ReactNode
}

/**
 * Shows the frame around the fields of a coach or member. A summary shows the name and what is missing; an
 * error opens the fields.
 */
function PersonFormSection({
  title,
  name,
  isCollapsible,
  hasError,
  problemCount,
  onRemove,
  children,
}: PersonFormSectionProps) {
  const { t, tAttribute } = useTranslation()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (hasError) setOpen(true)
  }, [hasError])
  return (
    <fieldset className={personStyles.person}>
      <legend className={isCollapsible ? hidden.visuallyHidden : personStyles.personTitle}>{title}</legend>
      {onRemove ? (
        <button
          type="button"
          className={personStyles.remove}
          onClick={onRemove}
          aria-label={tAttribute('accountTeams.form.removeOf', { name: title })}
        >
          <IconTrash size={18} stroke={1.7} aria-hidden />
          {t('accountTeams.form.remove')}
        </button>
      ) : null}
      {isCollapsible ? (
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className={personStyles.summary} data-removable={onRemove ? true : undefined}>
            <span className={personStyles.personTitle}>{title}</span>
            {open ? null : (
              <>
                {name.trim() ? <Bdi className={styles.strong}>{name}</Bdi> : null}
                <span className={styles.hint}>
                  {problemCount > 0
                    ? t('accountTeams.form.summary.missing', { count: problemCount })
                    : t('accountTeams.card.complete')}
                </span>
              </>
            )}
          </summary>
          <div className={personStyles.personContent}>{children}</div>
        </details>
      ) : (
        children
      )}
    </fieldset>
  )
}

const firstRows: PersonFieldWithoutConsent[][] = [['name'], ['nationalId'], ['birthDate', 'gender']]
const rows = [...firstRows, personFieldsWithoutConsent.filter((field) => !firstRows.flat().includes(field))]

type Props = PersonInputProps & {
  at: number
  /** How many fields are missing or wrong. */
  problemCount: number
  /** Nothing of the person can be changed. */
  isLocked: boolean
  photo: ImageChange
  onPhoto: (photo: ImageChange) => void
  /** Undefined while the team has the minimum of people. */
  onRemove?: (() => void) | undefined
}

/**
 * Shows the fields of a coach or member. Those of the second person and later ones are collapsed at first.
 */
export function PersonFields({
  kind,
  at,
  path,
  person,
  errors,
  warnings,
  problemCount,
  isLocked,
  today,
  photo,
  set,
  onPhoto,
  onRemove,
  fixedEmail = false,
}: Props) {
  const { t } = useTranslation()
  const member = kind === 'member'
  const title = t(`accountTeams.form.person.${kind}`, {
    number: at + 1,
    ...createGenderContext(person.gender),
  })
  const input = { kind, path, person, errors, warnings, today, set, fixedEmail }
  const stored = findStoredPersonUnlessReplaced(person)
  const minor = isMinorOn(person.birthDate, today)
  const hasPhoto = photo ? true : photo === undefined && Boolean(stored?.picture)
  // the guardian of a minor decides about the photo
  const canPublish = hasPhoto && canConsentWithoutGuardian(person, today)
  return (
    <PersonFormSection
      title={title}
      name={person.name}
      isCollapsible={at > 0}
      hasError={Object.keys(errors).some((field) => field.startsWith(`${path}.`))}
      problemCount={problemCount}
      onRemove={onRemove}
    >
      <fieldset disabled={isLocked} className={styles.fields}>
        {person.stored && !stored ? (
          <p className={styles.hint}>{t('accountTeams.form.otherMember')}</p>
        ) : null}
        {rows.map((row) => {
          const inputs = row
            .filter((field) => listPersonFields(kind).includes(field))
            .map((field) => <PersonFieldInput key={field} field={field} {...input} />)
          return inputs.length > 1 ? (
            <div key={row[0]} className={styles.pair}>
              {inputs}
            </div>
          ) : (
            inputs
          )
        })}
        {member ? (
          <>
            <TeamImagePickerField
              field={`${path}.photo`}
              label={t('accountTeams.form.photo')}
              value={photo}
              stored={stored?.picture ?? null}
              onPick={onPhoto}
              error={errors[`${path}.photo`]}
              round
            />
            {minor ? <ConsentFields {...input} /> : null}
            {canPublish ? (
              <CheckboxField
                id={toFieldElementId(`${path}.consent.publish`)}
                label={t('accountTeams.form.publish')}
                hint={t('accountTeams.form.publishHint')}
                checked={person['consent.publish']}
                onCheckedChange={(publish) => set({ 'consent.publish': publish })}
              />
            ) : null}
          </>
        ) : null}
      </fieldset>
    </PersonFormSection>
  )
}
