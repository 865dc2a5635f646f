import type { NextSlot } from '#contract/schedule.ts'
import { formatTimeOfDay } from '#web/shared/format.ts'
import { useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './next-teams.module.css'

const shownSlots = 5

/** Shows the next teams of the schedule with their time, table and round. Renders nothing without a schedule. */
export function NextTeams({ slots }: { slots: readonly NextSlot[] }) {
  const { t, i18n } = useTranslation()
  const { timeZone } = useRootData()
  if (slots.length === 0) return null
  return (
    <aside className={styles.next} aria-label={t('display.nextTeams')}>
      <h2>{t('display.nextTeams')}</h2>
      <ol>
        {slots.slice(0, shownSlots).map(({ id, startsAt, teamName, teamNo, table, round }) => (
          <li key={id}>
            <time dateTime={startsAt}>
              <bdi dir="ltr">{formatTimeOfDay(startsAt, i18n.language, timeZone).split(' ')[0]}</bdi>
            </time>
            <span>
              <bdi>{teamName || `#${teamNo}`}</bdi>
              <small>{t('display.slot', { table: `\u2068${table}\u2069`, round })}</small>
            </span>
          </li>
        ))}
      </ol>
    </aside>
  )
}
