import type { ReactNode } from 'react'
import {
  computeColumnTimeDecimals,
  formatMeasuredTimeOrDash,
  formatNumber,
  hasAnyMeasuredTime,
} from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { type DecidingColumn, describeDecidingValues } from './list-deciding-columns.ts'
import { Medal } from './medal.tsx'
import { useRowAnimationRef } from './use-row-animation.ts'

/** What every row of a ranking has. */
export type RankingTableRow = {
  id: string
  rank: number
  totalScore: number
  totalTimeMs: number
  isProvisional?: true | undefined
}

type Props<Row extends RankingTableRow> = {
  caption: string
  headings: { rank: string; participant: string; score: string; time: string }
  rows: readonly Row[]
  /** The classes of the table and its cells; rows with new totals get `highlight` for a moment. */
  classes: Record<'table' | 'rank' | 'number' | 'points', string | undefined> & {
    participant?: string | undefined
    highlight?: string | undefined
    deciding?: string | undefined
    decidingOnPhones?: string | undefined
  }
  renderParticipant: (row: Row) => ReactNode
  /** Renders the rank instead of its medal or number. */
  renderRank?: (row: Row) => ReactNode
  /** Returns the `data-` attributes of a row. */
  getRowAttributes?: (row: Row) => Record<`data-${string}`, string | boolean | undefined>
  /** The attributes of the table itself. */
  tableAttributes?: Record<`data-${string}`, number> & { 'aria-busy'?: boolean; 'aria-describedby'?: string }
  hasHiddenHead?: boolean
  /** The values that decide, in an event with a rule set. */
  columns?: readonly DecidingColumn[]
  /** Whether there is a column of times; without it, when one of the rows has a time. */
  hasTimes?: boolean
  /** How many milliseconds a row takes to its new position. */
  moveMs?: number
}

/**
 * Shows a ranking as a table with rank, participant, score and, where times were measured, time. Its rows
 * move when ranks change.
 */
export function RankingTable<Row extends RankingTableRow>(props: Props<Row>) {
  const {
    caption,
    headings,
    rows,
    classes,
    renderParticipant,
    renderRank,
    getRowAttributes,
    tableAttributes,
    hasHiddenHead,
    moveMs,
  } = props
  const { columns = [] } = props
  const lang = useLang()
  const body = useRowAnimationRef(rows, classes.highlight, moveMs)
  const times = rows.map(({ totalTimeMs }) => totalTimeMs)
  const decimals = computeColumnTimeDecimals(times)
  const hasTimes = props.hasTimes ?? hasAnyMeasuredTime(times)
  const renderMedalOrNumber = ({ rank, isProvisional }: Row) =>
    rank <= 3 ? <Medal rank={rank} isProvisional={isProvisional} /> : formatNumber(rank, lang)
  return (
    <table className={classes.table} {...tableAttributes}>
      <caption className={hidden.visuallyHidden}>{caption}</caption>
      <thead className={hasHiddenHead ? hidden.visuallyHidden : undefined}>
        <tr>
          <th scope="col">{headings.rank}</th>
          <th scope="col">{headings.participant}</th>
          <th scope="col" className={classes.number}>
            {headings.score}
          </th>
          {hasTimes ? (
            <th scope="col" className={classes.number}>
              {headings.time}
            </th>
          ) : null}
          {columns.map(({ label }) => (
            <th key={label} scope="col" className={`${classes.number} ${classes.deciding}`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => (
          <tr
            key={row.id}
            data-row={row.id}
            {...getRowAttributes?.(row)}
            onAnimationEnd={(event) =>
              classes.highlight && event.currentTarget.classList.remove(classes.highlight)
            }
          >
            <td className={classes.rank}>{(renderRank ?? renderMedalOrNumber)(row)}</td>
            <th scope="row" className={classes.participant}>
              {renderParticipant(row)}
              <small className={classes.decidingOnPhones}>
                {describeDecidingValues(columns, row.id, lang)}
              </small>
            </th>
            <td className={classes.number}>
              <bdi className={classes.points}>{formatNumber(row.totalScore, lang)}</bdi>
            </td>
            {hasTimes ? (
              <td className={classes.number}>
                <bdi dir="ltr">{formatMeasuredTimeOrDash(row.totalTimeMs, decimals)}</bdi>
              </td>
            ) : null}
            {columns.map(({ label, values }) => (
              <td key={label} className={`${classes.number} ${classes.deciding}`}>
                <bdi>{values.get(row.id)}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
