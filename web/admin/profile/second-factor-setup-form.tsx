import { Alert, Button, Code, CopyButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { SecondFactorSetup } from '#contract/session.ts'
import { OneTimeCodeInput } from '#web/admin/shared/one-time-code-input.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { useFocusOnMount } from '#web/admin/shared/use-focus-on-mount.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { useTranslation } from '#web/shared/texts.ts'

type Props = { enrolment: SecondFactorSetup; onDone: (recoveryCodes: string[]) => void; onCancel: () => void }

/** Shows the secret for an authenticator app and confirms the setup with a first code. */
export function SecondFactorSetupForm({ enrolment, onDone, onCancel }: Props) {
  const { t } = useTranslation()
  const { submitting, failure, submit, reject } = useAdminSubmit()
  const title = useFocusOnMount<HTMLHeadingElement>()
  const confirm = (code: string) => {
    if (!code) return reject(t('session.secondFactor.codeRequired'), { code: t('fieldErrors.required') })
    void submit(async () => onDone(await adminApi.account.confirmSecondFactor(enrolment.enrolment, code)))
  }
  // four by four, as people read it aloud
  const secret = enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <Paper withBorder p="lg" maw={620}>
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          confirm(String(new FormData(event.currentTarget).get('code') ?? '').trim())
        }}
      >
        <Stack>
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
          {failure ? <Alert color="red">{failure.message}</Alert> : null}
          <OneTimeCodeInput
            label={t('adminAccount.secondFactor.code')}
            maxLength={12}
            withAsterisk
            aria-required
            error={failure ? (failure.fields.code ?? true) : undefined}
          />
          <Group>
            <Button type="submit" loading={submitting}>
              {t('adminAccount.secondFactor.confirm')}
            </Button>
            <Button variant="default" onClick={onCancel}>
              {t('admin.list.cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
