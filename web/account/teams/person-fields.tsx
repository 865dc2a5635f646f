import { IconTrash } from '@tabler/icons-react'
import { isDay, isMinor } from '#contract/rules/age.ts'
import { type PersonKind, teamLimits } from '#contract/team.ts'
import { CheckboxField } from '#web/shared/forms/checkbox-field.tsx'
import { Field } from '#web/shared/forms/field.tsx'
import { SelectField } from '#web/shared/forms/select-field.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { ConsentFields } from './consent-fields.tsx'
import { fieldId } from './field-id.ts'
import styles from './form.module.css'
import { type PictureChange, PictureField } from './picture-field.tsx'
import type { Errors } from './problems.ts'
import { agreesAlone, asksConsent, type PersonValues } from './values.ts'

type Props = {
  kind: PersonKind
  at: number
  path: string
  person: PersonValues
  errors: Errors
  today: string
  photo: PictureChange
  set: (change: Partial<PersonValues>) => void
  onPhoto: (photo: PictureChange) => void
  /** Not there while the team would become too small. */
  onRemove?: (() => void) | undefined
}

/** Everything about a coach or a member. */
export function PersonFields({ kind, at, path, person, errors, today, photo, set, onPhoto, onRemove }: Props) {
  const { t } = useTranslation()
  const member = kind === 'member'
  const title = t(`accountTeams.form.person.${kind}`, { number: at + 1 })
  const error = (field: string) => errors[`${path}.${field}`]
  const note = member ? t('accountTeams.form.optional') : undefined
  const minor = isDay(person.birthDate) && person.birthDate <= today && isMinor(person.birthDate, today)
  const hasPhoto = photo ? true : photo === undefined && Boolean(person.stored?.picture)
  // a guardian's stored consent says it already
  const canPublish = hasPhoto && (asksConsent(person, today) || agreesAlone(person, today))
  return (
    <fieldset className={styles.person}>
      <legend className={styles.personTitle}>{title}</legend>
      {onRemove ? (
        <button type="button" className={styles.remove} onClick={onRemove} aria-label={t('accountTeams.form.removeOf', { name: title })}>
          <IconTrash size={18} stroke={1.7} aria-hidden />
          {t('accountTeams.form.remove')}
        </button>
      ) : null}
      <Field
        id={fieldId(`${path}.name`)}
        label={t('accountTeams.form.personName')}
        value={person.name}
        maxLength={teamLimits.personName}
        autoComplete="off"
        required
        error={error('name')}
        onValueChange={(name) => set({ name })}
      />
      <Field
        id={fieldId(`${path}.nationalId`)}
        label={t('accountTeams.form.nationalId')}
        note={member ? undefined : t('accountTeams.form.optional')}
        hint={
          person.stored?.nationalId
            ? t('accountTeams.form.nationalIdKept', { masked: `\u2066${person.stored.nationalId}\u2069` })
            : t('accountTeams.form.nationalIdHint')
        }
        value={person.nationalId}
        maxLength={teamLimits.nationalId}
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        required={member && !person.stored?.nationalId}
        error={error('nationalId')}
        onValueChange={(nationalId) => set({ nationalId })}
      />
      {member ? (
        <div className={styles.pair}>
          <Field
            id={fieldId(`${path}.birthDate`)}
            label={t('accountTeams.form.birthDate')}
            type="date"
            value={person.birthDate}
            max={today}
            dir="ltr"
            required
            error={error('birthDate')}
            onValueChange={(birthDate) => set({ birthDate })}
          />
          <SelectField
            id={fieldId(`${path}.gender`)}
            label={t('accountTeams.form.gender')}
            value={person.gender}
            required
            error={error('gender')}
            options={[
              { value: '', label: t('accountTeams.form.choose') },
              { value: '0', label: t('accountTeams.form.male') },
              { value: '1', label: t('accountTeams.form.female') },
            ]}
            onValueChange={(gender) => set({ gender: gender === '0' || gender === '1' ? gender : '' })}
          />
        </div>
      ) : null}
      <div className={styles.pair}>
        <Field
          id={fieldId(`${path}.email`)}
          label={t('accountTeams.form.email')}
          note={note}
          type="email"
          value={person.email}
          maxLength={teamLimits.email}
          dir="ltr"
          autoComplete="off"
          required={!member}
          error={error('email')}
          onValueChange={(email) => set({ email })}
        />
        <Field
          id={fieldId(`${path}.phone`)}
          label={t('accountTeams.form.phone')}
          note={note}
          hint={t('accountTeams.form.phoneHint')}
          type="tel"
          value={person.phone}
          maxLength={teamLimits.phone}
          dir="ltr"
          inputMode="tel"
          autoComplete="off"
          required={!member}
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
              id={fieldId(`${path}.consent.publish`)}
              label={t('accountTeams.form.publish')}
              hint={t('accountTeams.form.publishHint')}
              checked={person.publish}
              onCheckedChange={(publish) => set({ publish })}
            />
          ) : null}
        </>
      ) : null}
    </fieldset>
  )
}
