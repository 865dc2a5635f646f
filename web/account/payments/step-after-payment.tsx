import { useEffect, useState } from 'react'
import type { AccountTeam } from '#contract/team.schema.ts'
import { accountTeamApi } from '#web/shared/api/account-teams.ts'
import { formatTeamNextStep, loadAccountTeamTexts } from '#web/shared/teams/account-team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './payment.module.css'

/** Shows what the team does or waits for after its fee is paid. Renders nothing until the team is loaded, and for administrators, whose team it is not. */
export function StepAfterPayment({ teamId }: { teamId: string }) {
  const { t, i18n } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const [team, setTeam] = useState<AccountTeam>()
  useEffect(() => {
    void Promise.all([accountTeamApi.one(teamId), loadAccountTeamTexts()]).then(
      ([loaded, texts]) => {
        i18n.add(texts)
        setTeam(loaded)
      },
      () => {},
    )
  }, [teamId, i18n])
  if (!team) return null
  return (
    <section className={styles.next} aria-labelledby="next-step">
      <h2 id="next-step" className={styles.nextTitle}>
        {t('payment.next')}
      </h2>
      <p>{formatTeamNextStep(t, team, team.scores.length > 0, formatDateTime)}</p>
    </section>
  )
}
