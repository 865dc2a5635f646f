import { useState } from 'react'
import type { Account } from '#contract/accounts/account.schema.ts'
import { normalizeEmail } from '#contract/accounts/identity.ts'
import type { GuardianConsentInput } from '#contract/accounts/registration.schema.ts'
import { userFields } from '#contract/accounts/user.ts'
import { listEmptyRequiredAccountFields } from '#contract/accounts/user-rules.ts'
import { isIsoDate, isMinor } from '#contract/people/teams/age.ts'
import { parseTypedDate } from '#contract/platform/typed-date.ts'
import { languages } from '#i18n/languages.ts'
import styles from '#web/account/account.module.css'
import { reloadStoredSessionUser } from '#web/shared/accounts/session/sign-in.ts'
import { listGenderOptions, parseGender } from '#web/shared/accounts/users/user-texts.ts'
import { accountApi } from '#web/shared/api/account.ts'
import { DateField } from '#web/shared/forms/date-field.tsx'
import { SelectField, TextField } from '#web/shared/forms/fields.tsx'
import { Form, FormError, type FormText, SubmitButton } from '#web/shared/forms/form.tsx'
import { GuardianConsentFields } from '#web/shared/forms/guardian-consent.tsx'
import { PasswordField } from '#web/shared/forms/password-field.tsx'
import {
  isPhoneCountryUndecided,
  PhoneField,
  readPhoneFieldAsE164IfValid,
} from '#web/shared/forms/phone-field.tsx'
import { splitPhoneCountryAndNational } from '#web/shared/forms/phone-number.ts'
import { SignInToResubmitDialog } from '#web/shared/forms/sign-in-again-dialog.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'
import { useToday } from '#web/shared/use-current-time.ts'

/**
 * Shows a form with the user's own data. A new email address requires the password, the date of birth of a
 * minor the guardian's consent.
 */
