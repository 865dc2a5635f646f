import { Select, SimpleGrid, TextInput } from '@mantine/core'
import type { Account, AccountUpdate } from '#contract/account.ts'
import type { Lang } from '#contract/localized.ts'
import { normalEmail } from '#contract/rules/identity.ts'
import { userFields } from '#contract/user.ts'
import { languages } from '#i18n/languages.ts'
import { FormSection, RecordForm } from '#web/admin/shared/form-page.tsx'
import { PasswordField } from '#web/admin/shared/password-field.tsx'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { getCurrentAccount } from '#web/shared/api/account.ts'
import { adminApi } from '#web/shared/api/admin.ts'
import { refreshSessionUser } from '#web/shared/session/refresh-session-user.ts'
import { useTranslation } from '#web/shared/texts.ts'

const valuesOf = ({ firstName, lastName, email, phone, lang }: Account): AccountUpdate => ({
  firstName,
  lastName,
  email,
  phone: phone ?? '',
  lang,
  password: '',
})

/** The own data. A new e-mail address asks for the password. */
export function DataForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const { t } = useTranslation()
  const moved = (values: AccountUpdate) => normalEmail(values.email) !== account.email
  const form = useRecordForm<AccountUpdate, Account>({
    initialValues: valuesOf(account),
    validate: (values) => ({
      ...(values.firstName.trim() ? {} : { firstName: t('fieldErrors.required') }),
      ...(values.email.trim() ? {} : { email: t('fieldErrors.required') }),
      ...(moved(values) && !values.password ? { password: t('fieldErrors.required') } : {}),
    }),
    save: async (values, version) => {
      const saved = await adminApi.account.update(moved(values) ? values : { ...values, password: '' }, version ?? account.version)
      await refreshSessionUser()
      return { message: saved.message, record: saved.account }
    },
    toFieldErrors: ({ fields }) => fields as FieldErrors<AccountUpdate>,
    readCurrent: (error) => {
      const current = getCurrentAccount(error)
      return current && { values: valuesOf(current), version: current.version }
    },
    toSavedState: (saved) => ({ values: valuesOf(saved), version: saved.version }),
    onSaved,
  })
  const { values, errors, set } = form
  const text = (field: 'firstName' | 'lastName' | 'email' | 'phone', more: object) => (
    <TextInput
      label={t(`adminAccount.data.${field}`)}
      value={values[field]}
      error={errors[field]}
      onChange={(event) => set(field, event.currentTarget.value)}
      {...more}
    />
  )
  const shown = (of: AccountUpdate) => [
    { label: t('adminAccount.data.firstName'), text: of.firstName },
    { label: t('adminAccount.data.lastName'), text: of.lastName },
    { label: t('adminAccount.data.email'), text: of.email },
    { label: t('adminAccount.data.phone'), text: of.phone },
    { label: t('adminAccount.data.lang'), text: languages[of.lang].label },
  ]
  return (
    <RecordForm
      form={form}
      differences={(theirs, mine) => {
        const others = shown(theirs)
        return shown(mine).flatMap(({ label, text }, i) =>
          others[i]?.text === text ? [] : [{ label, theirs: others[i]?.text ?? '', mine: text }],
        )
      }}
    >
      <FormSection title={t('adminAccount.data.section')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {text('firstName', {
            autoComplete: 'given-name',
            dir: 'auto',
            maxLength: userFields.firstName.maxLength,
            withAsterisk: true,
            'aria-required': true,
          })}
          {text('lastName', { autoComplete: 'family-name', dir: 'auto', maxLength: userFields.lastName.maxLength })}
          {text('email', {
            type: 'email',
            autoComplete: 'email',
            dir: 'ltr',
            maxLength: userFields.email.maxLength,
            withAsterisk: true,
            'aria-required': true,
            description: t('adminAccount.data.emailHint'),
          })}
          {text('phone', {
            type: 'tel',
            autoComplete: 'tel',
            dir: 'ltr',
            maxLength: userFields.phone.maxLength,
            description: t('adminAccount.data.phoneHint'),
          })}
          {moved(values) ? (
            <PasswordField
              label={t('adminAccount.data.password')}
              description={t('adminAccount.data.passwordHint')}
              autoComplete="current-password"
              withAsterisk
              aria-required
              value={values.password}
              error={errors.password}
              onChange={(event) => set('password', event.currentTarget.value)}
            />
          ) : null}
          <Select
            label={t('adminAccount.data.lang')}
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
