import type { TeamHistoryEntry } from '#contract/team-progress.ts'
import { formatTeamStage } from '#web/shared/format-team-stage.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './page.module.css'

/** Shows the history of a team, the newest step first. Renders nothing when it could not be loaded. */
export function TeamHistory({ history }: { history: readonly TeamHistoryEntry[] }) {
  const { t, i18n } = useTranslation()
  const { formatDate } = useDateFormat()
  if (history.length === 0) return null
  const formatValue = ({ kind, value }: TeamHistoryEntry) => {
    if (kind === 'stage') return formatTeamStage(t, value ?? '') || t('accountTeams.card.noStage')
    const key = `accountTeams.progress.statuses.${value ?? ''}`
    return kind === 'status' && i18n.exists(key) ? t(key as 'accountTeams.progress.statuses.registered') : (value ?? '')
  }
  return (
    <section aria-labelledby="history" className={styles.part}>
      <h2 id="history" className={styles.partTitle}>
        {t('accountTeams.progress.history')}
      </h2>
      <ol className={styles.history}>
        {history.map((entry) => (
          <li key={`${entry.at} ${entry.kind}`}>
            <time dateTime={entry.at}>{formatDate(entry.at)}</time>
            <span>{t(`accountTeams.progress.kinds.${entry.kind}`, { value: formatValue(entry) })}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