export function AccountForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const { t } = useTranslation()
  const today = useToday()
  const submission = useSubmitRunner({ needsSession: true, offline: t('account.dataPage.offline') })
  const { submitting, failure, submit, reject } = submission
  const errors = failure?.fields ?? {}
  const stale = failure?.code === 'stale-version'
  const [version, setVersion] = useState(account.version)
  const [emailChanged, setEmailChanged] = useState(false)
  const [minor, setMinor] = useState(false)
  const needsConsent = minor && account.guardian === null
  const phone = splitPhoneCountryAndNational(account.phone ?? '')

  const save = (text: FormText, data: FormData) => {
    const guardian: GuardianConsentInput | undefined = data.has('guardian.name')
      ? {
          name: text('guardian.name'),
          contact: text('guardian.contact'),
          textVersion: text('guardian.textVersion'),
        }
      : undefined
    const texts = {
      firstName: text('firstName'),
      email: text('email'),
      password: String(data.get('password') ?? ''),
    }
    const missing = listEmptyRequiredAccountFields(texts, emailChanged).map((name): [string, string] => [
      name,
      t('fieldErrors.required'),
    ])
    if (isPhoneCountryUndecided(text, 'phone')) missing.push(['phone', t('download.decideCountry')])
    if (missing.length > 0) return reject(t('messages.formIncomplete'), Object.fromEntries(missing))
    void submit(async () => {
      const saved = await accountApi.account.update(
        {
          firstName: text('firstName'),
          lastName: text('lastName'),
          email: text('email'),
          phone: await readPhoneFieldAsE164IfValid(text, 'phone'),
          lang: text('lang') === 'ar' ? 'ar' : 'en',
          password: emailChanged ? String(data.get('password') ?? '') : '',
          school: text('school'),
          birthDate: parseTypedDate(text('birthDate')) ?? text('birthDate'),
          gender: parseGender(text('gender')),
          ...(text('nationalId') === '' ? {} : { nationalId: text('nationalId') }),
          ...(guardian ? { guardian } : {}),
        },
        version,
      )
      setVersion(saved.account.version)
      toast.success(saved.message)
      await reloadStoredSessionUser()
      onSaved()
    })
  }

  const field = (
    name: 'firstName' | 'lastName' | 'school' | 'email',
    more: Partial<Parameters<typeof TextField>[0]>,
  ) => (
    <TextField
      label={t(`userFields.labels.${name}`)}
      name={name}
      defaultValue={account[name]}
      maxLength={userFields[name].maxLength}
      error={errors[name]}
      {...more}
    />
  )
  return (
    <>
      <Form
        failure={failure}
        message={stale ? t('account.dataPage.stale') : undefined}
        action={
          stale ? (
            <button
              type="button"
              className={`${page.ghost} ${page.small}`}
              onClick={() => window.location.reload()}
            >
              {t('account.dataPage.reload')}
            </button>
          ) : null
        }
        onSubmit={save}
      >
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
            onChange: (event) => setEmailChanged(normalizeEmail(event.currentTarget.value) !== account.email),
          })}
          {account.newEmail ? (
            <p className={styles.note}>{t('account.dataPage.waiting', { email: account.newEmail })}</p>
          ) : account.emailConfirmed ? null : (
            <UnconfirmedEmail />
          )}
        </div>
        {emailChanged ? (
          <PasswordField
            label={t('accountForms.emailPassword')}
            note={t('accountForms.emailPasswordHint')}
            name="password"
            autoComplete="current-password"
            required
            error={errors.password}
          />
        ) : null}
        <PhoneField
          label={t('userFields.labels.phone')}
          name="phone"
          maxLength={userFields.phone.maxLength}
          defaultCountry={phone.country}
          defaultValue={phone.national}
          error={errors.phone}
        />
        {field('school', { autoComplete: 'organization', note: t('registration.optional') })}
        <div className={styles.pair}>
          <DateField
            label={t('userFields.labels.birthDate')}
            name="birthDate"
            autoComplete="bday"
            defaultValue={account.birthDate ?? ''}
            error={errors.birthDate}
            onValueChange={(date) => setMinor(isIsoDate(date) && isMinor(date, today))}
          />
          <SelectField
            label={t('userFields.labels.gender')}
            name="gender"
            defaultValue={String(account.gender ?? '')}
            error={errors.gender}
            options={[
              ...(account.gender === null ? [{ value: '', label: t('registration.choose') }] : []),
              ...listGenderOptions(t),
            ]}
          />
        </div>
        {needsConsent ? <GuardianConsentFields errors={errors} pairClassName={styles.pair} /> : null}
        {account.nationalId ? (
          <dl className={styles.facts}>
            <dt>{t('userFields.labels.nationalId')}</dt>
            <dd>
              <bdi dir="ltr">{account.nationalId}</bdi>{' '}
              <span className={styles.note}>{t('account.dataPage.nationalIdKept')}</span>
            </dd>
          </dl>
        ) : (
          <TextField
            label={t('userFields.labels.nationalId')}
            note={t('registration.nationalIdHint')}
            name="nationalId"
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            maxLength={userFields.nationalId.maxLength}
            error={errors.nationalId}
          />
        )}
        <SelectField
          label={t('userFields.labels.lang')}
          name="lang"
          defaultValue={account.lang}
          options={(['en', 'ar'] as const).map((value) => ({ value, label: languages[value].label }))}
        />
        <SubmitButton
          submitting={submitting}
          submittingText={t('account.dataPage.saving')}
          className={`${page.button} ${styles.start}`}
        >
          {t('account.dataPage.save')}
        </SubmitButton>
      </Form>
      <SignInToResubmitDialog submission={submission} />
    </>
  )
}

/** Says that the address of the account is not confirmed, with a button that emails the link again. */
function UnconfirmedEmail() {
  const { t } = useTranslation()
  const { submitting, failure, submit } = useSubmitRunner({ offline: t('account.dataPage.offline') })
  const send = () => submit(async () => toast.success(await accountApi.account.sendEmailConfirmation()))
  return (
    <div className={styles.note}>
      <p>{t('account.dataPage.unconfirmed')}</p>
      <FormError failure={failure} />
      <p>
        <button
          type="button"
          className={`${page.ghost} ${page.small}`}
          aria-disabled={submitting}
          onClick={() => void send()}
        >
          {t('account.dataPage.sendConfirmation')}
        </button>
      </p>
    </div>
  )
}
