import { type SubmitEvent, useRef, useState } from 'react'
import { type Account, accountLimits } from '#contract/account.ts'
import { type GuardianGiven, registrationLimits } from '#contract/registration.ts'
import { dayOf, isDay, isMinor } from '#contract/rules/age.ts'
import { consentTexts, consentVersion } from '#contract/rules/guardian-consent.ts'
import { normalEmail, westernDigits } from '#contract/rules/identity.ts'
import { languages } from '#i18n/languages.ts'
import styles from '#web/account/account.module.css'
import { accountApi } from '#web/shared/api/account-api.ts'
import { ChoiceField } from '#web/shared/forms/choice-field.tsx'
import { ConsentBox } from '#web/shared/forms/consent.tsx'
import fields from '#web/shared/forms/field.module.css'
import { Field } from '#web/shared/forms/field.tsx'
import { PhoneField, phoneIn } from '#web/shared/forms/phone-field.tsx'
import { SignInAgain } from '#web/shared/forms/sign-in-again.tsx'
import { useSend } from '#web/shared/forms/use-send.ts'
import { useLang } from '#web/shared/language.ts'
import { sessionApi } from '#web/shared/session/sign-in.ts'
import { session } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'

/** Who is signed in may be called otherwise now; when that cannot be asked, the next page does. */
const rename = async () => {
  const token = session.token()
  const user = token && (await sessionApi.user(token).catch(() => undefined))
  if (token && user) session.keep(token, user)
}

