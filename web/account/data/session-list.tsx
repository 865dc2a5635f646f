import type { ActiveSession } from '#contract/account.ts'
import styles from '#web/account/account.module.css'
import { accountApi } from '#web/shared/api/account-api.ts'
import { FormError } from '#web/shared/forms/form.tsx'
import { SignInToResubmitDialog } from '#web/shared/forms/sign-in-again-dialog.tsx'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { formatDeviceName } from '#web/shared/session/device-name.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

/** Shows the open sessions of the account, with buttons to end them. */
export function SessionList({ sessions, onChanged }: { sessions: ActiveSession[]; onChanged: () => void }) {
  const { t } = useTranslation()
  const submission = useSubmit({ needsSession: true, offline: t('account.dataPage.offline') })
  const { submitting, failure, submit } = submission
  const { formatDateTime } = useDateFormat()
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
              <strong>{formatDeviceName(t, one.device)}</strong> {one.current ? `(${t('accountForms.sessions.current')})` : null}
              <br />
              <span className={styles.note}>
                {t('accountForms.sessions.lastSeen')} {formatDateTime(one.lastSeenAt)} · <bdi dir="ltr">{one.address}</bdi>
              </span>
            </span>
            {one.current ? null : (
              <button
                type="button"
                className={`${page.ghost} ${page.small}`}
                aria-label={t('accountForms.sessions.endOf', { device: formatDeviceName(t, one.device) })}
                onClick={() => end(() => accountApi.account.endSession(one.id))}
              >
                {t('accountForms.sessions.end')}
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
          {t('accountForms.sessions.endOthers')}
        </button>
      ) : null}
      <SignInToResubmitDialog submission={submission} />
    </>
  )
}
