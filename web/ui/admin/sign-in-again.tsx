import { Alert, Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#web/lib/api/call.ts'
import { passSecondFactor, signIn } from '#web/lib/sign-in.ts'
import { useTranslation } from '#web/lib/texts.ts'

/** Signs in again on top of a form whose session has ended. */
export function SignInAgain({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [challenge, setChallenge] = useState<string>()
  const send = async (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    setBusy(true)
    setError(undefined)
    try {
      if (challenge === undefined) {
        const done = await signIn({
          identity: text('identity'),
          kind: 'email',
          password: String(fields.get('password') ?? ''),
          entrance: 'admin',
        })
        if ('challenge' in done) setChallenge(done.challenge)
        else onDone()
      } else {
        await passSecondFactor(challenge, text('code'))
        onDone()
      }
    } catch (problem) {
      setError((problem instanceof ApiError && problem.message) || t('messages.signInFailed'))
    }
    setBusy(false)
  }
  return (
    <Modal opened onClose={onClose} title={t('admin.form.signInAgain')} centered closeButtonProps={{ 'aria-label': t('admin.list.close') }}>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          // the form below must not be sent with it
          event.stopPropagation()
          void send(new FormData(event.currentTarget))
        }}
      >
        <Stack>
          <Text>{t('admin.form.signInAgainHint')}</Text>
          {error ? (
            <Alert color="red" role="alert">
              {error}
            </Alert>
          ) : null}
          {challenge === undefined ? (
            <>
              <TextInput name="identity" dir="ltr" autoComplete="username" label={t('session.email')} required data-autofocus />
              <PasswordInput
                name="password"
                dir="ltr"
                autoComplete="current-password"
                label={t('session.password')}
                required
                visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
              />
            </>
          ) : (
            <TextInput
              name="code"
              dir="ltr"
              inputMode="numeric"
              autoComplete="one-time-code"
              label={t('session.secondFactor.code')}
              required
            />
          )}
          <Button type="submit" loading={busy}>
            {t('session.submit')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
