import { Button, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ConfirmationMethod, SessionUser } from '#contract/accounts/session.ts'
import { requestPasskeySignature } from '#web/shared/accounts/session/passkeys.ts'
import { setConfirmationPrompt, setSignInPrompt } from '#web/shared/accounts/session/prompt.ts'
import { listenForProviderWindow } from '#web/shared/accounts/session/provider-requests.ts'
import { sessionApi } from '#web/shared/accounts/session/sign-in.ts'
import { isWebAuthnSupported, useTwoStepSignIn } from '#web/shared/accounts/session/use-sign-in.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { localizePath, useLang, useRootData } from '#web/shared/language.ts'
import { session } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { ErrorAlert, useSubmitWithInvalidFieldFocus } from './admin-submit.tsx'
import { AdminDialog } from './dialog.tsx'
import { FormDialog, getFailureMessage, useForm } from './form-dialog.tsx'
import { AdminPasswordField } from './text-fields.tsx'

/** Shows the input `code` for the code of an authenticator app. */
export function OneTimeCodeInput(props: TextInputProps) {
  return <TextInput name="code" dir="ltr" inputMode="numeric" autoComplete="one-time-code" {...props} />
}

/** Asks for the password or a code when a call needs a confirmed session; the call is then sent again. */
export function ConfirmIdentityOnDemandDialog() {
  const [request, setRequest] = useState<{
    method: ConfirmationMethod
    answer: (isConfirmed: boolean) => void
  }>()
  useEffect(
    () => setConfirmationPrompt((method) => new Promise((answer) => setRequest({ method, answer }))),
    [],
  )
  if (!request) return null
  const close = (isConfirmed: boolean) => {
    setRequest(undefined)
    request.answer(isConfirmed)
  }
  return (
    <ConfirmIdentityForm
      method={request.method}
      onConfirmed={() => close(true)}
      onClose={() => close(false)}
    />
  )
}

type Props = { method: ConfirmationMethod; onConfirmed: () => void; onClose: () => void }

function ConfirmIdentityForm({ method, onConfirmed, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { password: '', code: '' },
    required: [method],
    send: (values) => adminApi.account.confirmIdentity(method, values[method].trim()),
    onSaved: onConfirmed,
    describeFailure: getFailureMessage,
  })
  return (
    <FormDialog
      form={form}
      extra={
        <>
          {method === 'code' ? <PasskeyConfirmation onConfirmed={onConfirmed} /> : null}
          <ProviderConfirmation onConfirmed={onConfirmed} />
        </>
      }
      title={t('admin.confirmIdentity.title')}
      centered
      intro={<Text>{t(`admin.confirmIdentity.${method}Hint`)}</Text>}
      action={t('admin.confirmIdentity.submit')}
      onClose={onClose}
    >
      {method === 'password' ? (
        <AdminPasswordField
          name="password"
          autoComplete="current-password"
          label={t('session.password')}
          required
          data-autofocus
          {...form.getInputProps('password')}
        />
      ) : (
        <OneTimeCodeInput
          label={t('session.secondFactor.code')}
          required
          data-autofocus
          {...form.getInputProps('code')}
        />
      )}
    </FormDialog>
  )
}

/** Shows the button that confirms the session with a passkey, to users who have one. */
function PasskeyConfirmation({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useTranslation()
  const [hasPasskey, setHasPasskey] = useState(false)
  const { failure, submitting, submit } = useSubmitWithInvalidFieldFocus()
  useEffect(() => {
    if (!isWebAuthnSupported()) return
    adminApi.account.listPasskeys().then(
      (passkeys) => setHasPasskey(passkeys.length > 0),
      // the code is enough
      () => {},
    )
  }, [])
  const confirm = () =>
    submit(async () => {
      const options = await adminApi.account.startConfirmingWithPasskey()
      const credential = await requestPasskeySignature(options, t('session.secondFactor.passkeyUnused'))
      await adminApi.account.confirmWithPasskey(credential)
      onConfirmed()
    })
  return hasPasskey ? (
    <Stack mt="md">
      <ErrorAlert message={failure?.message} />
      <Button variant="default" loading={submitting} onClick={() => void confirm()}>
        {t('session.secondFactor.usePasskey')}
      </Button>
    </Stack>
  ) : null
}

/** Opens the page of the sign-in provider in another window. */
function ProviderWindowButton({ purpose, onDone }: { purpose: 'sign-in' | 'confirm'; onDone: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { signInProvider: provider } = useRootData()
  const done = useEffectEvent(onDone)
  useEffect(() => listenForProviderWindow(purpose, () => done()), [purpose])
  return (
    <Button
      variant="default"
      onClick={() => window.open(localizePath(`/admin/auth/provider/?window=${purpose}`, lang))}
    >
      {t('session.provider.submit', { provider })}
    </Button>
  )
}

/** Shows the button that confirms the session with the sign-in provider, to users who have linked it. */
function ProviderConfirmation({ onConfirmed }: { onConfirmed: () => void }) {
  const { signInProvider } = useRootData()
  const [isLinked, setIsLinked] = useState(false)
  useEffect(() => {
    if (signInProvider === '') return
    adminApi.account.listProviderLinks().then(
      (links) => setIsLinked(links.length > 0),
      // the password or the code is enough
      () => {},
    )
  }, [signInProvider])
  return isLinked ? (
    <Stack mt="md">
      <ProviderWindowButton purpose="confirm" onDone={onConfirmed} />
    </Stack>
  ) : null
}

/** Asks the user to sign in again when a call finds the session ended; the open page keeps its state. */
export function SignInAgainOnDemandDialog({ user }: { user: SessionUser }) {
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
function SignInAgainDialog({
  user,
  onDone,
  onClose,
}: {
  user: SessionUser
  onDone: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { signInProvider } = useRootData()
  /** Goes on with the new session, unless it is that of another user, who is signed out at once. */
  const goOnOrSignOut = async (signedIn: SessionUser) => {
    if (signedIn.id === user.id) return onDone()
    const token = session.getToken()
    session.clear()
    if (token) await sessionApi.signOut(token).catch(() => undefined)
    throw new ApiError(403, 'other-account', t('admin.form.otherAccount'))
  }
  const { challenge, canUsePasskey, failure, submitting, restart, enterPassword, enterCode, enterPasskey } =
    useTwoStepSignIn({ area: 'admin', onSignedIn: goOnOrSignOut })
  /** Goes on with the session that another window has opened with the provider. */
  const goOnAfterProvider = () => {
    const signedIn = session.getUser()
    if (signedIn) void goOnOrSignOut(signedIn).catch((error: Error) => restart(error.message))
  }
  const send = (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    return challenge === undefined
      ? enterPassword(text('identity'), String(fields.get('password') ?? ''))
      : enterCode(text('code'))
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
              <TextInput
                name="identity"
                dir="ltr"
                autoComplete="username"
                label={t('session.email')}
                required
                data-autofocus
              />
              <AdminPasswordField
                name="password"
                autoComplete="current-password"
                label={t('session.password')}
                required
              />
            </>
          ) : (
            <OneTimeCodeInput label={t('session.secondFactor.code')} required />
          )}
          <Button type="submit" loading={submitting}>
            {t('session.submit')}
          </Button>
          {canUsePasskey ? (
            <Button variant="default" loading={submitting} onClick={() => void enterPasskey()}>
              {t('session.secondFactor.usePasskey')}
            </Button>
          ) : null}
          {challenge === undefined && signInProvider !== '' ? (
            <ProviderWindowButton purpose="sign-in" onDone={goOnAfterProvider} />
          ) : null}
        </Stack>
      </form>
    </AdminDialog>
  )
}
