import { useRef } from 'react'
import type { OpenSession } from '#contract/account.ts'
import { languages } from '#i18n/languages.ts'
import styles from '#web/account/account.module.css'
import { accountApi } from '#web/shared/api/account-api.ts'
import fields from '#web/shared/forms/field.module.css'
import { SignInAgain } from '#web/shared/forms/sign-in-again.tsx'
import { useSend } from '#web/shared/forms/use-send.ts'
import { useLang } from '#web/shared/language.ts'
import { readDevice } from '#web/shared/session/device.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'

/** Where the account is signed in, and signing out there. */
export function Devices({ sessions, onChanged }: { sessions: OpenSession[]; onChanged: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const form = useRef<HTMLFormElement>(null)
  const { sending, problem, again, send, forget } = useSend(form)
  const moment = new Intl.DateTimeFormat(languages[lang].locale, { dateStyle: 'medium', timeStyle: 'short' })
  const nameOf = ({ device }: OpenSession) => {
    const { browser, system } = readDevice(device)
    if (browser && system) return t('account.dataPage.device', { browser, system })
    return browser ?? system ?? t('account.dataPage.unknownDevice')
  }
  const end = (work: () => Promise<void>) =>
    void send(async () => {
      await work()
      toast.success(t('account.dataPage.ended'))
      onChanged()
    })
  return (
    <>
      <div role="alert">{problem ? <p className={fields.problem}>{problem.text}</p> : null}</div>
      <ul className={styles.devices}>
        {sessions.map((one) => (
          <li key={one.id}>
            <span>
              <strong>{nameOf(one)}</strong> {one.current ? `(${t('account.dataPage.here')})` : null}
              <br />
              <span className={styles.note}>
                {t('account.dataPage.lastSeen', { when: moment.format(Date.parse(one.lastSeenAt)) })} · <bdi dir="ltr">{one.address}</bdi>
              </span>
            </span>
            {one.current ? null : (
              <button
                type="button"
                className={`${page.ghost} ${styles.small}`}
                aria-label={t('account.dataPage.endOf', { device: nameOf(one) })}
                onClick={() => end(() => accountApi.account.endSession(one.id))}
              >
                {t('account.dataPage.end')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <button
          type="button"
          className={`${page.ghost} ${styles.start}`}
          aria-disabled={sending}
          onClick={() => end(() => accountApi.account.endOtherSessions())}
        >
          {t('account.dataPage.endOthers')}
        </button>
      ) : null}
      {again ? <SignInAgain onDone={again.go} onClose={forget} /> : null}
    </>
  )
}
