import { useState } from 'react'
import type { AccountTeam } from '#contract/team.ts'
import { accountTeamApi } from '#web/shared/api/account-team-api.ts'
import { ConfirmDialog } from '#web/shared/forms/confirm-dialog.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import styles from './page.module.css'

type Props = { team: Pick<AccountTeam, 'id' | 'name' | 'leave'>; onChanged: () => void }

/** Shows the owner of a paid team a button that asks the organizers to let the team leave its competition, or the state of that request. */
export function LeaveRequestSection({ team, onChanged }: Props) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const request = async () => {
    await accountTeamApi.requestLeave(team.id)
    setAsking(false)
    onChanged()
  }
  return (
    <section aria-labelledby="leave" className={styles.part}>
      <h2 id="leave" className={styles.partTitle}>
        {t('accountTeams.leave.title')}
      </h2>
      <p role="status">{t(team.leave === null ? 'accountTeams.leave.text' : `accountTeams.leave.${team.leave}`)}</p>
      {team.leave === 'open' ? null : (
        <p className={styles.end}>
          <button type="button" className={`${page.ghost} ${page.small}`} onClick={() => setAsking(true)}>
            {t('accountTeams.leave.ask')}
          </button>
        </p>
      )}
      {asking ? (
        <ConfirmDialog
          title={t('accountTeams.leave.question', { name: `\u2068${team.name}\u2069` })}
          text={t('accountTeams.leave.text')}
          action={t('accountTeams.leave.ask')}
          onConfirm={request}
          onClose={() => setAsking(false)}
          cancel={t('accountTeams.view.cancel')}
          offline={t('accountTeams.offline')}
        />
      ) : null}
    </section>
  )
}
