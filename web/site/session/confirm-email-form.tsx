import { useState } from 'react'
import { Form, SubmitButton } from '#web/shared/forms/form.tsx'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { sessionApi } from '#web/shared/session/sign-in.ts'
import { useLinkToken } from '#web/shared/session/use-link-token.ts'
import { addNextPath, useNextPath } from '#web/shared/session/use-next-path.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import styles from './session.module.css'
import { SessionPageLayout } from './session-page-layout.tsx'

/** Button that confirms an e-mail address with the token of the link. Opening the link is not enough, because mail scanners open links, too. */
export function ConfirmEmailForm() {
  const { t } = useTranslation()
  const next = useNextPath()
  const { token, forget } = useLinkToken('confirm')
  const { submitting, failure, submit } = useSubmit()
  const [reply, setReply] = useState<string>()
  const confirm = () =>
    submit(async () => {
      setReply((await sessionApi.confirmEmail(token ?? '')).message)
      forget()
    })
  const signIn = (
    <div className={styles.links}>
      <SiteLink to={addNextPath('/login/', next)}>{t('registration.signIn')}</SiteLink>
    </div>
  )
  if (reply !== undefined || token === '')
    return (
      <SessionPageLayout title={t(reply === undefined ? 'registration.confirmTitle' : 'registration.confirmedTitle')}>
        <p role="status">{reply ?? t('registration.noLink')}</p>
        {signIn}
      </SessionPageLayout>
    )
  return (
    <SessionPageLayout title={t('registration.confirmTitle')} intro={t('registration.confirmIntro')}>
      <Form failure={failure} onSubmit={() => void confirm()}>
        <SubmitButton submitting={submitting}>{t('registration.confirmSubmit')}</SubmitButton>
      </Form>
      {failure ? signIn : null}
    </SessionPageLayout>
  )
}
