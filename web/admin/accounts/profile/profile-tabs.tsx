import { Badge, Button, Group, Paper, SimpleGrid, Stack, Tabs, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Account, ActiveSession } from '#contract/accounts/account.schema.ts'
import { normalizeEmail } from '#contract/accounts/identity.ts'
import type { Passkey } from '#contract/accounts/passkey.schema.ts'
import type { ProviderLink } from '#contract/accounts/sign-in-provider.schema.ts'
import { passwordLength, userFields } from '#contract/accounts/user.ts'
import { listEmptyRequiredAccountFields } from '#contract/accounts/user-rules.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { languages } from '#i18n/languages.ts'
import { useSubmitWithInvalidFieldFocus } from '#web/admin/shared/admin-submit.tsx'
import { ChoiceSelect } from '#web/admin/shared/choice-select.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { Form, getFailureMessage, useForm } from '#web/admin/shared/form-dialog.tsx'
import { FormSection, RecordForm } from '#web/admin/shared/form-page.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { AdminPasswordField } from '#web/admin/shared/text-fields.tsx'
import { type FieldErrors, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { formatDeviceName } from '#web/shared/accounts/session/device-name.ts'
import { reloadStoredSessionUser } from '#web/shared/accounts/session/sign-in.ts'
import { findNewPasswordFailure } from '#web/shared/accounts/session/validate-new-password.ts'
import { getUserFieldLabel, listConflictingUserFields } from '#web/shared/accounts/users/user-texts.ts'
import { findCurrentAccountInStaleError } from '#web/shared/api/account.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { ProviderSection } from './provider-links.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

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

/** Shows the form for the administrator's own data. A new email address needs the password. */
function ProfileForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const { t } = useTranslation()
  const isNewEmail = (values: ProfileValues) => normalizeEmail(values.email) !== account.email
  const form = useRecordForm<ProfileValues, Account>({
    initialValues: toFormValues(account),
    validate: (values) =>
      Object.fromEntries(
        listEmptyRequiredAccountFields(values, isNewEmail(values)).map((field) => [
          field,
          t('fieldErrors.required'),
        ]),
      ),
    save: async (values, version) => {
      const saved = await adminApi.account.update(
        isNewEmail(values) ? values : { ...values, password: '' },
        version ?? account.version,
      )
      await reloadStoredSessionUser()
      return { message: saved.message, record: saved.account }
    },
    toFieldErrors: ({ fields }) => fields as FieldErrors<ProfileValues>,
    readCurrent: (error) => {
      const current = findCurrentAccountInStaleError(error)
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
    <RecordForm
      form={form}
      differences={(theirs, mine) => listConflictingUserFields(t, profileFields, theirs, mine)}
    >
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
            <AdminPasswordField
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
          <ChoiceSelect
            label={t('userFields.labels.lang')}
            choices={Object.keys(languages) as Lang[]}
            toLabel={(lang) => languages[lang].label}
            value={values.lang}
            onChange={(lang) => set('lang', lang)}
          />
        </SimpleGrid>
      </FormSection>
    </RecordForm>
  )
}

/** Shows a table of the open sessions of the user, with buttons to end one of them or all others. */
function SessionTable({ sessions, onChanged }: { sessions: ActiveSession[]; onChanged: () => void }) {
  const { t, tAttribute } = useTranslation()
  const [asked, setAsked] = useState(false)
  const { submitting, failure, submit } = useSubmitWithInvalidFieldFocus()
  const { formatDateTime } = useDateFormat()
  const end = (work: () => Promise<void>) =>
    submit(async () => {
      try {
        await work()
        toast.success(t('messages.updated'))
        onChanged()
      } catch (error) {
        // the list no longer has a session that ended before the call
        if (error instanceof ApiError && error.status === 404) onChanged()
        throw error
      } finally {
        setAsked(false)
      }
    })
  const others = sessions.filter(({ current }) => !current)
  return (
    <Stack maw={1000}>
      <Group justify="space-between">
        <Text maw={560}>
          {t(others.length > 0 ? 'adminAccount.sessions.intro' : 'adminAccount.sessions.only')}
        </Text>
        {others.length > 0 ? (
          <Button variant="default" onClick={() => setAsked(true)}>
            {t('accountForms.sessions.endOthers')}
          </Button>
        ) : null}
      </Group>
      <div role="alert">{failure ? <Text c="var(--mantine-color-error)">{failure.message}</Text> : null}</div>
      <StackedTable
        label={t('adminAccount.tabs.sessions')}
        minWidth={640}
        rows={sessions}
        getKey={({ id }) => id}
        columns={[
          {
            title: t('adminAccount.sessions.device'),
            render: ({ device }) => <bdi title={device}>{formatDeviceName(t, device)}</bdi>,
          },
          {
            title: t('adminAccount.sessions.address'),
            render: ({ address }) => <bdi dir="ltr">{address}</bdi>,
          },
          { title: t('adminAccount.sessions.since'), render: ({ startedAt }) => formatDateTime(startedAt) },
          {
            title: t('accountForms.sessions.lastSeen'),
            render: ({ lastSeenAt }) => formatDateTime(lastSeenAt),
          },
          {
            title: t('admin.list.actions'),
            isActions: true,
            render: ({ id, device, current }) =>
              current ? (
                <Badge variant="outline" size="lg" c="var(--mantine-color-text)">
                  {t('accountForms.sessions.current')}
                </Badge>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={tAttribute('accountForms.sessions.endOf', {
                    device: formatDeviceName(t, device),
                  })}
                  onClick={() => void end(() => adminApi.account.endSession(id))}
                >
                  {t('accountForms.sessions.end')}
                </Button>
              ),
          },
        ]}
      />
      {asked ? (
        <AdminConfirmDialog
          title={t('adminAccount.sessions.endOthersSure')}
          action={t('accountForms.sessions.endOthers')}
          busy={submitting}
          onClose={() => setAsked(false)}
          onConfirm={() => void end(adminApi.account.endOtherSessions)}
        />
      ) : null}
    </Stack>
  )
}

const emptyPasswords = { current: '', password: '', confirm: '' }

/** Shows a form that changes the password and asks for the current one. */
function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: emptyPasswords,
    findProblem: (values) => findNewPasswordFailure(t, values),
    send: async ({ current, password, confirm }) => {
      const { message } = await adminApi.account.changePassword(current, password, confirm)
      form.set(emptyPasswords)
      toast.success(message)
      onChanged()
    },
    describeFailure: getFailureMessage,
  })
  const field = (name: keyof typeof emptyPasswords, label: string, more: object) => (
    <AdminPasswordField
      name={name}
      label={label}
      maxLength={passwordLength.max}
      withAsterisk
      aria-required
      {...form.getInputProps(name)}
      {...more}
    />
  )
  return (
    <Paper withBorder p="lg" maw={520}>
      <Form form={form} intro={<Text>{t('accountForms.password.intro')}</Text>}>
        {field('current', t('accountForms.password.current'), { autoComplete: 'current-password' })}
        {field('password', t('accountForms.password.next'), {
          autoComplete: 'new-password',
          description: t('accountForms.password.nextHint', { min: passwordLength.min }),
        })}
        {field('confirm', t('accountForms.password.confirm'), { autoComplete: 'new-password' })}
        <Button type="submit" loading={form.submitting} style={{ alignSelf: 'start' }}>
          {t('accountForms.password.submit')}
        </Button>
      </Form>
    </Paper>
  )
}

