import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { GuardianConsentInput, Registration } from '#contract/accounts/registration.schema.ts'
import { getRegistrationProblemsByField } from '#contract/accounts/registration.ts'
import { passwordLength, userFields } from '#contract/accounts/user.ts'
import { isIsoDate, isMinor } from '#contract/people/teams/age.ts'
import { findLinkInName } from '#contract/people/teams/person-name.ts'
import { cleanText, findControlCodePoint } from '#contract/platform/text.ts'
import { parseTypedDate } from '#contract/platform/typed-date.ts'
import { getOrCreateRegistrationSecret } from '#web/shared/accounts/session/registration-secret.ts'
import { listGenderOptions, parseGender } from '#web/shared/accounts/users/user-texts.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { DateField } from '#web/shared/forms/date-field.tsx'
import { CheckboxField, Honeypot, RadioGroup, SelectField, TextField } from '#web/shared/forms/fields.tsx'
import { Form, type FormText, SubmitButton } from '#web/shared/forms/form.tsx'
import { PasswordField } from '#web/shared/forms/password-field.tsx'
import {
  isPhoneCountryUndecided,
  PhoneField,
  readPhoneFieldAsE164IfValid,
} from '#web/shared/forms/phone-field.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useLang } from '#web/shared/language.ts'
import { addNextPathToUrl, useSanitizedNextPath } from '#web/shared/redirect-path.ts'
import { storageKeys } from '#web/shared/storage-keys.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import { useToday } from '#web/shared/use-current-time.ts'
import styles from './registration.module.css'

/** The fields that are never stored. */
const secretFields = new Set(['password', 'confirm', 'nationalId', 'website'])

/**
 * Stores what is typed into a form for this tab, so that a reload, the other language or a look at another
 * page loses nothing; passwords and the national ID are left out. `onRestored` gets the stored values once.
 * Returns the function that deletes them.
 */
const useRegistrationFormAutosave = (
  form: RefObject<HTMLFormElement | null>,
  onRestored: (values: Record<string, string>) => void,
) => {
  const restored = useEffectEvent(onRestored)
  useEffect(() => {
    const element = form.current
    if (!element) return
    let values: Record<string, string> = {}
    try {
      values = JSON.parse(window.sessionStorage.getItem(storageKeys.registrationUser) ?? '{}') as Record<
        string,
        string
      >
    } catch {
      // nothing was stored
    }
    for (const field of element.elements) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
      const value = values[field.name]
      if (value === undefined || secretFields.has(field.name)) continue
      if (field instanceof HTMLInputElement && field.type === 'radio') field.checked = field.value === value
      else if (!(field instanceof HTMLInputElement && field.type === 'checkbox')) field.value = value
    }
    if (Object.keys(values).length > 0) restored(values)
    const store = () => {
      const now = Object.fromEntries(
        [...new FormData(element)].filter(
          (pair): pair is [string, string] => typeof pair[1] === 'string' && !secretFields.has(pair[0]),
        ),
      )
      try {
        window.sessionStorage.setItem(storageKeys.registrationUser, JSON.stringify(now))
      } catch {
        // without storage it lasts as long as the page
      }
    }
    element.addEventListener('input', store)
    return () => element.removeEventListener('input', store)
  }, [form])
  return () => {
    try {
      window.sessionStorage.removeItem(storageKeys.registrationUser)
    } catch {
      // nothing could be stored
    }
  }
}

const importGuardianConsent = () => import('#web/shared/forms/guardian-consent.tsx')
const GuardianConsentFields = lazy(async () => ({
  default: (await importGuardianConsent()).GuardianConsentFields,
}))

/** Shows the fields of the guardian of a minor, which the page loads after its first load. */
function GuardianFields({ errors }: { errors: Record<string, string> }) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>{t('registration.guardian')}</legend>
      <p className={styles.note}>{t('registration.guardianIntro')}</p>
      <Suspense>
        <GuardianConsentFields errors={errors} pairClassName={styles.pair} />
      </Suspense>
    </fieldset>
  )
}

/** Returns what the message about a name or another text names. */
const describeTextProblem = (values: Values, field: string) => {
  const text = field === 'firstName' || field === 'lastName' ? cleanText(values[field], 'name') : ''
  return { part: findLinkInName(text) ?? '', character: findControlCodePoint(text) ?? '' }
}

type Done = { message: string; confirm: boolean; email: string }
type Values = Omit<Registration, 'lang'> & { confirm: string; website: string }

/** Returns the values of the form; `guardian` is null while its part is not shown. */
const readValues = (form: FormData, text: FormText): Values => {
  const guardian: GuardianConsentInput | null = form.has('guardian.name')
    ? {
        name: text('guardian.name'),
        contact: text('guardian.contact'),
        textVersion: text('guardian.textVersion'),
      }
    : null
  return {
    role: text('role') === 'coach' ? 'coach' : 'student',
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phone: text('phone'),
    nationalId: text('nationalId'),
    birthDate: parseTypedDate(text('birthDate')) ?? text('birthDate'),
    gender: parseGender(text('gender')),
    school: text('school'),
    receivesNews: form.has('receivesNews'),
    password: String(form.get('password') ?? ''),
    confirm: String(form.get('confirm') ?? ''),
    guardian,
    website: text('website'),
  }
}

