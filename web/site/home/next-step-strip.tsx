import { useEffect, useState } from 'react'
import type { AccountTeamSummary } from '#contract/people/teams/team.schema.ts'
import { getTeamNextStep, urgentNextSteps } from '#contract/people/teams/team-next-step.ts'
import { accountTeamApi } from '#web/shared/api/account-teams.ts'
import { formatTeamNextStep, loadAccountTeamTexts } from '#web/shared/people/teams/account-team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import page from '#web/shared/ui/page.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from '#web/site/home/next-step-strip.module.css'

/** Returns the team with the most urgent step, else the newest one. */
const selectTeam = (teams: readonly AccountTeamSummary[]): AccountTeamSummary | undefined => {
  for (const step of urgentNextSteps) {
    const team = teams.find((each) => getTeamNextStep(each, each.scores.length > 0) === step)
    if (team) return team
  }
  return teams[0]
}

/**
 * Shows a strip with the next step of the user's teams and a link to them. Renders nothing without teams, or
 * when they cannot be loaded.
 */
export default function TeamNextStepStrip() {
  const { t, i18n } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const [team, setTeam] = useState<AccountTeamSummary>()
  useEffect(() => {
    void Promise.all([accountTeamApi.summaries(), loadAccountTeamTexts()]).then(
      ([teams, texts]) => {
        i18n.add(texts)
        setTeam(selectTeam(teams))
      },
      () => {},
    )
  }, [i18n])
  if (!team) return null
  return (
    <aside className={styles.strip} aria-label={t('accountTeams.progress.next')}>
      <div className={`${page.wide} ${styles.row}`}>
        <p>
          <Bdi>{team.name}</Bdi>:{' '}
          <strong>{formatTeamNextStep(t, team, team.scores.length > 0, formatDateTime)}</strong>
        </p>
        <LocalizedLink to="/account/" className={`${page.button} ${page.small}`}>
          {t('accountTeams.title')}
        </LocalizedLink>
      </div>
    </aside>
  )
}
