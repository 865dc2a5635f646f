import {
  Alert,
  Badge,
  Button,
  Code,
  CopyButton,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import type { Account } from '#contract/accounts/account.schema.ts'
import type { Passkey } from '#contract/accounts/passkey.schema.ts'
import type { SecondFactorSetup } from '#contract/accounts/session.schema.ts'
import { useSubmitWithInvalidFieldFocus } from '#web/admin/shared/admin-submit.tsx'
import { saveBlobAsFile } from '#web/admin/shared/download-file.ts'
import { useFocusOnMount } from '#web/admin/shared/focus.ts'
import { Form, getFailureMessage, useForm } from '#web/admin/shared/form-dialog.tsx'
import { OneTimeCodeInput } from '#web/admin/shared/session-dialogs.tsx'
import { AdminPasswordField } from '#web/admin/shared/text-fields.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { PasskeySection } from './passkey-section.tsx'

type Props = { enrolment: SecondFactorSetup; onDone: (recoveryCodes: string[]) => void; onCancel: () => void }

/** Shows the secret for an authenticator app and confirms the setup with a first code. */
function SecondFactorSetupForm({ enrolment, onDone, onCancel }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { code: '' },
    findProblem: ({ code }) =>
      code.trim() === ''
        ? { message: t('session.secondFactor.codeRequired'), fields: { code: t('fieldErrors.required') } }
        : undefined,
    send: ({ code }) => adminApi.account.confirmSecondFactor(enrolment.enrolment, code.trim()),
    onSaved: onDone,
    describeFailure: getFailureMessage,
  })
  const title = useFocusOnMount<HTMLHeadingElement>()
  // four by four, as people read it aloud
  const secret = enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <Paper withBorder p="lg" maw={620}>
      <Form
        form={form}
        intro={
          <>
            <Title order={2} size="h4" ref={title} tabIndex={-1}>
              {t('adminAccount.secondFactor.scan')}
            </Title>
            <QrCode text={enrolment.uri} label={t('adminAccount.secondFactor.picture')} />
            <Text>{t('adminAccount.secondFactor.typed')}</Text>
            <Group gap="sm">
              <Code dir="ltr" fz="md" style={{ overflowWrap: 'anywhere' }}>
                {secret}
              </Code>
              <CopyButton value={enrolment.secret}>
                {({ copied, copy }) => (
                  <Button size="xs" variant="default" onClick={copy}>
                    {t(copied ? 'adminAccount.secondFactor.copied' : 'adminAccount.secondFactor.copy')}
                  </Button>
                )}
              </CopyButton>
            </Group>
          </>
        }
      >
        <OneTimeCodeInput
          label={t('adminAccount.secondFactor.code')}
          maxLength={40}
          withAsterisk
          aria-required
          {...form.getInputProps('code')}
          error={form.failure ? (form.errors.code ?? true) : undefined}
        />
        <Group>
          <Button type="submit" loading={form.submitting}>
            {t('adminAccount.secondFactor.confirm')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('admin.list.cancel')}
          </Button>
        </Group>
      </Form>
    </Paper>
  )
}

