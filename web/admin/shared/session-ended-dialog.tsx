import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { SessionUser } from '#contract/session.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { sessionApi } from '#web/shared/session/sign-in.ts'
import { setSignInPrompt } from '#web/shared/session/sign-in-prompt.ts'
import { useSignIn } from '#web/shared/session/use-sign-in.ts'
import { session } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { AdminDialog } from './dialog.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { OneTimeCodeInput } from './one-time-code-input.tsx'
import { AdminPasswordField } from './password-field.tsx'

/** Asks the user to sign in again when a call finds the session ended; the open page keeps its state. */
export function SessionEndedDialog({ user }: { user: SessionUser }) {
  const [request, setRequest] = useState<{ answer: (signedIn: boolean) => void }>()
  useEffect(() => setSignInPrompt(() => new Promise((answer) => setRequest({ answer }))), [])
  if (!request) return null
  const close = (signedIn: boolean) => {
    setRequest(undefined)
    request.answer(signedIn)
  }
  return <SignInAgainDialog user={user} onDone={() => close(true)} onClose={() => close(false)} />
}

/** Signs in the same user again; another user is rejected. */
function SignInAgainDialog({ user, onDone, onClose }: { user: SessionUser; onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const { challenge, failure, submitting, enterPassword, enterCode } = useSignIn({
    area: 'admin',
    onSignedIn: async (signedIn) => {
      if (signedIn.id === user.id) return onDone()
      // another user is signed out at once
      const token = session.getToken()
      session.clear()
      if (token) await sessionApi.signOut(token).catch(() => undefined)
      throw new ApiError(403, 'other-account', t('admin.form.otherAccount'))
    },
  })
  const send = (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    return challenge === undefined ? enterPassword(text('identity'), String(fields.get('password') ?? '')) : enterCode(text('code'))
  }
  return (
    <AdminDialog onClose={onClose} title={t('admin.form.signInAgain')} centered>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          // React would pass the submit on to the form of the page
          event.stopPropagation()
          void send(new FormData(event.currentTarget))
        }}
      >
        <Stack>
          <Text>{t('admin.form.signInAgainHint')}</Text>
          <ErrorAlert message={failure?.message} />
          {challenge === undefined ? (
            <>
              <TextInput name="identity" dir="ltr" autoComplete="username" label={t('session.email')} required data-autofocus />
              <AdminPasswordField name="password" autoComplete="current-password" label={t('session.password')} required />
            </>
          ) : (
            <OneTimeCodeInput label={t('session.secondFactor.code')} required />
          )}
          <Button type="submit" loading={submitting}>
            {t('session.submit')}
          </Button>
        </Stack>
      </form>
    </AdminDialog>
  )
}
