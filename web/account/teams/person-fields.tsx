import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { isPersonFieldRequired, type PersonField, type PersonKind, personFields } from '#contract/team.fields.ts'
import { CheckboxField } from '#web/shared/forms/checkbox-field.tsx'
import { Field } from '#web/shared/forms/field.tsx'
import { SelectField } from '#web/shared/forms/select-field.tsx'
import { getPersonFieldLabel } from '#web/shared/teams/person-texts.ts'
import { isGenderValue, isMinorOn } from '#web/shared/teams/person-values.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { ConsentFields } from './consent-fields.tsx'
import { toFieldId } from './field-id.ts'
import styles from './form.module.css'
import type { FieldErrors } from './form-problems.ts'
import { canConsentWithoutGuardian, type PersonValues } from './form-values.ts'
import personStyles from './person-fields.module.css'
import { type PictureChange, PictureField } from './picture-field.tsx'

type PersonFormSectionProps = {
  title: string
  name: string
  /** Whether the fields are below a summary, which opens them. They stay in the form while they are closed. */
  isCollapsible: boolean
  hasError: boolean
  /** How many fields are missing or wrong. */
  problemCount: number
  /** Undefined while the team has the minimum of people. */
  onRemove: (() => void) | undefined
  children: ReactNode
}

/** Shows the frame around the fields of a coach or member. A summary shows the name and what is missing; an error opens the fields. */
function PersonFormSection({ title, name, isCollapsible, hasError, problemCount, onRemove, children }: PersonFormSectionProps) {
  const { t } = useTranslation()
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
          aria-label={t('accountTeams.form.removeOf', { name: title })}
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
                {name.trim() ? <bdi className={styles.strong}>{name}</bdi> : null}
                <span className={styles.hint}>
                  {problemCount > 0 ? t('accountTeams.form.summary.missing', { count: problemCount }) : t('accountTeams.card.complete')}
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

type Props = {
  kind: PersonKind
  at: number
  path: string
  person: PersonValues
  errors: FieldErrors
  /** How many fields are missing or wrong. */
  problemCount: number
  today: string
  photo: PictureChange
  set: (change: Partial<PersonValues>) => void
  onPhoto: (photo: PictureChange) => void
  /** Undefined while the team has the minimum of people. */
  onRemove?: (() => void) | undefined
  fixedEmail?: boolean | undefined
}

/** Shows the fields of a coach or member. Those of the second person and later ones are collapsed at first. */
export function PersonFields({
  kind,
  at,
  path,
  person,
  errors,
  problemCount,
  today,
  photo,
  set,
  onPhoto,
  onRemove,
  fixedEmail = false,
}: Props) {
  const { t } = useTranslation()
  const member = kind === 'member'
  const title = t(`accountTeams.form.person.${kind}`, { number: at + 1 })
  const error = (field: string) => errors[`${path}.${field}`]
  const note = (field: PersonField) => (isPersonFieldRequired(kind, field) ? undefined : t('accountTeams.form.optional'))
  const minor = isMinorOn(person.birthDate, today)
  const hasPhoto = photo ? true : photo === undefined && Boolean(person.stored?.picture)
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
      <Field
        id={toFieldId(`${path}.name`)}
        label={getPersonFieldLabel(t, 'name')}
        value={person.name}
        maxLength={personFields.name.maxLength}
        autoComplete="off"
        required
        error={error('name')}
        onValueChange={(name) => set({ name })}
      />
      <Field
        id={toFieldId(`${path}.nationalId`)}
        label={getPersonFieldLabel(t, 'nationalId')}
        note={note('nationalId')}
        hint={
          person.stored?.nationalId
            ? t('accountTeams.form.nationalIdKept', { masked: `\u2066${person.stored.nationalId}\u2069` })
            : t('accountTeams.form.nationalIdHint')
        }
        value={person.nationalId}
        maxLength={personFields.nationalId.maxLength}
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        required={isPersonFieldRequired(kind, 'nationalId') && !person.stored?.nationalId}
        error={error('nationalId')}
        onValueChange={(nationalId) => set({ nationalId })}
      />
      {member ? (
        <div className={styles.pair}>
          <Field
            id={toFieldId(`${path}.birthDate`)}
            label={getPersonFieldLabel(t, 'birthDate')}
            type="date"
            value={person.birthDate}
            max={today}
            dir="ltr"
            required
            error={error('birthDate')}
            onValueChange={(birthDate) => set({ birthDate })}
          />
          <SelectField
            id={toFieldId(`${path}.gender`)}
            label={getPersonFieldLabel(t, 'gender')}
            value={person.gender}
            required
            error={error('gender')}
            options={[
              { value: '', label: t('accountTeams.form.choose') },
              { value: '0', label: t('teamFields.genders.0') },
              { value: '1', label: t('teamFields.genders.1') },
            ]}
            onValueChange={(gender) => set({ gender: isGenderValue(gender) ? gender : '' })}
          />
        </div>
      ) : null}
      <div className={styles.pair}>
        <Field
          id={toFieldId(`${path}.email`)}
          label={getPersonFieldLabel(t, 'email')}
          note={note('email')}
          type="email"
          value={person.email}
          maxLength={personFields.email.maxLength}
          dir="ltr"
          autoComplete="off"
          required={isPersonFieldRequired(kind, 'email')}
          readOnly={fixedEmail}
          error={error('email')}
          onValueChange={(email) => set({ email })}
        />
        <Field
          id={toFieldId(`${path}.phone`)}
          label={getPersonFieldLabel(t, 'phone')}
          note={note('phone')}
          hint={t('accountTeams.form.phoneHint')}
          type="tel"
          value={person.phone}
          maxLength={personFields.phone.maxLength}
          dir="ltr"
          inputMode="tel"
          autoComplete="off"
          required={isPersonFieldRequired(kind, 'phone')}
          error={error('phone')}
          onValueChange={(phone) => set({ phone })}
        />
      </div>
      {member ? (
        <>
          <PictureField
            field={`${path}.photo`}
            label={t('accountTeams.form.photo')}
            value={photo}
            stored={person.stored?.picture ?? null}
            onPick={onPhoto}
            error={error('photo')}
            round
          />
          {minor ? <ConsentFields path={path} person={person} errors={errors} set={set} /> : null}
          {canPublish ? (
            <CheckboxField
              id={toFieldId(`${path}.consent.publish`)}
              label={t('accountTeams.form.publish')}
              hint={t('accountTeams.form.publishHint')}
              checked={person.publish}
              onCheckedChange={(publish) => set({ publish })}
            />
          ) : null}
        </>
      ) : null}
    </PersonFormSection>
  )
}
