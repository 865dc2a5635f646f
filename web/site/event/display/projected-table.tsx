import { type ComponentProps, type CSSProperties, Fragment } from 'react'
import { RankingTable, type RankingTableRow } from '#web/shared/event/ranking/ranking-table.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import styles from './projected-table.module.css'

type ProjectedRow = RankingTableRow & {
  name: string
  playerName: string
  teamNo: string
  schoolName: string
  /** The names of its awards. */
  awards?: readonly string[]
}
type Props<Row extends ProjectedRow> = Pick<
  ComponentProps<typeof RankingTable<Row>>,
  | 'rows'
  | 'columns'
  | 'hasTimes'
  | 'renderRank'
  | 'getRowAttributes'
  | 'tableAttributes'
  | 'hasHiddenHead'
  | 'moveMs'
> & {
  eventTitle: string
  /** Whether a row is highlighted when it changes. */
  highlightsChanges?: boolean
  /** The number of rows that share the height of the screen; without it rows are as high as their text. */
  rowCount?: number
}

/** With more rows on a page, the details of a row stand beside its name. */
const mostRowsWithTwoLines = 12

/** Shows the ranking of the display page, large enough for a projector. */
export function ProjectedRankingTable<Row extends ProjectedRow>({
  eventTitle,
  highlightsChanges,
  rowCount,
  ...props
}: Props<Row>) {
  const { t } = useTranslation()
  const table = (
    <RankingTable
      {...props}
      caption={t('display.caption', { event: eventTitle })}
      headings={{
        rank: t('display.rank'),
        participant: t('display.player'),
        score: t('display.score'),
        time: t('display.time'),
      }}
      classes={{
        table: styles.board,
        rank: styles.rank,
        number: styles.number,
        points: styles.points,
        deciding: styles.deciding,
        decidingOnPhones: styles.decidingOnPhones,
        highlight: highlightsChanges ? styles.highlight : undefined,
      }}
      renderParticipant={({ name, ...row }) => (
        <div className={styles.who}>
          <Bdi>{name || t('display.unnamed')}</Bdi>
          <small>
            {row.isProvisional ? `${t('display.provisional')} · ` : null}
            {row.awards?.map((award) => (
              <Fragment key={award}>
                <b>
                  <Bdi>{award}</Bdi>
                </b>{' '}
                ·{' '}
              </Fragment>
            ))}
            <Bdi>{[row.teamNo, row.playerName, row.schoolName].filter(Boolean).join(' · ')}</Bdi>
          </small>
        </div>
      )}
    />
  )
  if (rowCount === undefined) return table
  return (
    <div
      className={styles.fill}
      data-dense={rowCount > mostRowsWithTwoLines}
      style={{ '--page-rows': rowCount, '--shown-rows': props.rows.length } as CSSProperties}
    >
      {table}
    </div>
  )
}
