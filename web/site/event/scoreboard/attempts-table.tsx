import { useEffect, useState } from 'react'
import type { ScoreEntry } from '#contract/event/scores/score.schema.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { NeighborRanksExplanation } from '#web/shared/event/scores/rank-explanation.tsx'
import {
  computeColumnTimeDecimals,
  formatMeasuredTimeOrDash,
  formatNumber,
  hasAnyMeasuredTime,
} from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './attempts-table.module.css'
import type { ScoreboardRow } from './initial-scoreboard.ts'
import scores from './scores.module.css'

type Props = {
  slug: string
  row: ScoreboardRow
  name: string
  /** Whether the attempts are matches, of which a side may have missed one. */
  isByMatches: boolean
}

/** Shows the attempts of an entry, read when its row is opened and again when it changes. */
export function SelfLoadingAttemptsTable({ slug, row, name, isByMatches }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { formatDateTime } = useDateFormat()
  const [entry, setEntry] = useState<ScoreEntry>()
  const [failed, setFailed] = useState(false)
  const [retryCount, setRetryCount] = useState(0)
  const version = `${row.attemptCount} ${row.totalScore} ${row.totalTimeMs} ${row.score} ${row.timeMs} ${row.rank} ${retryCount}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `version` means that the attempts changed
  useEffect(() => {
    const ending = new AbortController()
    setFailed(false)
    getBrowserApi()
      .scores.getEntry(slug, row.id, ending.signal)
      .then(setEntry)
      .catch(() => {
        if (!ending.signal.aborted) setFailed(true)
      })
    return () => ending.abort()
  }, [slug, row.id, version])

  if (failed && !entry)
    return (
      <p className={styles.note} role="alert">
        {t('messages.loadFailed')}{' '}
        <button type="button" className={scores.link} onClick={() => setRetryCount(retryCount + 1)}>
          {t('retry')}
        </button>
      </p>
    )
  if (!entry) return <p className={styles.note}>{t('loading')}</p>
  const { attempts, explanation } = entry
  const hasRounds = attempts.some(({ round }) => round)
  const times = attempts.map(({ timeMs }) => timeMs)
  const decimals = computeColumnTimeDecimals(times)
  const hasTimes = hasAnyMeasuredTime(times)
  return (
    <>
      <NeighborRanksExplanation explanation={explanation} className={styles.note} />
      <table className={styles.attempts}>
        <caption>{t('scores.attemptsOf', { name })}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${styles.cell} ${styles.when}`}>
              {t('scores.when')}
            </th>
            <th scope="col" className={styles.cell}>
              {t(hasRounds ? 'scores.round' : 'scores.mission')}
            </th>
            <th scope="col" className={styles.cell} data-number>
              {t('scores.score')}
            </th>
            {hasTimes ? (
              <th scope="col" className={styles.cell} data-number>
                {t('scores.time')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <tr key={attempt.id}>
              <td className={`${styles.cell} ${styles.when}`}>
                <time dateTime={attempt.at}>{formatDateTime(attempt.at)}</time>
              </td>
              <td className={styles.cell}>
                {attempt.round?.[lang] ?? attempt.mission}
                <small className={styles.whenOnPhones}>
                  <time dateTime={attempt.at}>{formatDateTime(attempt.at)}</time>
                </small>
                {attempt.isDisqualified ? (
                  <small className={styles.disqualified}>
                    {t(isByMatches ? 'scores.absent' : 'scores.disqualified')}
                  </small>
                ) : null}
                {attempt.correctedAt ? (
                  <small className={styles.corrected}>
                    {t('scores.corrected', { time: formatDateTime(attempt.correctedAt) })}
                  </small>
                ) : null}
              </td>
              <td className={styles.cell} data-number>
                <bdi>{formatNumber(attempt.score, lang)}</bdi>
              </td>
              {hasTimes ? (
                <td className={styles.cell} data-number>
                  <bdi dir="ltr">{formatMeasuredTimeOrDash(attempt.timeMs, decimals)}</bdi>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
