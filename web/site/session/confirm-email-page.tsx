import { useState } from 'react'
import { pageContext } from '#web/shared/api-context.ts'
import { Form, SubmitButton } from '#web/shared/forms/form.tsx'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { useLang } from '#web/shared/language.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { addNextPathToUrl, useSanitizedNextPath } from '#web/shared/redirect-path.ts'
import { loadAccountTexts } from '#web/shared/session/account-texts.ts'
import { canConfirmationSignIn, confirmEmailAndTrySignIn } from '#web/shared/session/sign-in.ts'
import { useStoredLinkToken } from '#web/shared/session/use-link-token.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import type { Route } from './+types/confirm-email-page.ts'
import { openPageWithFlashMessage } from './open-page-after-sign-in.ts'
import styles from './session.module.css'
import { SessionPageLayout } from './session-page-layout.tsx'

/**
 * Shows a button that confirms an email address with the token of the link. The browser that registered the
 * account is then signed in and opens `next`; others get a link to the sign-in that leads there. Opening the
 * link is not enough, because mail scanners open links, too.
 */
function ConfirmEmailForm() {
  const { t } = useTranslation()
  const lang = useLang()
  const next = useSanitizedNextPath()
  const user = useSessionUser()
  const isSignedIn = user !== undefined && user.role !== 'admin'
  const { token, forget } = useStoredLinkToken('confirm')
  const { submitting, failure, submit } = useSubmit()
  // both are known in the browser only, as the token is
  const signsIn = token !== undefined && canConfirmationSignIn()
  const [reply, setReply] = useState<string>()
  const confirm = () =>
    submit(async () => {
      const { message, user } = await confirmEmailAndTrySignIn(token ?? '')
      forget()
      if (user) return openPageWithFlashMessage(next ?? '/account/', lang, message)
      setReply(message)
    })
  const nextStep = isSignedIn ? (
    <SiteLink to={next ?? '/account/'} className={page.button ?? ''}>
      {t('nav.account')}
    </SiteLink>
  ) : (
    <SiteLink to={addNextPathToUrl('/login/', next)} className={page.button ?? ''}>
      {t('registration.signIn')}
    </SiteLink>
  )
  if (reply !== undefined || token === '')
    return (
      <SessionPageLayout
        title={t(reply === undefined ? 'registration.confirmTitle' : 'registration.confirmedTitle')}
      >
        <p role="status">{reply ?? t('registration.noLink')}</p>
        <p className={styles.nextStep}>{nextStep}</p>
      </SessionPageLayout>
    )
  return (
    <SessionPageLayout
      title={t('registration.confirmTitle')}
      intro={t(signsIn ? 'registration.confirmIntroSignIn' : 'registration.confirmIntro')}
    >
      <Form failure={failure} onSubmit={() => void confirm()}>
        <SubmitButton submitting={submitting}>
          {t(signsIn ? 'registration.confirmSubmitSignIn' : 'registration.confirmSubmit')}
        </SubmitButton>
      </Form>
      {failure ? <p className={styles.nextStep}>{nextStep}</p> : null}
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
