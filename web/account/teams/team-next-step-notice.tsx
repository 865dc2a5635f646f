import type { AccountTeam } from '#contract/team.ts'
import type { TeamRank } from '#contract/team-progress.ts'
import { formatTeamNextStep } from '#web/shared/teams/next-step-text.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './page.module.css'

/** Shows the next step of a team. */
export function TeamNextStepNotice({ team, ranks }: { team: AccountTeam; ranks: readonly TeamRank[] }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const hasResults = team.scores.length > 0 || ranks.some(({ teamId }) => teamId === team.id)
  return (
    <p className={styles.next}>
      {t('accountTeams.progress.next')}: <strong>{formatTeamNextStep(t, team, hasResults, formatDateTime)}</strong>
    </p>
  )
}
