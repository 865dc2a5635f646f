import { useEffect, useRef, useState } from 'react'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { sessionApi } from '#web/shared/session/sign-in.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import { addNextPath, useNextPath } from '#web/shared/use-next-path.ts'
import styles from './registration.module.css'

type Props = { message: string; confirm: boolean; email: string; onAgain: () => void }

/** Shows after a registration that the e-mail address must be confirmed, or a link to the sign-in. */
export function RegistrationResult({ message, confirm, email, onAgain }: Props) {
  const { t } = useTranslation()
  const next = useNextPath()
  const box = useRef<HTMLDivElement>(null)
  const [reply, setReply] = useState<string>()
  const { submitting, failure, submit } = useSubmit({ offline: t('registration.offline'), unknown: t('registration.offline') })
  // the button that had the focus is gone
  useEffect(() => {
    box.current?.focus()
    window.scrollTo(0, 0)
  }, [])
  const sendAgain = () =>
    submit(async () => {
      setReply((await sessionApi.resendConfirmation(email, 'email', next)).message)
    })
  return (
    <div ref={box} className={page.empty} tabIndex={-1}>
      <h2>{t(confirm ? 'registration.doneTitle' : 'registration.doneTitleNow')}</h2>
      <p role="status" className={styles.done}>
        {message}
      </p>
      {confirm ? (
        <>
          <p>
            <bdi dir="ltr">{email}</bdi>
          </p>
          <p>{t('registration.doneHint')}</p>
          <div className={styles.actions}>
            <button type="button" className={page.ghost} aria-disabled={submitting} onClick={() => void sendAgain()}>
              {t('registration.again')}
            </button>
            <button type="button" className={page.ghost} onClick={onAgain}>
              {t('registration.notSame')}
            </button>
          </div>
          <p role="status">{failure?.message ?? reply}</p>
        </>
      ) : (
        <SiteLink to={addNextPath('/login/', next)} className={page.button ?? ''}>
          {t('registration.signIn')}
        </SiteLink>
      )}
    </div>
  )
}
