import { useEffect, useRef, useState } from 'react'
import { loadAccountTexts } from '#web/shared/accounts/session/account-texts.ts'
import { readRegistrationSecret } from '#web/shared/accounts/session/registration-secret.ts'
import { sessionApi } from '#web/shared/accounts/session/sign-in.ts'
import { pageContext } from '#web/shared/api-context.ts'
import { useSubmitRunner } from '#web/shared/forms/use-submit.ts'
import { useRootData } from '#web/shared/language.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import { addNextPathToUrl, useSanitizedNextPath } from '#web/shared/redirect-path.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { PageTitleBand } from '#web/shared/ui/page-title.tsx'
import { PageMetadata } from '#web/site/layout/page-metadata.tsx'
import type { Route } from './+types/register-page.ts'
import { AutosavedRegistrationForm } from './register-form.tsx'
import styles from './registration.module.css'

type Props = { message: string; confirm: boolean; email: string; onAgain: () => void }

/** Shows after a registration that the email address must be confirmed, or a link to the sign-in. */
function RegistrationResult({ message, confirm, email, onAgain }: Props) {
  const { t } = useTranslation()
  const next = useSanitizedNextPath()
  const box = useRef<HTMLDivElement>(null)
  const [reply, setReply] = useState<string>()
  const { submitting, failure, submit } = useSubmitRunner({
    offline: t('registration.offline'),
    unknown: t('registration.offline'),
  })
  // the button that had the focus is gone
  useEffect(() => {
    box.current?.focus()
    window.scrollTo(0, 0)
  }, [])
  const sendAgain = () =>
    submit(async () => {
      const proof = { browserSecret: readRegistrationSecret() }
      const request = { identity: email, identityKind: 'email' as const, next, ...proof }
      setReply((await sessionApi.resendConfirmation(request)).message)
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
          <p>
            {t('registration.doneSameBrowser')} {t('registration.doneHint')}
          </p>
          <div className={styles.actions}>
            <button
              type="button"
              className={page.ghost}
              aria-disabled={submitting}
              onClick={() => void sendAgain()}
            >
              {t('registration.again')}
            </button>
            <button type="button" className={page.ghost} onClick={onAgain}>
              {t('registration.notSame')}
            </button>
          </div>
          <p role="status">{failure?.message ?? reply}</p>
        </>
      ) : (
        <LocalizedLink to={addNextPathToUrl('/login/', next)} className={page.button ?? ''}>
          {t('registration.signIn')}
        </LocalizedLink>
      )}
    </div>
  )
}

const load = async (lang: 'en' | 'ar') => ({ texts: await loadAccountTexts(lang) })
export const loader = ({ context }: Route.LoaderArgs) => load(context.get(pageContext).lang)
export const clientLoader = () => load(getPageLanguage())

export default function RegisterPage({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  const { isRegistrationEnabled } = useRootData()
  useState(() => i18n.add(loaderData.texts))
  const [done, setDone] = useState<{ message: string; confirm: boolean; email: string }>()
  return (
    <>
      <PageMetadata
        title={t('registration.title')}
        description={t('registration.description')}
        path="/register/"
      />
      <PageTitleBand title={t('registration.title')} text={t('registration.intro')} />
      <div className={`${page.wide} ${page.section} ${styles.page}`}>
        {!isRegistrationEnabled ? (
          <div className={page.empty}>
            <p>{t('registration.closed')}</p>
            <LocalizedLink to="/events/" className={page.button ?? ''}>
              {t('nav.events')}
            </LocalizedLink>
          </div>
        ) : done ? (
          <RegistrationResult {...done} onAgain={() => setDone(undefined)} />
        ) : (
          <AutosavedRegistrationForm onDone={setDone} />
        )}
      </div>
    </>
  )
}
