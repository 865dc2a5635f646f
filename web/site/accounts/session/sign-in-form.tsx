import { type ReactNode, useState } from 'react'
import { classifySignInIdentifier } from '#contract/accounts/identity.ts'
import type { SessionUser, SignInArea } from '#contract/accounts/session.ts'
import { sessionApi } from '#web/shared/accounts/session/sign-in.ts'
import { type StartedSignIn, useTwoStepSignIn } from '#web/shared/accounts/session/use-sign-in.ts'
import { TextField } from '#web/shared/forms/fields.tsx'
import { Form, SubmitButton } from '#web/shared/forms/form.tsx'
import { PasswordField } from '#web/shared/forms/password-field.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useRootData } from '#web/shared/language.ts'
import { addNextPathToUrl, useSanitizedNextPath } from '#web/shared/redirect-path.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import styles from './session.module.css'
import { SessionPageLayout } from './session-page-layout.tsx'

/** Shows the code of the authenticator app or a recovery code, and the button for a passkey. */
function SecondFactorForm({
  signIn,
  fullScreen,
}: {
  signIn: ReturnType<typeof useTwoStepSignIn>
  fullScreen: boolean
}) {
  const { t } = useTranslation()
  const { hasAuthenticatorApp, canUsePasskey } = signIn
  const [recovery, setRecovery] = useState(!hasAuthenticatorApp)
  const recoveryIntro = canUsePasskey && !hasAuthenticatorApp ? 'introPasskey' : 'introRecovery'
  return (
    <SessionPageLayout
      title={t('session.secondFactor.title')}
      intro={t(`session.secondFactor.${recovery ? recoveryIntro : 'intro'}`)}
      fullScreen={fullScreen}
    >
      <Form failure={signIn.failure} onSubmit={(text) => void signIn.enterCode(text('code'))}>
        <TextField
          key={recovery ? 'recovery' : 'app'}
          label={t(recovery ? 'session.secondFactor.recoveryCode' : 'session.secondFactor.code')}
          name="code"
          dir="ltr"
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          spellCheck={false}
          autoCapitalize="none"
          autoFocus
          required
        />
        <SubmitButton submitting={signIn.submitting}>{t('session.secondFactor.submit')}</SubmitButton>
      </Form>
      {canUsePasskey ? (
        <div className={styles.alternative}>
          <p className={styles.or}>{t('session.provider.or')}</p>
          <button
            type="button"
            className={`${page.ghost} ${styles.wide}`}
            aria-disabled={signIn.submitting}
            onClick={() => void signIn.enterPasskey()}
          >
            {t('session.secondFactor.usePasskey')}
          </button>
        </div>
      ) : null}
      <div className={styles.links}>
        {hasAuthenticatorApp ? (
          <button type="button" className={page.textButton} onClick={() => setRecovery(!recovery)}>
            {t(recovery ? 'session.secondFactor.useApp' : 'session.secondFactor.useRecovery')}
          </button>
        ) : null}
        <button type="button" className={page.textButton} onClick={() => signIn.restart()}>
          {t('session.secondFactor.again')}
        </button>
      </div>
    </SessionPageLayout>
  )
}

type Props = {
  area: SignInArea
  onSignedIn: (user: SessionUser) => void
  /** A message before the first try. */
  notice?: string | undefined
  /** Begins with the second step. */
  started?: StartedSignIn | undefined
  /** Another way to sign in, below the form. */
  alternative?: ReactNode
}

/** Shows the sign-in form with both steps. It keeps its values after a failure. */
export function TwoStepSignInForm({ area, onSignedIn, notice, started, alternative }: Props) {
  const { t } = useTranslation()
  const { isRegistrationEnabled } = useRootData()
  const next = useSanitizedNextPath()
  const [unconfirmed, setUnconfirmed] = useState<{ identity: string; password: string }>()
  const signIn = useTwoStepSignIn({
    area,
    started,
    onSignedIn: (user) => {
      onSignedIn(user)
      return 'leaving'
    },
  })
  const admin = area === 'admin'
  const canRegister = !admin && isRegistrationEnabled
  if (signIn.challenge !== undefined) return <SecondFactorForm signIn={signIn} fullScreen={admin} />

  const submit = async (identity: string, password: string) => {
    setUnconfirmed(undefined)
    const failure = await signIn.enterPassword(identity, password)
    if (failure?.code === 'email-unconfirmed') setUnconfirmed({ identity, password })
  }
  const { failure, submitting } = signIn
  return (
    <SessionPageLayout
      title={t(admin ? 'session.adminTitle' : canRegister ? 'session.start' : 'session.welcome')}
      intro={t(
        admin
          ? 'session.adminIntro'
          : next?.startsWith('/account/teams/new')
            ? 'session.startTeam'
            : 'session.intro',
      )}
      fullScreen={admin}
    >
      {canRegister ? (
        <>
          <section className={styles.choice} aria-labelledby="new-here">
            <h2 id="new-here">{t('session.newHere')}</h2>
            <LocalizedLink
              to={addNextPathToUrl('/register/', next)}
              className={`${page.button} ${styles.wide}`}
            >
              {t('session.register')}
            </LocalizedLink>
          </section>
          <h2 className={styles.alreadyHere}>{t('session.alreadyHere')}</h2>
        </>
      ) : null}
      <Form
        failure={failure}
        message={failure ? undefined : notice}
        onSubmit={(text, data) => void submit(text('identity'), String(data.get('password') ?? ''))}
      >
        <TextField
          label={t(admin ? 'session.email' : 'session.identity')}
          name="identity"
          dir="ltr"
          autoComplete="username"
          inputMode={admin ? 'email' : 'text'}
          spellCheck={false}
          autoCapitalize="none"
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
        <SubmitButton submitting={submitting} submittingText={t('session.submitting')}>
          {t('session.submit')}
        </SubmitButton>
      </Form>
      {alternative}
      {unconfirmed === undefined ? null : <ResendConfirmationButton {...unconfirmed} />}
      <div className={styles.links}>
        <LocalizedLink to={admin ? '/forgot-password/?from=admin' : '/forgot-password/'}>
          {t('session.forgotLink')}
        </LocalizedLink>
        {admin ? (
          <LocalizedLink to="/login/">{t('session.toPerson')}</LocalizedLink>
        ) : (
          <LocalizedLink to="/admin/auth/signin/">{t('session.toAdmin')}</LocalizedLink>
        )}
      </div>
    </SessionPageLayout>
  )
}

/** Sends the confirmation email of the registration with this password again. */
function ResendConfirmationButton({ identity, password }: { identity: string; password: string }) {
  const { t } = useTranslation()
  const next = useSanitizedNextPath()
  const [reply, setReply] = useState<string>()
  const { failure, submit } = useSubmitRunner()
  const send = () =>
    submit(async () => {
      const request = { identity, identityKind: classifySignInIdentifier(identity), next, password }
      setReply((await sessionApi.resendConfirmation(request)).message)
    })
  return (
    <p role="status" className={styles.sendAgain}>
      {reply ?? failure?.message ?? (
        <button type="button" className={page.textButton} onClick={() => void send()}>
          {t('session.sendAgain')}
        </button>
      )}
    </p>
  )
}
