import { type ReactNode, useEffect, useState } from 'react'
import { toDateInTimeZone } from '#contract/platform/time-zone.ts'
import { formatDateTime, formatNumber, formatTimeOfDay, formatTimeZoneOffset } from '#web/shared/format.ts'
import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useIsPast } from '#web/shared/use-current-time.ts'
import styles from './display-frame.module.css'
import type { ConnectionCheck } from './use-connection-check.ts'
import type { LiveRanking } from './use-live-ranking.ts'
import type { Screen } from './use-screen.ts'

/**
 * Shows the time of day in the time zone of the site. Before hydration the clock is invisible, because the
 * page may have been rendered some time ago; it reserves its space, so that the page does not move later.
 */
function DisplayClock({ clockOffset }: { clockOffset: number }) {
  const { i18n } = useTranslation()
  const { timeZone } = useRootData()
  const [now, setNow] = useState<number>()
  useEffect(() => {
    const update = () => setNow(Date.now() + clockOffset)
    update()
    const timer = window.setInterval(update, 1000)
    return () => window.clearInterval(timer)
  }, [clockOffset])
  const shown = now ?? 0
  return (
    <time
      className={styles.clock}
      dateTime={new Date(shown).toISOString().slice(0, 16)}
      style={now === undefined ? { visibility: 'hidden' } : undefined}
    >
      <bdi dir="ltr">{formatTimeOfDay(shown, i18n.language, timeZone)}</bdi>{' '}
      <small>{formatTimeZoneOffset(timeZone, i18n.language, shown)}</small>
    </time>
  )
}

/** How many partners are shown at a time. */
const partnersAtATime = 6

type Props = {
  title: string
  check: ConnectionCheck
  ranking: LiveRanking
  screen: Screen
  /** The positions of the first and the last entry of the page. */
  range: { from: number; to: number }
  partners: readonly { name: string; image: string }[]
  turn: number
  hasClock: boolean
  /** Whether the reveal has the whole screen: clock and settings then are not shown. */
  isOnStage: boolean
  settings: ReactNode
  children: ReactNode
}

function DisplayState({
  check,
  ranking,
  screen: { scene, reveal },
}: Pick<Props, 'check' | 'ranking' | 'screen'>) {
  const { t, i18n } = useTranslation()
  const { timeZone } = useRootData()
  const isFrozen = useIsPast(ranking.freezeAt)
  const format = (instant: string | number) => formatTimeOfDay(instant, i18n.language, timeZone)
  /** Formats a time of today without its date. */
  const formatFreezeTime = (instant: string) =>
    toDateInTimeZone(new Date(instant), timeZone) === toDateInTimeZone(new Date(), timeZone)
      ? format(instant)
      : formatDateTime(instant, i18n.language, timeZone)
  if (!check.isOnline || !ranking.isConnected)
    return (
      <p className={styles.stale} role="status">
        {t('display.stale', { time: check.lastSuccess === undefined ? '–' : format(check.lastSuccess) })}
      </p>
    )
  if (scene !== 'ranking') return null
  if (reveal)
    return reveal.isRehearsal ? <p className={styles.rehearsal}>{t('display.reveal.rehearsal')}</p> : null
  if (ranking.freezeAt === null && ranking.resultsStatus === 'final')
    return <p className={styles.final}>{t('display.final')}</p>
  if (ranking.freezeAt === null)
    return ranking.isFollowed ? <p className={styles.live}>{t('display.live')}</p> : null
  if (isFrozen === undefined) return null
  return (
    <p className={styles.frozen}>
      {t(isFrozen ? 'display.frozen' : 'display.freezeSet', { time: formatFreezeTime(ranking.freezeAt) })}
    </p>
  )
}

/**
 * Shows the frame of the display: title, state of the connection and of the ranking, clock, partners and
 * settings.
 */
export function DisplayFrame({
  title,
  check,
  ranking,
  screen,
  range,
  partners,
  turn,
  hasClock,
  isOnStage,
  settings,
  children,
}: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { scene, clockOffset } = screen
  const isRanking = scene === 'ranking'
  const reveal = isRanking ? screen.reveal : null
  const start = partners.length > partnersAtATime ? (turn * partnersAtATime) % partners.length : 0
  const shownPartners =
    partners.length > partnersAtATime
      ? [...partners, ...partners].slice(start, start + partnersAtATime)
      : partners
  return (
    <>
      <header className={styles.head}>
        <div>
          {isRanking ? (
            <p className={styles.kind}>
              {t(
                reveal
                  ? reveal.openedCount > 0
                    ? 'display.reveal.title'
                    : 'display.reveal.begin'
                  : 'display.ranking',
              )}
            </p>
          ) : null}
          <h1>{title}</h1>
        </div>
        <div className={styles.state}>
          <DisplayState check={check} ranking={ranking} screen={screen} />
          {hasClock && scene !== 'clock' && !isOnStage ? <DisplayClock clockOffset={clockOffset} /> : null}
          <div className={styles.settings} data-hidden={isOnStage || undefined}>
            {settings}
          </div>
        </div>
      </header>
      <div className={styles.body}>{children}</div>
      <footer className={styles.foot}>
        {shownPartners.length > 0 && scene !== 'sponsors' ? (
          <ul className={styles.partners} aria-label={t('display.sponsors')}>
            {shownPartners.map(({ name, image }) => (
              <li key={`${name} ${image}`}>
                <img src={image} alt={name} />
              </li>
            ))}
          </ul>
        ) : null}
        {!isRanking || reveal || ranking.rows.length === 0 ? null : (
          <p className={styles.range}>
            {t('display.ranks', {
              from: formatNumber(range.from, lang),
              to: formatNumber(range.to, lang),
              total: formatNumber(ranking.entryCount, lang),
            })}
          </p>
        )}
      </footer>
    </>
  )
}