/**
 * Shows the registration of a student or coach. What was typed stays until it has arrived, through a reload
 * and the other language, too.
 */
export function AutosavedRegistrationForm({ onDone }: { onDone: (done: Done) => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const today = useToday()
  const next = useSanitizedNextPath()
  const form = useRef<HTMLFormElement>(null)
  const { submitting, failure, submit, reject } = useSubmitRunner({ offline: t('registration.offline') })
  const [minor, setMinor] = useState(false)
  useEffect(() => {
    // without a connection it is loaded when it is shown
    importGuardianConsent().catch(() => {})
  }, [])
  const showGuardian = (birthDate: string) => setMinor(isIsoDate(birthDate) && isMinor(birthDate, today))
  const clearStored = useRegistrationFormAutosave(form, ({ birthDate = '' }) =>
    showGuardian(parseTypedDate(birthDate) ?? ''),
  )
  const errors = failure?.fields ?? {}

  const register = (text: FormText, data: FormData) => {
    const values = readValues(data, text)
    const problems = Object.entries(getRegistrationProblemsByField(values, today)).map(([field, code]) => [
      field,
      t(`fieldErrors.${code}`, { limit: passwordLength.min, ...describeTextProblem(values, field) }),
    ])
    if (isPhoneCountryUndecided(text, 'phone')) problems.push(['phone', t('download.decideCountry')])
    if (problems.length > 0) return reject(t('messages.formIncomplete'), Object.fromEntries(problems))
    if (values.password !== values.confirm)
      return reject(t('messages.passwordMismatch'), { confirm: t('messages.passwordMismatch') })
    void submit(async () => {
      const phone = await readPhoneFieldAsE164IfValid(text, 'phone')
      const browserSecret = getOrCreateRegistrationSecret()
      const reply = await getBrowserApi().registration.register({
        ...values,
        phone,
        lang,
        ...(next === undefined ? {} : { next }),
        ...(browserSecret === undefined ? {} : { browserSecret }),
      })
      clearStored()
      onDone({ ...reply, email: values.email })
    })
  }

  const field = (
    name: 'firstName' | 'lastName' | 'school' | 'email' | 'nationalId',
    more: Partial<Parameters<typeof TextField>[0]>,
  ) => (
    <TextField
      label={t(`userFields.labels.${name}`)}
      name={name}
      maxLength={userFields[name].maxLength}
      error={errors[name]}
      {...more}
    />
  )
  return (
    <Form ref={form} failure={failure} className={styles.form} onSubmit={register}>
      <fieldset className={styles.part}>
        <legend className={styles.legend}>{t('registration.who')}</legend>
        <RadioGroup
          label={t('registration.role')}
          name="role"
          defaultValue="student"
          options={(['student', 'coach'] as const).map((role) => ({
            value: role,
            label: t(`userFields.options.role.${role}`),
          }))}
        />
        <div className={styles.pair}>
          {field('firstName', { autoComplete: 'given-name', required: true })}
          {field('lastName', { autoComplete: 'family-name', note: t('registration.optional') })}
        </div>
        {field('nationalId', {
          dir: 'ltr',
          inputMode: 'numeric',
          autoComplete: 'off',
          required: true,
          note: t('registration.nationalIdHint'),
        })}
        <div className={styles.pair}>
          <DateField
            label={t('userFields.labels.birthDate')}
            name="birthDate"
            autoComplete="bday"
            required
            error={errors.birthDate}
            onValueChange={showGuardian}
          />
          <SelectField
            label={t('userFields.labels.gender')}
            name="gender"
            required
            error={errors.gender}
            options={[{ value: '', label: t('registration.choose') }, ...listGenderOptions(t)]}
          />
        </div>
        {field('school', { autoComplete: 'organization', note: t('registration.optional') })}
      </fieldset>
      {minor ? <GuardianFields errors={errors} /> : null}
      <fieldset className={styles.part}>
        <legend className={styles.legend}>{t('registration.reach')}</legend>
        {field('email', { type: 'email', dir: 'ltr', autoComplete: 'email', required: true })}
        <PhoneField
          label={t('userFields.labels.phone')}
          name="phone"
          maxLength={userFields.phone.maxLength}
          error={errors.phone}
        />
        <CheckboxField label={t('registration.news')} hint={t('registration.newsHint')} name="receivesNews" />
      </fieldset>
      <fieldset className={styles.part}>
        <legend className={styles.legend}>{t('registration.password')}</legend>
        <div className={styles.pair}>
          {(['password', 'confirm'] as const).map((name) => (
            <PasswordField
              key={name}
              label={t(`registration.${name}`)}
              note={
                name === 'password' ? t('registration.passwordHint', { min: passwordLength.min }) : undefined
              }
              name={name}
              autoComplete="new-password"
              maxLength={passwordLength.max}
              required
              error={errors[name]}
            />
          ))}
        </div>
      </fieldset>
      <Honeypot />
      <div className={styles.end}>
        <SubmitButton submitting={submitting} submittingText={t('registration.submitting')}>
          {t('registration.submit')}
        </SubmitButton>
        <p>
          {t('registration.haveOne')}{' '}
          <LocalizedLink to={addNextPathToUrl('/login/', next)}>{t('registration.signIn')}</LocalizedLink>
        </p>
      </div>
    </Form>
  )
}
