import { useState } from 'react'
import { useLinkToken } from '#web/shared/session/link-token.ts'
import { sessionApi } from '#web/shared/session/sign-in.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import styles from './form.module.css'
import { SessionForm } from './form.tsx'
import { SessionFrame } from './frame.tsx'
import { useProblem } from './problem.ts'

/** Confirming an address with the token of the link. A click does it, not the visit: programs that look at mails open links, too. */
export function ConfirmEmail() {
  const { t } = useTranslation()
  const textOf = useProblem()
  const { token, forget } = useLinkToken('confirm')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [done, setDone] = useState<string>()
  const submit = async () => {
    setError(undefined)
    setBusy(true)
    try {
      setDone((await sessionApi.confirmEmail(token ?? '')).message)
      forget()
    } catch (problem) {
      setError(textOf(problem))
    }
    setBusy(false)
  }
  const signIn = (
    <div className={styles.links}>
      <SiteLink to="/login/">{t('registration.signIn')}</SiteLink>
    </div>
  )
  if (done !== undefined || token === '')
    return (
      <SessionFrame title={t(done === undefined ? 'registration.confirmTitle' : 'registration.confirmedTitle')}>
        <p role="status">{done ?? t('registration.noLink')}</p>
        {signIn}
      </SessionFrame>
    )
  return (
    <SessionFrame title={t('registration.confirmTitle')} intro={t('registration.confirmIntro')}>
      <SessionForm error={error} busy={busy} submit={t('registration.confirmSubmit')} onSubmit={() => void submit()}>
        {null}
      </SessionForm>
      {error ? signIn : null}
    </SessionFrame>
  )
}
