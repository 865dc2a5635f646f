import type { SeasonRecordSummary } from '#contract/season-year.ts'
import { formatTeamStage } from '#web/shared/format-team-stage.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './page.module.css'

/** Shows the season records of a team of the account, the newest first. `isFree` says that its competition has no fee. Renders nothing without records. */
export function SeasonRecords({ records, isFree }: { records: readonly SeasonRecordSummary[]; isFree: boolean }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDate } = useDateFormat()
  if (records.length === 0) return null
  const unpaid = t(isFree ? 'accountTeams.card.free' : 'accountTeams.view.seasonUnpaid')
  return (
    <section aria-label={t('accountTeams.view.seasons')} className={styles.part}>
      <h2 className={styles.partTitle}>{t('accountTeams.view.seasons')}</h2>
      <ul>
        {records.map(({ id, season, stage, paid, createdAt }) => (
          <li key={id}>
            <strong>
              <bdi>{season.name[lang]}</bdi>
            </strong>
            {stage ? <> · {formatTeamStage(t, stage)}</> : null}
            {paid === null ? null : <> · {paid ? t('accountTeams.view.seasonPaid') : unpaid}</>}
            {' · '}
            {t('accountTeams.view.seasonRecorded', { date: formatDate(createdAt) })}
          </li>
        ))}
      </ul>
    </section>
  )
}
