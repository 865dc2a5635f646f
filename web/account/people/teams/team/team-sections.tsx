import { eventFilePaths } from '#contract/event/event-file-paths.ts'
import type { TeamFeedback } from '#contract/event/judging/panel.schema.ts'
import { getMatchesPagePath } from '#contract/event/matches/match.ts'
import type { MatchEvents, TeamSchedule } from '#contract/event/schedule/schedule.schema.ts'
import type { SeasonRecordSummary } from '#contract/people/seasons/season-year.schema.ts'
import type { TeamHistoryEntry } from '#contract/people/teams/team-progress.schema.ts'
import { TeamSlotList, useCurrentTimeMs } from '#web/shared/event/schedule/slot-list.tsx'
import { localizePath, useLang } from '#web/shared/language.ts'
import { formatTeamStage } from '#web/shared/people/teams/format-team-stage.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from '../page.module.css'

/**
 * Shows when and where a team has its runs in events with a published schedule. Renders nothing without them.
 */
export function TeamScheduleSection({
  teamId,
  schedules,
}: {
  teamId: string
  schedules: readonly TeamSchedule[]
}) {
  const { t } = useTranslation()
  const lang = useLang()
  const now = useCurrentTimeMs()
  if (schedules.length === 0) return null
  return (
    <section aria-labelledby="schedule" className={styles.part}>
      <h2 id="schedule" className={styles.partTitle}>
        {t('schedule.title')}
      </h2>
      {schedules.map((schedule) => (
        <div key={schedule.event.slug}>
          <p>
            <LocalizedLink to={`/events/${schedule.event.slug}/`}>
              <Bdi>{schedule.event.title[lang]}</Bdi>
            </LocalizedLink>
            {' · '}
            <a href={localizePath(eventFilePaths.teamCalendar(schedule.event.slug, teamId), lang)}>
              {t('schedule.calendarOfTeam')}
            </a>
          </p>
          <TeamSlotList schedule={schedule} now={now} />
        </div>
      ))}
    </section>
  )
}

/**
 * Links to the matches of a team in each event for whose matches it is drawn. Renders nothing without one.
 */
export function TeamMatchLinksSection({ teamNo, events }: { teamNo: number; events: MatchEvents }) {
  const { t } = useTranslation()
  const lang = useLang()
  if (events.length === 0) return null
  return (
    <section aria-labelledby="matches" className={styles.part}>
      <h2 id="matches" className={styles.partTitle}>
        {t('schedule.matchesOfTeam')}
      </h2>
      <ul>
        {events.map(({ slug, title }) => (
          <li key={slug}>
            <LocalizedLink to={getMatchesPagePath(slug, teamNo)}>
              <Bdi>{title[lang]}</Bdi>
            </LocalizedLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows what judges wrote to a team, after its release. Renders nothing without it. */
export function TeamFeedbackSection({ feedback }: { feedback: readonly TeamFeedback[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  if (feedback.length === 0) return null
  return (
    <section aria-labelledby="feedback" className={styles.part}>
      <h2 id="feedback" className={styles.partTitle}>
        {t('accountTeams.feedback.title')}
      </h2>
      <p className={styles.partIntro}>{t('accountTeams.feedback.text')}</p>
      {feedback.map(({ event, rounds }) => (
        <div key={event.id}>
          <p>
            <LocalizedLink to={`/events/${event.slug}/`}>
              <Bdi>{event.title[lang]}</Bdi>
            </LocalizedLink>
          </p>
          {rounds.map(({ round, label, texts }) => (
            <div key={round}>
              {label ? <h3 className={styles.feedbackRound}>{label[lang]}</h3> : null}
              {texts.map((text) => (
                <blockquote key={text} dir="auto" className={styles.feedbackText}>
                  {text}
                </blockquote>
              ))}
            </div>
          ))}
        </div>
      ))}
    </section>
  )
}

/**
 * Shows the season records of a team of the account, the newest first. `isFree` says that its competition has
 * no fee. Renders nothing without records.
 */
export function SeasonRecords({
  records,
  isFree,
}: {
  records: readonly SeasonRecordSummary[]
  isFree: boolean
}) {
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
              <Bdi>{season.name[lang]}</Bdi>
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

/** Shows the history of a team, the newest step first. Renders nothing when it could not be loaded. */
export function TeamProgressHistory({ history }: { history: readonly TeamHistoryEntry[] }) {
  const { t, i18n } = useTranslation()
  const { formatDate } = useDateFormat()
  if (history.length === 0) return null
  const formatValue = ({ kind, value }: TeamHistoryEntry) => {
    if (kind === 'stage') return formatTeamStage(t, value ?? '') || t('accountTeams.card.noStage')
    const key = `accountTeams.progress.statuses.${value ?? ''}`
    return kind === 'status' && i18n.exists(key)
      ? t(key as 'accountTeams.progress.statuses.registered')
      : (value ?? '')
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
