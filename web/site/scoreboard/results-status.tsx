import type { PublishedResults } from '#contract/results.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './results-status.module.css'

/** Shows whether the results are provisional or final; final results have the hash of the score log, also on paper. */
export function ResultsStatus({ results }: { results: PublishedResults }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const { status, publishedAt, logSequence, logHash } = results
  return (
    <div className={styles.results}>
      <p className={styles.state}>
        <span className={styles.badge} data-status={status}>
          {t(`scores.results.${status}`)}
        </span>
        <span>{t('scores.results.published', { time: `\u2068${formatDateTime(publishedAt)}\u2069` })}</span>
      </p>
      {status === 'final' ? (
        <p className={styles.hash}>
          {t('scores.results.hash', { sequence: logSequence })} <code dir="ltr">{logHash}</code>
        </p>
      ) : null}
    </div>
  )
}
