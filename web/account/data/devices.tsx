import type { OpenSession } from '#contract/account.ts'
import { languages } from '#i18n/languages.ts'
import styles from '#web/account/account.module.css'
import { accountApi } from '#web/shared/api/account-api.ts'
import { FormError } from '#web/shared/forms/form.tsx'
import { SessionEndedDialog } from '#web/shared/forms/sign-in-again-dialog.tsx'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { useLang } from '#web/shared/language.ts'
import { readDevice } from '#web/shared/session/device.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'

/** Where the account is signed in, and signing out there. */
export function Devices({ sessions, onChanged }: { sessions: OpenSession[]; onChanged: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const submission = useSubmit({ needsSession: true, offline: t('account.dataPage.offline') })
  const { submitting, failure, submit } = submission
  const moment = new Intl.DateTimeFormat(languages[lang].locale, { dateStyle: 'medium', timeStyle: 'short' })
  const nameOf = ({ device }: OpenSession) => {
    const { browser, system } = readDevice(device)
    if (browser && system) return t('account.dataPage.device', { browser, system })
    return browser ?? system ?? t('account.dataPage.unknownDevice')
  }
  const end = (work: () => Promise<void>) =>
    void submit(async () => {
      await work()
      toast.success(t('account.dataPage.ended'))
      onChanged()
    })
  return (
    <>
      <FormError failure={failure} />
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
                className={`${page.ghost} ${page.small}`}
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
          aria-disabled={submitting}
          onClick={() => end(() => accountApi.account.endOtherSessions())}
        >
          {t('account.dataPage.endOthers')}
        </button>
      ) : null}
      <SessionEndedDialog submission={submission} />
    </>
  )
}
