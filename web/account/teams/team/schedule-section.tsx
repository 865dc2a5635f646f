import { eventFilePaths } from '#contract/event-file-paths.ts'
import type { TeamSchedule } from '#contract/schedule.schema.ts'
import { formatTimeZone } from '#web/shared/format.ts'
import { localizePath, useLang, useRootData } from '#web/shared/language.ts'
import { SlotList, useNow } from '#web/shared/schedule/slot-list.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { SiteLink } from '#web/shared/ui/site-link.tsx'
import styles from '../page.module.css'

/** Shows when and where a team has its runs in events with a published schedule. Renders nothing without them. */
export function TeamScheduleSection({ teamId, schedules }: { teamId: string; schedules: readonly TeamSchedule[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { timeZone } = useRootData()
  const now = useNow()
  const [first] = schedules
  if (!first) return null
  return (
    <section aria-labelledby="schedule" className={styles.part}>
      <h2 id="schedule" className={styles.partTitle}>
        {t('schedule.title')}
      </h2>
      <p className={styles.partIntro}>
        {t('schedule.zone', { zone: `\u2068${formatTimeZone(timeZone, lang, first.slots[0]?.startsAt)}\u2069` })}
      </p>
      {schedules.map(({ event, slots }) => (
        <div key={event.slug}>
          <p>
            <SiteLink to={`/events/${event.slug}/`}>
              <bdi>{event.title[lang]}</bdi>
            </SiteLink>
            {' · '}
            <a href={localizePath(eventFilePaths.teamCalendar(event.slug, teamId), lang)}>{t('schedule.calendarOfTeam')}</a>
          </p>
          <SlotList slots={slots} now={now} />
        </div>
      ))}
    </section>
  )
}
