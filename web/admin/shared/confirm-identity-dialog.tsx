import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ConfirmationMethod } from '#contract/session.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { setConfirmationPrompt } from '#web/shared/session/confirmation-prompt.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { AdminDialog, AdminDialogActions } from './dialog.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { OneTimeCodeInput } from './one-time-code-input.tsx'
import { AdminPasswordField } from './password-field.tsx'
import { useAdminSubmit } from './use-admin-submit.ts'

/** Asks for the password or a code when a call needs a confirmed session; the call is then sent again. */
export function ConfirmIdentityDialog() {
  const [request, setRequest] = useState<{ method: ConfirmationMethod; answer: (isConfirmed: boolean) => void }>()
  useEffect(() => setConfirmationPrompt((method) => new Promise((answer) => setRequest({ method, answer }))), [])
  if (!request) return null
  const close = (isConfirmed: boolean) => {
    setRequest(undefined)
    request.answer(isConfirmed)
  }
  return <ConfirmIdentityForm method={request.method} onConfirmed={() => close(true)} onClose={() => close(false)} />
}

type Props = { method: ConfirmationMethod; onConfirmed: () => void; onClose: () => void }

function ConfirmIdentityForm({ method, onConfirmed, onClose }: Props) {
  const { t } = useTranslation()
  const { failure, submitting, submit, reject } = useAdminSubmit()
  const send = (value: string) => {
    if (!value) return reject(t('messages.formIncomplete'), { [method]: t('fieldErrors.required') })
    void submit(async () => {
      await adminApi.account.confirmIdentity(method, value)
      onConfirmed()
    })
  }
  return (
    <AdminDialog onClose={onClose} title={t('admin.confirmIdentity.title')} centered>
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React would pass the submit on to the form of the page
          event.stopPropagation()
          send(String(new FormData(event.currentTarget).get(method) ?? '').trim())
        }}
      >
        <Stack>
          <Text>{t(`admin.confirmIdentity.${method}Hint`)}</Text>
          <ErrorAlert message={failure?.message} />
          {method === 'password' ? (
            <AdminPasswordField
              name="password"
              autoComplete="current-password"
              label={t('session.password')}
              error={failure?.fields.password}
              required
              data-autofocus
            />
          ) : (
            <OneTimeCodeInput label={t('session.secondFactor.code')} error={failure?.fields.code} required data-autofocus />
          )}
          <AdminDialogActions onCancel={onClose}>
            <Button type="submit" loading={submitting}>
              {t('admin.confirmIdentity.submit')}
            </Button>
          </AdminDialogActions>
        </Stack>
      </form>
    </AdminDialog>
  )
}
