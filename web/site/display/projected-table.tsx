import type { ComponentProps } from 'react'
import { RankingTable, type RankingTableRow } from '#web/shared/ranking/ranking-table.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './projected-table.module.css'

type ProjectedRow = RankingTableRow & { name: string; teamName: string }
type Props<Row extends ProjectedRow> = Pick<
  ComponentProps<typeof RankingTable<Row>>,
  'rows' | 'columns' | 'renderRank' | 'getRowAttributes' | 'tableAttributes' | 'hasHiddenHead' | 'moveMs'
> & {
  eventTitle: string
  /** Whether a row is highlighted when it changes. */
  highlightsChanges?: boolean
}

/** Shows the ranking of the display page, large enough for a projector. */
export function ProjectedTable<Row extends ProjectedRow>({ eventTitle, highlightsChanges, ...props }: Props<Row>) {
  const { t } = useTranslation()
  return (
    <RankingTable
      {...props}
      caption={t('display.caption', { event: eventTitle })}
      headings={{ rank: t('display.rank'), participant: t('display.player'), score: t('display.score'), time: t('display.time') }}
      classes={{
        table: styles.board,
        rank: styles.rank,
        number: styles.number,
        points: styles.points,
        deciding: styles.deciding,
        decidingOnPhones: styles.decidingOnPhones,
        highlight: highlightsChanges ? styles.highlight : undefined,
      }}
      renderParticipant={({ name, teamName }) => (
        <>
          <bdi>{name || t('display.unnamed')}</bdi>
          {teamName ? (
            <small>
              <bdi>{teamName}</bdi>
            </small>
          ) : null}
        </>
      )}
    />
  )
}
