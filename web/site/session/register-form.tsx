import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type GuardianGiven, type Registration, registrationLimits } from '#contract/registration.ts'
import { dayOf, isDay, isMinor } from '#contract/rules/age.ts'
import { westernDigits } from '#contract/rules/identity.ts'
import { passwordLength } from '#contract/rules/password.ts'
import { registrationProblems } from '#contract/rules/registration.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { ChoiceField } from '#web/shared/forms/choice-field.tsx'
import fields from '#web/shared/forms/field.module.css'
import { Field, Trap } from '#web/shared/forms/field.tsx'
import { PhoneField, phoneIn } from '#web/shared/forms/phone-field.tsx'
import { useLang } from '#web/shared/language.ts'
import { browserApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { GuardianPart } from './guardian.tsx'
import { useKeptForm } from './kept-form.ts'
import styles from './registration.module.css'

type Done = { message: string; confirm: boolean; email: string }
type Filled = Omit<Registration, 'lang'> & { confirm: string; trap: string }

/** What the form says; the guardian's part is there when it is shown. */
const filled = (form: FormData): Filled => {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const gender = text('gender')
  const guardian: GuardianGiven | null = form.has('guardian.name')
    ? { name: text('guardian.name'), contact: text('guardian.contact'), textVersion: text('guardian.textVersion') }
    : null
  return {
    role: text('role') === 'coach' ? 'coach' : 'student',
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phone: text('phone') === '' ? '' : phoneIn(text, 'phone'),
    nationalId: text('nationalId'),
    birthDate: westernDigits(text('birthDate')),
    gender: gender === '' ? null : gender === '1' ? 1 : 0,
    school: text('school'),
    password: String(form.get('password') ?? ''),
    confirm: String(form.get('confirm') ?? ''),
    guardian,
    trap: text('website'),
  }
}

/** The registration of a student or coach. What was typed stays until it has arrived, through a reload and the other language, too. */
export function RegisterForm({ onDone }: { onDone: (done: Done) => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const form = useRef<HTMLFormElement>(null)
  const busy = useRef(false)
  const [sending, setSending] = useState(false)
  const [minor, setMinor] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<{ text: string }>()
  const judge = (birthDate: string) => setMinor(isDay(birthDate) && isMinor(birthDate, dayOf(new Date())))
  const forget = useKeptForm(form, (values) => judge(values.birthDate ?? ''))
  useEffect(() => {
    if (!problem) return
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (faulty) faulty.focus()
    else form.current?.scrollIntoView({ block: 'start' })
  }, [problem])

  const refuse = (text: string, found: Record<string, string>) => {
    setErrors(found)
    setProblem({ text })
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy.current) return
    const who = filled(new FormData(event.currentTarget))
    const found = registrationProblems(who, dayOf(new Date()))
    const words = Object.entries(found).map(([field, code]) => [field, t(`fieldErrors.${code}`, { limit: passwordLength.min })])
    if (words.length > 0) return refuse(t('messages.formIncomplete'), Object.fromEntries(words))
    if (who.password !== who.confirm) return refuse(t('messages.passwordMismatch'), { confirm: t('messages.passwordMismatch') })
    setErrors({})
    setProblem(undefined)
    busy.current = true
    setSending(true)
    try {
      const done = await browserApi().registration.register({ ...who, lang })
      forget()
      onDone({ ...done, email: who.email })
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined
      refuse(refusal?.code === 'offline' ? t('registration.offline') : refusal?.message || t('messages.loadFailed'), refusal?.fields ?? {})
    }
    busy.current = false
    setSending(false)
  }

  const field = (name: 'firstName' | 'lastName' | 'school' | 'email' | 'nationalId', more: Partial<Parameters<typeof Field>[0]>) => (
    <Field
      label={t(`registration.${name}`)}
      name={name}
      maxLength={registrationLimits[name === 'firstName' || name === 'lastName' ? 'name' : name]}
      error={errors[name]}
      {...more}
    />
  )
  return (
    <form ref={form} method="post" noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <div role="alert">{problem ? <p className={fields.problem}>{problem.text}</p> : null}</div>
      <fieldset className={styles.part}>
        <legend className={styles.legend}>{t('registration.who')}</legend>
        <fieldset className={styles.roles}>
          <legend className={fields.label}>{t('registration.role')}</legend>
          {(['student', 'coach'] as const).map((role) => (
            <label key={role} className={styles.role}>
              <input type="radio" name="role" value={role} defaultChecked={role === 'student'} />
              {t(`registration.${role}`)}
            </label>
          ))}
        </fieldset>
        <div className={styles.pair}>
          {field('firstName', { autoComplete: 'given-name', required: true })}
          {field('lastName', { autoComplete: 'family-name', hint: t('registration.optional') })}
        </div>
        {field('nationalId', {
          dir: 'ltr',
          inputMode: 'numeric',
          autoComplete: 'off',
          required: true,
          hint: t('registration.nationalIdHint'),
        })}
        <div className={styles.pair}>
          <Field
            label={t('registration.birthDate')}
            name="birthDate"
            type="date"
            dir="ltr"
            autoComplete="bday"
            required
            error={errors.birthDate}
            onChange={(event) => judge(event.currentTarget.value)}
          />
          <ChoiceField
            label={t('registration.gender')}
            name="gender"
            required
            error={errors.gender}
            options={[
              { value: '', label: t('registration.choose') },
              { value: '0', label: t('registration.male') },
              { value: '1', label: t('registration.female') },
            ]}
          />
        </div>
        {field('school', { autoComplete: 'organization', hint: t('registration.optional') })}
      </fieldset>
      {minor ? <GuardianPart errors={errors} /> : null}
      <fieldset className={styles.part}>
        <legend className={styles.legend}>{t('registration.reach')}</legend>
        {field('email', { type: 'email', dir: 'ltr', autoComplete: 'email', required: true })}
        <PhoneField label={t('download.phone')} name="phone" maxLength={registrationLimits.phone} error={errors.phone} />
      </fieldset>
      <fieldset className={styles.part}>
        <legend className={styles.legend}>{t('registration.password')}</legend>
        <div className={styles.pair}>
          {(['password', 'confirm'] as const).map((name) => (
            <Field
              key={name}
              label={t(`registration.${name}`)}
              {...(name === 'password' ? { hint: t('registration.passwordHint', { min: passwordLength.min }) } : {})}
              name={name}
              type="password"
              dir="ltr"
              autoComplete="new-password"
              maxLength={passwordLength.max}
              required
              error={errors[name]}
            />
          ))}
        </div>
      </fieldset>
      <Trap />
      <div className={styles.end}>
        <button type="submit" className={page.button} aria-disabled={sending}>
          {sending ? t('registration.submitting') : t('registration.submit')}
        </button>
        <p>
          {t('registration.haveOne')} <SiteLink to="/login/">{t('registration.signIn')}</SiteLink>
        </p>
      </div>
    </form>
  )
}
