import { useRef } from 'react'
import type { OpenSession } from '#contract/domain/account.ts'
import { languages } from '#i18n/languages.ts'
import { readDevice } from '#web/lib/device.ts'
import { useLang } from '#web/lib/language.ts'
import { personApi } from '#web/lib/person-api.ts'
import { useTranslation } from '#web/lib/texts.ts'
import fields from '#web/ui/field.module.css'
import page from '#web/ui/page.module.css'
import { SignInAgain } from '#web/ui/sign-in-again.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSend } from '#web/ui/use-send.ts'
import styles from './account.module.css'

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
                onClick={() => end(() => personApi.account.endSession(one.id))}
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
          onClick={() => end(() => personApi.account.endOtherSessions())}
        >
          {t('account.dataPage.endOthers')}
        </button>
      ) : null}
      {again ? <SignInAgain onDone={again.go} onClose={forget} /> : null}
    </>
  )
}