const tabs = ['data', 'password', 'secondFactor', 'provider', 'sessions'] as const
type Tab = (typeof tabs)[number]

/**
 * Shows tabs with the administrator's own data, password, second factor, linked accounts at the sign-in provider
 * and sessions. The URL has the open tab.
 */
export function ProfileTabs({
  account,
  sessions,
  providerLinks,
  passkeys,
  onChanged,
}: {
  account: Account
  sessions: ActiveSession[]
  providerLinks: ProviderLink[]
  passkeys: Passkey[]
  onChanged: () => void
}) {
  const { t } = useTranslation()
  const { signInProvider } = useRootData()
  const [address, setAddress] = useSearchParams()
  const shownTabs = tabs.filter(
    (tab) => tab !== 'provider' || signInProvider !== '' || providerLinks.length > 0,
  )
  const open = shownTabs.find((tab) => tab === address.get('tab')) ?? 'data'
  const panels = {
    data: <ProfileForm account={account} onSaved={onChanged} />,
    password: <ChangePasswordForm onChanged={onChanged} />,
    secondFactor: <SecondFactorSection account={account} passkeys={passkeys} onChanged={onChanged} />,
    provider: <ProviderSection links={providerLinks} onChanged={onChanged} />,
    sessions: <SessionTable sessions={sessions} onChanged={onChanged} />,
  } satisfies Record<Tab, unknown>
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        {t('adminAccount.title')}
      </Title>
      <Tabs
        value={open}
        keepMounted={false}
        onChange={(tab) =>
          setAddress(tab && tab !== 'data' ? { tab } : {}, { replace: true, preventScrollReset: true })
        }
      >
        <Tabs.List mb="lg">
          {shownTabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`adminAccount.tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shownTabs.map((tab) => (
          <Tabs.Panel key={tab} value={tab}>
            {panels[tab]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  )
}
