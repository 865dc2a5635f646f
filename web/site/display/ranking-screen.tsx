import { useId, useMemo } from 'react'
import { formatNumber } from '#web/shared/format.ts'
import { listDecidingColumns } from '#web/shared/ranking/list-deciding-columns.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import type { ScoreboardRow } from '#web/site/scoreboard/initial-scoreboard.ts'
import styles from './display.module.css'
import { ProjectedTable } from './projected-table.tsx'
import type { LiveRanking } from './use-live-ranking.ts'

type Props = {
  eventTitle: string
  ranking: LiveRanking
  /** The entries of the current page. */
  rows: readonly ScoreboardRow[]
}

/** Shows a page of the ranking, large enough for a projector. Screen readers hear when an entry moves up to one of the first three ranks. */
export function RankingScreen({ eventTitle, ranking, rows }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const named = useMemo(
    () => rows.map((row) => ({ ...row, name: row.playerName || row.teamName, teamName: row.playerName ? row.teamName : '' })),
    [rows],
  )
  const { climbed, rules } = ranking
  const columns = useMemo(() => listDecidingColumns(rules, rows, lang), [rules, rows, lang])
  const orderId = useId()
  return (
    <>
      <span className={hidden.visuallyHidden} aria-live="polite">
        {climbed
          ? t('display.movedUp', { name: `\u2068${climbed.playerName || climbed.teamName}\u2069`, rank: formatNumber(climbed.rank, lang) })
          : null}
      </span>
      {rows.length === 0 ? (
        <p className={styles.message}>{t('display.none')}</p>
      ) : (
        <>
          {rules ? (
            <p id={orderId} className={styles.order}>
              {rules.text[lang]}
            </p>
          ) : null}
          <ProjectedTable
            eventTitle={eventTitle}
            highlightsChanges
            rows={named}
            columns={columns}
            {...(rules ? { tableAttributes: { 'aria-describedby': orderId } } : {})}
          />
        </>
      )}
    </>
  )
}
