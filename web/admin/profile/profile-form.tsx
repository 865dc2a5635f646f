import { Select, SimpleGrid, TextInput } from '@mantine/core'
import type { Account } from '#contract/account.ts'
import type { Lang } from '#contract/localized.ts'
import { normalizeEmail } from '#contract/rules/identity.ts'
import { findMissingAccountUpdateFields } from '#contract/rules/user.ts'
import { userFields } from '#contract/user.ts'
import { languages } from '#i18n/languages.ts'
import { FormSection, RecordForm } from '#web/admin/shared/form-page.tsx'
import { PasswordField } from '#web/admin/shared/password-field.tsx'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { findCurrentAccountInError } from '#web/shared/api/account.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { refreshSessionUser } from '#web/shared/session/refresh-session-user.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { getUserFieldLabel, listConflictingUserFields } from '#web/shared/users/user-texts.ts'

const profileFields = ['firstName', 'lastName', 'email', 'phone', 'lang'] as const
type ProfileValues = Record<(typeof profileFields)[number], string> & { lang: Lang; password: string }

const toFormValues = ({ firstName, lastName, email, phone, lang }: Account): ProfileValues => ({
  firstName,
  lastName,
  email,
  phone: phone ?? '',
  lang,
  password: '',
})

/** Shows the form for the administrator's own data. A new e-mail address needs the password. */
export function ProfileForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const { t } = useTranslation()
  const isNewEmail = (values: ProfileValues) => normalizeEmail(values.email) !== account.email
  const form = useRecordForm<ProfileValues, Account>({
    initialValues: toFormValues(account),
    validate: (values) =>
      Object.fromEntries(findMissingAccountUpdateFields(values, isNewEmail(values)).map((field) => [field, t('fieldErrors.required')])),
    save: async (values, version) => {
      const saved = await adminApi.account.update(isNewEmail(values) ? values : { ...values, password: '' }, version ?? account.version)
      await refreshSessionUser()
      return { message: saved.message, record: saved.account }
    },
    toFieldErrors: ({ fields }) => fields as FieldErrors<ProfileValues>,
    readCurrent: (error) => {
      const current = findCurrentAccountInError(error)
      return current && { values: toFormValues(current), version: current.version }
    },
    toSavedState: (saved) => ({ values: toFormValues(saved), version: saved.version }),
    onSaved,
  })
  const { values, errors, set } = form
  const text = (field: 'firstName' | 'lastName' | 'email' | 'phone', more: object) => (
    <TextInput
      label={getUserFieldLabel(t, field)}
      maxLength={userFields[field].maxLength}
      value={values[field]}
      error={errors[field]}
      onChange={(event) => set(field, event.currentTarget.value)}
      {...more}
    />
  )
  return (
    <RecordForm form={form} differences={(theirs, mine) => listConflictingUserFields(t, profileFields, theirs, mine)}>
      <FormSection title={t('adminAccount.data.section')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {text('firstName', {
            autoComplete: 'given-name',
            dir: 'auto',
            withAsterisk: true,
            'aria-required': true,
          })}
          {text('lastName', { autoComplete: 'family-name', dir: 'auto' })}
          {text('email', {
            type: 'email',
            autoComplete: 'email',
            dir: 'ltr',
            withAsterisk: true,
            'aria-required': true,
            description: t('adminAccount.data.emailHint'),
          })}
          {text('phone', {
            type: 'tel',
            autoComplete: 'tel',
            dir: 'ltr',
            description: t('userFields.phoneHint'),
          })}
          {isNewEmail(values) ? (
            <PasswordField
              label={t('accountForms.emailPassword')}
              description={t('accountForms.emailPasswordHint')}
              autoComplete="current-password"
              withAsterisk
              aria-required
              value={values.password}
              error={errors.password}
              onChange={(event) => set('password', event.currentTarget.value)}
            />
          ) : null}
          <Select
            label={t('userFields.labels.lang')}
            allowDeselect={false}
            data={(Object.keys(languages) as Lang[]).map((value) => ({ value, label: languages[value].label }))}
            value={values.lang}
            onChange={(lang) => set('lang', lang as Lang)}
          />
        </SimpleGrid>
      </FormSection>
    </RecordForm>
  )
}
