import { IconTrash } from '@tabler/icons-react'
import { isDay, isMinor } from '#contract/rules/age.ts'
import { type PersonKind, teamLimits } from '#contract/team.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { ConsentFields } from './consent-fields.tsx'
import styles from './form.module.css'
import { CheckField, SelectField, TextField } from './parts.tsx'
import { type Picked, PictureField } from './picture-field.tsx'
import type { Errors } from './problems.ts'
import { agreesAlone, asksConsent, type PersonValues } from './values.ts'

type Props = {
  kind: PersonKind
  at: number
  path: string
  person: PersonValues
  errors: Errors
  today: string
  photo: Picked
  set: (change: Partial<PersonValues>) => void
  onPhoto: (photo: Picked) => void
  /** Not there while the team would become too small. */
  onRemove?: (() => void) | undefined
}

/** Everything about a coach or a member. */
export function PersonFields({ kind, at, path, person, errors, today, photo, set, onPhoto, onRemove }: Props) {
  const { t } = useTranslation()
  const member = kind === 'member'
  const title = t(`ownTeams.form.person.${kind}`, { number: at + 1 })
  const error = (field: string) => errors[`${path}.${field}`]
  const note = member ? t('ownTeams.form.optional') : undefined
  const minor = isDay(person.birthDate) && person.birthDate <= today && isMinor(person.birthDate, today)
  const hasPhoto = photo ? true : photo === undefined && Boolean(person.stored?.picture)
  // a guardian's stored consent says it already
  const canPublish = hasPhoto && (asksConsent(person, today) || agreesAlone(person, today))
  return (
    <fieldset className={styles.person}>
      <legend className={styles.personTitle}>{title}</legend>
      {onRemove ? (
        <button type="button" className={styles.remove} onClick={onRemove} aria-label={t('ownTeams.form.removeOf', { name: title })}>
          <IconTrash size={18} stroke={1.7} aria-hidden />
          {t('ownTeams.form.remove')}
        </button>
      ) : null}
      <TextField
        field={`${path}.name`}
        label={t('ownTeams.form.personName')}
        value={person.name}
        maxLength={teamLimits.personName}
        autoComplete="off"
        required
        error={error('name')}
        onText={(name) => set({ name })}
      />
      <TextField
        field={`${path}.nationalId`}
        label={t('ownTeams.form.nationalId')}
        {...(member ? {} : { note: t('ownTeams.form.optional') })}
        hint={
          person.stored?.nationalId
            ? t('ownTeams.form.nationalIdKept', { masked: `\u2066${person.stored.nationalId}\u2069` })
            : t('ownTeams.form.nationalIdHint')
        }
        value={person.nationalId}
        maxLength={teamLimits.nationalId}
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        required={member && !person.stored?.nationalId}
        error={error('nationalId')}
        onText={(nationalId) => set({ nationalId })}
      />
      {member ? (
        <div className={styles.pair}>
          <TextField
            field={`${path}.birthDate`}
            label={t('ownTeams.form.birthDate')}
            type="date"
            value={person.birthDate}
            max={today}
            dir="ltr"
            required
            error={error('birthDate')}
            onText={(birthDate) => set({ birthDate })}
          />
          <SelectField
            field={`${path}.gender`}
            label={t('ownTeams.form.gender')}
            value={person.gender}
            required
            error={error('gender')}
            onText={(gender) => set({ gender: gender === '0' || gender === '1' ? gender : '' })}
          >
            <option value="">{t('ownTeams.form.choose')}</option>
            <option value="0">{t('ownTeams.form.male')}</option>
            <option value="1">{t('ownTeams.form.female')}</option>
          </SelectField>
        </div>
      ) : null}
      <div className={styles.pair}>
        <TextField
          field={`${path}.email`}
          label={t('ownTeams.form.email')}
          {...(note ? { note } : {})}
          type="email"
          value={person.email}
          maxLength={teamLimits.email}
          dir="ltr"
          autoComplete="off"
          required={!member}
          error={error('email')}
          onText={(email) => set({ email })}
        />
        <TextField
          field={`${path}.phone`}
          label={t('ownTeams.form.phone')}
          {...(note ? { note } : {})}
          hint={t('ownTeams.form.phoneHint')}
          type="tel"
          value={person.phone}
          maxLength={teamLimits.phone}
          dir="ltr"
          inputMode="tel"
          autoComplete="off"
          required={!member}
          error={error('phone')}
          onText={(phone) => set({ phone })}
        />
      </div>
      {member ? (
        <>
          <PictureField
            field={`${path}.photo`}
            label={t('ownTeams.form.photo')}
            value={photo}
            stored={person.stored?.picture ?? null}
            onPick={onPhoto}
            error={error('photo')}
            round
          />
          {minor ? <ConsentFields path={path} person={person} errors={errors} set={set} /> : null}
          {canPublish ? (
            <CheckField
              field={`${path}.consent.publish`}
              label={t('ownTeams.form.publish')}
              hint={t('ownTeams.form.publishHint')}
              checked={person.publish}
              onCheck={(publish) => set({ publish })}
            />
          ) : null}
        </>
      ) : null}
    </fieldset>
  )
}