/** Shows the new recovery codes, which the server does not return again. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  const title = useFocusOnMount<HTMLHeadingElement>()
  return (
    <Paper withBorder p="lg" maw={620}>
      <Stack>
        <Title order={2} size="h4" ref={title} tabIndex={-1}>
          {t('adminAccount.secondFactor.codesTitle')}
        </Title>
        <Text>{t('adminAccount.secondFactor.codesIntro')}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} dir="ltr" spacing="xs">
          {codes.map((code) => (
            <Code key={code} fz="md" ta="center">
              {code}
            </Code>
          ))}
        </SimpleGrid>
        <Group>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'adminAccount.secondFactor.copied' : 'adminAccount.secondFactor.copy')}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            onClick={() =>
              saveBlobAsFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'botola-recovery-codes.txt')
            }
          >
            {t('adminAccount.secondFactor.save')}
          </Button>
          <Button onClick={onDone}>{t('adminAccount.secondFactor.kept')}</Button>
        </Group>
      </Stack>
    </Paper>
  )
}

type Step = { at: 'rest' } | { at: 'enrol'; enrolment: SecondFactorSetup } | { at: 'codes'; codes: string[] }

/** Shows whether the second factor is active, with buttons to set it up, replace it or disable it, and its passkeys. */
export function SecondFactorSection({
  account,
  passkeys,
  onChanged,
}: {
  account: Account
  passkeys: Passkey[]
  onChanged: () => void
}) {
  const { t } = useTranslation()
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const { submitting, failure, submit } = useSubmitWithInvalidFieldFocus()
  const begin = async (password?: string) =>
    setStep({ at: 'enrol', enrolment: await adminApi.account.startSecondFactor(password) })
  if (step.at === 'codes')
    return (
      <RecoveryCodes
        codes={step.codes}
        onDone={() => {
          setStep({ at: 'rest' })
          onChanged()
        }}
      />
    )
  if (step.at === 'enrol')
    return (
      <SecondFactorSetupForm
        enrolment={step.enrolment}
        onCancel={() => setStep({ at: 'rest' })}
        onDone={(codes) => {
          setStep({ at: 'codes', codes })
          toast.success(t('messages.updated'))
        }}
      />
    )
  const on = account.secondFactor
  return (
    <Stack maw={620}>
      <Paper withBorder p="lg">
        <Stack>
          <Group justify="space-between">
            <Title order={2} size="h4">
              {t('adminAccount.tabs.secondFactor')}
            </Title>
            <Badge size="lg" variant="outline" color={on ? 'oasis' : 'gray'} c="var(--mantine-color-text)">
              {t(on ? 'adminAccount.secondFactor.on' : 'adminAccount.secondFactor.off')}
            </Badge>
          </Group>
          <Text>{t('adminAccount.secondFactor.intro')}</Text>
          {on ? (
            <Text>{t('adminAccount.secondFactor.codesLeft', { count: account.recoveryCodesLeft })}</Text>
          ) : null}
          {failure ? <Alert color="red">{failure.message}</Alert> : null}
          {on ? null : (
            <Button
              loading={submitting}
              style={{ alignSelf: 'start' }}
              onClick={() => void submit(() => begin())}
            >
              {t('adminAccount.secondFactor.begin')}
            </Button>
          )}
        </Stack>
      </Paper>
      <PasskeySection
        account={account}
        passkeys={passkeys}
        onChanged={onChanged}
        onCodes={(codes) => setStep({ at: 'codes', codes })}
      />
      {on ? (
        <ChangeSecondFactorForm
          hasAuthenticatorApp={account.hasAuthenticatorApp}
          onBegin={begin}
          onChanged={onChanged}
        />
      ) : null}
    </Stack>
  )
}

/** Shows a form that sets up the app, replaces it or disables the second factor, and asks for the password. */
function ChangeSecondFactorForm({
  hasAuthenticatorApp,
  onBegin,
  onChanged,
}: {
  hasAuthenticatorApp: boolean
  onBegin: (password: string) => Promise<void>
  onChanged: () => void
}) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { password: '' },
    findProblem: ({ password }) =>
      password === '' ? { fields: { password: t('fieldErrors.required') } } : undefined,
    send: async ({ password }, action: 'again' | 'end' = 'again') => {
      if (action === 'again') return onBegin(password)
      await adminApi.account.disableSecondFactor(password)
      toast.success(t('messages.updated'))
      onChanged()
    },
    describeFailure: getFailureMessage,
  })
  return (
    <Paper withBorder p="lg">
      <Form
        form={form}
        intro={
          <>
            <Title order={2} size="h4">
              {t('adminAccount.secondFactor.change')}
            </Title>
            <Text>
              {t(
                `adminAccount.secondFactor.${hasAuthenticatorApp ? 'changeIntro' : 'changeIntroWithoutApp'}`,
              )}
            </Text>
          </>
        }
      >
        <AdminPasswordField
          name="password"
          label={t('adminAccount.secondFactor.password')}
          autoComplete="current-password"
          withAsterisk
          aria-required
          {...form.getInputProps('password')}
        />
        <Group>
          <Button type="submit" variant="default" loading={form.submitting}>
            {t(`adminAccount.secondFactor.${hasAuthenticatorApp ? 'again' : 'begin'}`)}
          </Button>
          <Button variant="default" loading={form.submitting} onClick={() => void form.submit('end')}>
            {t('adminAccount.secondFactor.end')}
          </Button>
        </Group>
      </Form>
    </Paper>
  )
}
