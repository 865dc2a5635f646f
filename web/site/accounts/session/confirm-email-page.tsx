import { useEffect, useState } from 'react'
import { loadAccountTexts } from '#web/shared/accounts/session/account-texts.ts'
import {
  confirmEmailAndSignInDeletingDrafts,
  isSignedOutWithRegistrationSecret,
  sessionApi,
} from '#web/shared/accounts/session/sign-in.ts'
import { useLinkTokenMovedToStorage } from '#web/shared/accounts/session/use-link-token.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { pageContext } from '#web/shared/api-context.ts'
import { Form, SubmitButton } from '#web/shared/forms/form.tsx'
import { PasswordField } from '#web/shared/forms/password-field.tsx'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useLang } from '#web/shared/language.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { addNextPathToUrl, useSanitizedNextPath } from '#web/shared/redirect-path.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import type { Route } from './+types/confirm-email-page.ts'
import { openPageWithMessageAndLanguage } from './open-page-after-sign-in.ts'
import styles from './session.module.css'
import { SessionPageLayout } from './session-page-layout.tsx'

type LinkOwner = 'registration' | 'account'

/** Returns whose password a link needs; undefined for another error. */
const findLinkOwner = (error: unknown): LinkOwner | undefined =>
  error instanceof ApiError && error.code === 'password-required'
    ? error.details.linkOf === 'account'
      ? 'account'
      : 'registration'
    : undefined

/** Shows where to go without the password of a registration, or of an account. */
function ForgottenPasswordLink({ linkOf }: { linkOf: LinkOwner }) {
  const { t } = useTranslation()
  const next = useSanitizedNextPath()
  return linkOf === 'registration' ? (
    <LocalizedLink to={addNextPathToUrl('/register/', next)}>{t('registration.registerAgain')}</LocalizedLink>
  ) : (
    <LocalizedLink to="/forgot-password/">{t('session.forgotLink')}</LocalizedLink>
  )
}

/**
 * Shows a button that confirms an email address with the token of the link. Opening the link is not enough,
 * because mail scanners open links, too. In another browser than that of the registration the button needs the
 * password: whoever owns the address need not be who registered.
 */
function ConfirmEmailForm() {
  const { t } = useTranslation()
  const lang = useLang()
  const next = useSanitizedNextPath()
  const user = useSessionUser()
  const isSignedIn = user !== undefined && user.role !== 'admin'
  const { token, forget } = useLinkTokenMovedToStorage('confirm')
  const { submitting, failure, submit } = useSubmitRunner()
  // both are known in the browser only, as the token is
  const signsIn = token !== undefined && isSignedOutWithRegistrationSecret()
  const isUnknownBrowser = token !== undefined && !signsIn && user === undefined
  const [linkOf, setLinkOf] = useState<LinkOwner>()
  const needsPassword = linkOf !== undefined || isUnknownBrowser
  useEffect(() => {
    // without a proof the call confirms nothing, and its reply says whose password the link needs
    if (isUnknownBrowser && token)
      sessionApi.confirmEmail(token, {}).catch((error: unknown) => setLinkOf(findLinkOwner(error)))
  }, [isUnknownBrowser, token])
  const [reply, setReply] = useState<{ title: string; message: string }>()
  const confirm = async (password: string) => {
    const failed = await submit(async () => {
      const result = await confirmEmailAndSignInDeletingDrafts(
        token ?? '',
        needsPassword ? password : undefined,
      )
      forget()
      if (result.user) return openPageWithMessageAndLanguage(next ?? '/account/', lang, result.message)
      setReply({ title: t('registration.confirmedTitle'), message: result.message })
    })
    setLinkOf((known) => findLinkOwner(failed?.error) ?? known)
  }
  const decline = () =>
    submit(async () => {
      const { message } = await sessionApi.declineConfirmation(token ?? '')
      forget()
      setReply({ title: t('registration.declinedTitle'), message })
    })
  const nextStep = isSignedIn ? (
    <LocalizedLink to={next ?? '/account/'} className={page.button ?? ''}>
      {t('nav.account')}
    </LocalizedLink>
  ) : (
    <LocalizedLink to={addNextPathToUrl('/login/', next)} className={page.button ?? ''}>
      {t('registration.signIn')}
    </LocalizedLink>
  )
  if (reply !== undefined || token === '')
    return (
      <SessionPageLayout title={reply?.title ?? t('registration.confirmTitle')}>
        <p role="status">{reply?.message ?? t('registration.noLink')}</p>
        <p className={styles.nextStep}>{nextStep}</p>
      </SessionPageLayout>
    )
  return (
    <SessionPageLayout
      title={t('registration.confirmTitle')}
      intro={t(
        needsPassword
          ? 'registration.confirmIntroPassword'
          : signsIn
            ? 'registration.confirmIntroSignIn'
            : 'registration.confirmIntro',
      )}
    >
      <Form
        failure={failure}
        message={failure?.fields.nationalId === undefined ? undefined : t('registration.identityTaken')}
        onSubmit={(_, data) => void confirm(String(data.get('password') ?? ''))}
      >
        {needsPassword ? (
          <PasswordField
            label={t('registration.confirmPassword')}
            hint={linkOf === 'registration' ? t('registration.confirmForgotten') : undefined}
            name="password"
            autoComplete="current-password"
            required
            error={failure?.fields.password}
          />
        ) : null}
        <SubmitButton submitting={submitting} isReady={token !== undefined}>
          {t(signsIn && !needsPassword ? 'registration.confirmSubmitSignIn' : 'registration.confirmSubmit')}
        </SubmitButton>
      </Form>
      <div className={styles.links}>
        <button
          type="button"
          className={page.textButton}
          disabled={token === undefined}
          onClick={() => void decline()}
        >
          {t('registration.decline')}
        </button>
        {linkOf === undefined ? null : <ForgottenPasswordLink linkOf={linkOf} />}
      </div>
      {failure && failure.fields.password === undefined ? (
        <p className={styles.nextStep}>{nextStep}</p>
      ) : null}
    </SessionPageLayout>
  )
}

export const loader = async ({ context }: Route.LoaderArgs) => ({
  texts: await loadAccountTexts(context.get(pageContext).lang),
})
export const clientLoader = async () => ({ texts: await loadAccountTexts(getPageLanguage()) })

export default function ConfirmEmailPage({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  useState(() => i18n.add(loaderData.texts))
  return (
    <>
      <NoindexPageMetadata title={t('registration.confirmTitle')} />
      <ConfirmEmailForm />
    </>
  )
}