/** Seeing and correcting one's own data. A new address asks for the password; a date of birth that makes a minor, for the guardian's consent. */
export function DataForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const form = useRef<HTMLFormElement>(null)
  const { sending, errors, problem, again, send, refuse, forget } = useSend(form)
  const [version, setVersion] = useState(account.version)
  const [moved, setMoved] = useState(false)
  const [minor, setMinor] = useState(false)
  const asks = minor && account.guardian === null

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const all = new FormData(event.currentTarget)
    const text = (name: string) => String(all.get(name) ?? '').trim()
    const gender = text('gender')
    const guardian: GuardianGiven | undefined = all.has('guardian.name')
      ? { name: text('guardian.name'), contact: text('guardian.contact'), textVersion: text('guardian.textVersion') }
      : undefined
    const required = t('fieldErrors.required')
    const missing = ['firstName', 'email', ...(moved ? ['password'] : [])].filter((name) => text(name) === '')
    if (missing.length > 0) return refuse(t('messages.formIncomplete'), Object.fromEntries(missing.map((name) => [name, required])))
    void send(async () => {
      const saved = await accountApi.account.save(
        {
          firstName: text('firstName'),
          lastName: text('lastName'),
          email: text('email'),
          phone: text('phone') === '' ? '' : phoneIn(text, 'phone'),
          lang: text('lang') === 'ar' ? 'ar' : 'en',
          password: moved ? String(all.get('password') ?? '') : '',
          school: text('school'),
          birthDate: westernDigits(text('birthDate')),
          gender: gender === '' ? null : gender === '1' ? 1 : 0,
          ...(text('nationalId') === '' ? {} : { nationalId: text('nationalId') }),
          ...(guardian ? { guardian } : {}),
        },
        version,
      )
      setVersion(saved.account.version)
      toast.success(saved.message)
      await rename()
      onSaved()
    })
  }

  const field = (name: 'firstName' | 'lastName' | 'school' | 'email', more: Partial<Parameters<typeof Field>[0]>) => (
    <Field
      label={t(`registration.${name}`)}
      name={name}
      defaultValue={account[name]}
      maxLength={name === 'school' ? registrationLimits.school : accountLimits[name === 'email' ? 'email' : 'name']}
      error={errors[name]}
      {...more}
    />
  )
  return (
    <>
      <form ref={form} method="post" noValidate className={fields.form} onSubmit={submit}>
        <div role="alert">
          {problem ? (
            <div className={fields.problem}>
              <p>{problem.code === 'stale-version' ? t('account.dataPage.stale') : problem.text}</p>
              {problem.code === 'stale-version' ? (
                <button type="button" className={`${page.ghost} ${styles.small}`} onClick={() => window.location.reload()}>
                  {t('account.dataPage.reload')}
                </button>
              ) : null}
            </div>
          ) : null}
        </div>
        <div className={styles.pair}>
          {field('firstName', { autoComplete: 'given-name', required: true })}
          {field('lastName', { autoComplete: 'family-name' })}
        </div>
        <div>
          {field('email', {
            type: 'email',
            dir: 'ltr',
            autoComplete: 'email',
            required: true,
            onChange: (event) => setMoved(normalEmail(event.currentTarget.value) !== account.email),
          })}
          {account.newEmail ? (
            <p className={fields.hint}>{t('account.dataPage.waiting', { email: `\u2068${account.newEmail}\u2069` })}</p>
          ) : account.emailConfirmed ? null : (
            <p className={fields.hint}>{t('account.dataPage.unconfirmed')}</p>
          )}
        </div>
        {moved ? (
          <Field
            label={t('account.dataPage.passwordNow')}
            hint={t('account.dataPage.passwordNowHint')}
            name="password"
            type="password"
            dir="ltr"
            autoComplete="current-password"
            required
            error={errors.password}
          />
        ) : null}
        <PhoneField
          label={t('download.phone')}
          name="phone"
          maxLength={accountLimits.phone}
          defaultValue={account.phone ?? ''}
          error={errors.phone}
        />
        {field('school', { autoComplete: 'organization', hint: t('registration.optional') })}
        <div className={styles.pair}>
          <Field
            label={t('registration.birthDate')}
            name="birthDate"
            type="date"
            dir="ltr"
            autoComplete="bday"
            defaultValue={account.birthDate ?? ''}
            error={errors.birthDate}
            onChange={({ currentTarget: { value } }) => setMinor(isDay(value) && isMinor(value, dayOf(new Date())))}
          />
          <ChoiceField
            label={t('registration.gender')}
            name="gender"
            defaultValue={String(account.gender ?? '')}
            error={errors.gender}
            options={[
              ...(account.gender === null ? [{ value: '', label: t('registration.choose') }] : []),
              { value: '0', label: t('registration.male') },
              { value: '1', label: t('registration.female') },
            ]}
          />
        </div>
        {asks ? (
          <>
            <div className={styles.pair}>
              {(['name', 'contact'] as const).map((name) => (
                <Field
                  key={name}
                  label={t(name === 'name' ? 'registration.guardianName' : 'registration.guardianContact')}
                  name={`guardian.${name}`}
                  maxLength={registrationLimits[name === 'name' ? 'guardianName' : 'guardianContact']}
                  required
                  error={errors[`guardian.${name}`]}
                />
              ))}
            </div>
            <ConsentBox
              text={consentTexts[consentVersion][lang]}
              version={consentVersion}
              name="guardian.textVersion"
              error={errors['guardian.textVersion']}
            />
          </>
        ) : null}
        {account.nationalId ? (
          <dl className={styles.facts}>
            <dt>{t('registration.nationalId')}</dt>
            <dd>
              <bdi dir="ltr">{account.nationalId}</bdi> <span className={fields.hint}>{t('account.dataPage.nationalIdKept')}</span>
            </dd>
          </dl>
        ) : (
          <Field
            label={t('registration.nationalId')}
            hint={t('registration.nationalIdHint')}
            name="nationalId"
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            maxLength={registrationLimits.nationalId}
            error={errors.nationalId}
          />
        )}
        <ChoiceField
          label={t('account.dataPage.lang')}
          name="lang"
          defaultValue={account.lang}
          options={(['en', 'ar'] as const).map((value) => ({ value, label: languages[value].label }))}
        />
        <button type="submit" className={`${page.button} ${styles.start}`} aria-disabled={sending}>
          {sending ? t('account.dataPage.saving') : t('account.dataPage.save')}
        </button>
      </form>
      {again ? <SignInAgain onDone={again.go} onClose={forget} /> : null}
    </>
  )
}
