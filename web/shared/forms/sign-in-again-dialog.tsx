import { useRef, useState } from 'react'
import type { SessionUser } from '#contract/accounts/session.ts'
import { useTwoStepSignIn } from '#web/shared/accounts/session/use-sign-in.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { localizePath, useLang } from '#web/shared/language.ts'
import { session } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { Dialog, DialogActions } from './dialog.tsx'
import { TextField } from './fields.tsx'
import { Form, SubmitButton } from './form.tsx'
import { PasswordField } from './password-field.tsx'
import type { Submission } from './use-submit.ts'

type Props = {
  onSignedIn: () => void
  onClose: () => void
  /**
   * The message for another user, whose data the form does not hold; without it they go to their own account.
   */
  otherUser?: ((user: SessionUser) => string) | undefined
}

/** Shows a dialog that signs in again when the session of a form has ended. The form keeps its values. */
export function SignInAgainDialog({ onSignedIn, onClose, otherUser }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const dialog = useRef<HTMLDialogElement>(null)
  const [userId] = useState(() => session.getUser()?.id)
  const { challenge, canUsePasskey, failure, submitting, enterPassword, enterCode, enterPasskey } =
    useTwoStepSignIn({
      area: 'account',
      onSignedIn: (user) => {
        if (userId === undefined || user.id === userId) return onSignedIn()
        if (otherUser) throw new ApiError(403, 'other-account', otherUser(user))
        window.location.assign(localizePath('/account/', lang))
        return 'leaving'
      },
    })
  return (
    <Dialog
      ref={dialog}
      title={t('session.signInAgain.title')}
      text={t('session.signInAgain.text')}
      onClose={onClose}
    >
      <Form
        failure={failure}
        onSubmit={(text, data) =>
          void (challenge === undefined
            ? enterPassword(text('identity'), String(data.get('password') ?? ''))
            : enterCode(text('code')))
        }
      >
        {challenge === undefined ? (
          <>
            <TextField
              label={t('session.identity')}
              name="identity"
              dir="ltr"
              autoComplete="username"
              required
              error={failure?.fields.identity}
            />
            <PasswordField
              label={t('session.password')}
              name="password"
              autoComplete="current-password"
              required
              error={failure?.fields.password}
            />
          </>
        ) : (
          <TextField
            label={t('session.secondFactor.code')}
            name="code"
            dir="ltr"
            autoComplete="one-time-code"
            required
          />
        )}
        <DialogActions>
          <SubmitButton submitting={submitting} submittingText={t('session.submitting')}>
            {t('session.signInAgain.submit')}
          </SubmitButton>
          {canUsePasskey ? (
            <button
              type="button"
              className={page.ghost}
              aria-disabled={submitting}
              onClick={() => void enterPasskey()}
            >
              {t('session.secondFactor.usePasskey')}
            </button>
          ) : null}
          <button type="button" className={page.ghost} onClick={() => dialog.current?.close()}>
            {t('session.signInAgain.cancel')}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** Asks for a new sign-in when a submit found the session ended, and submits again afterwards. */
export function SignInToResubmitDialog({
  submission: { failure, retry, clear },
}: {
  submission: Submission
}) {
  return failure?.kind === 'session-ended' ? <SignInAgainDialog onSignedIn={retry} onClose={clear} /> : null
}
