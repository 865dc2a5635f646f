import { type ReactNode, useId } from 'react'
import type { Tournament } from '#contract/event/matches/match.schema.ts'
import type { Language } from '#i18n/languages.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconArrowUp } from '#web/shared/ui/icons.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './group-table.module.css'
import type { TournamentWithFormatters } from './tournament-model.ts'

/** The row of a side in the standing of its group. */
export type StandingRow = Tournament['groups'][number]['rows'][number]

const sumColumns = ['played', 'won', 'drawn', 'lost'] as const

/** Formats a difference with its sign. */
const formatDifference = (value: number, lang: Language): string =>
  isolateText(value > 0 ? `+${value}` : value < 0 ? `\u2212${Math.abs(value)}` : '0', lang)
/** Removes the error of a binary fraction: scores have at most three decimals. */
const subtract = (a: number, b: number): number => Math.round((a - b) * 1000) / 1000

type Props = {
  model: TournamentWithFormatters
  group: number
  /** The rows that are shown, all by default. */
  rows?: readonly StandingRow[]
  /** Shows the side of a row, by default by its name. */
  renderSide?: ((row: StandingRow) => ReactNode) | undefined
  /** The chosen side, which is marked. */
  chosen?: number | undefined
  /** Whether won, drawn and lost matches and the fields of the score sheet are left out. */
  isCompact?: boolean
}

/** Shows a short heading of a column; screen readers read the whole one. */
function ColumnHeading({
  column,
}: {
  column: 'place' | (typeof sumColumns)[number] | 'scored' | 'difference' | 'points'
}) {
  const { t } = useTranslation()
  return (
    <th scope="col" className={column === 'place' ? styles.place : styles.number}>
      <span aria-hidden="true">{t(`matches.shortColumns.${column}`)}</span>
      <span className={hidden.visuallyHidden}>{t(`matches.columns.${column}`)}</span>
    </th>
  )
}

/** Tells whether a side has a place that advances, or has entered a knock-out from another place. */
const createAdvanceTest = (
  { pairings }: Tournament,
  { advancingPlaces, isComplete }: Tournament['groups'][number],
) => {
  const entered = new Set(
    pairings.flatMap(({ part, sides }) =>
      part.of === 'knockOut' && part.knockOut === 0 ? sides.map(({ side }) => side) : [],
    ),
  )
  return ({ place, side, played }: StandingRow) =>
    (place <= advancingPlaces && (played > 0 || isComplete)) || entered.has(side)
}

/** Shows the standing of a group as a table. */
export function GroupStandingTable({
  model,
  group,
  rows,
  renderSide = ({ side }) => model.nameTeams(side),
  chosen,
  isCompact = false,
}: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { tournament } = model
  const found = tournament.groups[group]
  if (!found) return null
  const advances = createAdvanceTest(tournament, found)
  const columns = isCompact ? (['played'] as const) : sumColumns
  return (
    <table className={styles.table}>
      <caption className={hidden.visuallyHidden}>{model.nameGroup(group)}</caption>
      <thead>
        <tr>
          <ColumnHeading column="place" />
          <th scope="col">{t('matches.columns.team')}</th>
          {columns.map((column) => (
            <ColumnHeading key={column} column={column} />
          ))}
          <ColumnHeading column="scored" />
          <ColumnHeading column="difference" />
          {isCompact
            ? null
            : tournament.fields.map(({ label }) => (
                <th key={label.en} scope="col" className={styles.number}>
                  {label[lang]}
                </th>
              ))}
          <ColumnHeading column="points" />
        </tr>
      </thead>
      <tbody>
        {(rows ?? found.rows).map((row) => (
          <tr
            key={row.side}
            data-chosen={row.side === chosen || undefined}
            data-last={row.place === found.advancingPlaces || undefined}
            data-annulled={row.isAnnulled || undefined}
          >
            <td className={styles.place}>
              {advances(row) ? (
                <>
                  <IconArrowUp className={styles.advances} size="0.9em" stroke={2.5} aria-hidden />
                  <span className={hidden.visuallyHidden}>{t('matches.advances')}</span>{' '}
                </>
              ) : null}
              {formatNumber(row.place, lang)}
            </td>
            <th scope="row" className={styles.team}>
              {renderSide(row)}
              {tournament.sides[row.side]?.isWithdrawn ? <small>{t('matches.withdrawn')}</small> : null}
            </th>
            {columns.map((column) => (
              <td key={column} className={styles.number}>
                {row[column]}
              </td>
            ))}
            <td className={styles.number}>
              <bdi dir="ltr">{`${row.scored}:${row.conceded}`}</bdi>
            </td>
            <td className={styles.number}>{formatDifference(subtract(row.scored, row.conceded), lang)}</td>
            {isCompact
              ? null
              : row.fields.map((value, at) => (
                  <td key={tournament.fields[at]?.label.en} className={styles.number}>
                    {value}
                  </td>
                ))}
            <td className={styles.number}>
              <b>{row.points}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shows a group of the page: its standing, who advances, and why the sides are in this order. */
export function GroupStandingSection({
  model,
  group,
  Heading,
  renderSide,
  chosen,
}: Omit<Props, 'rows' | 'isCompact'> & { Heading: 'h3' | 'h4' }) {
  const { t } = useTranslation()
  const id = useId()
  const found = model.tournament.groups[group]
  if (!found) return null
  const { rows, isComplete, advancingPlaces } = found
  const reasons = rows.flatMap(({ side, reason }, at) => {
    const next = rows[at + 1]
    return reason && next ? [{ better: side, worse: next.side, reason }] : []
  })
  return (
    <div className={styles.group}>
      <Heading id={id} className={styles.title}>
        {model.nameGroup(group)}
      </Heading>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard */}
      <section className={styles.scroller} aria-labelledby={id} tabIndex={0}>
        <GroupStandingTable model={model} group={group} chosen={chosen} renderSide={renderSide} />
      </section>
      {advancingPlaces > 0 ? (
        <p className={styles.legend}>
          <IconArrowUp className={styles.advances} size="0.9em" stroke={2.5} aria-hidden />{' '}
          {t('matches.advancing', { count: advancingPlaces })}
        </p>
      ) : null}
      {isComplete ? null : <p className={styles.legend}>{t('matches.provisional')}</p>}
      {reasons.length > 0 ? (
        <details className={styles.reasons}>
          <summary>{t('matches.reasons')}</summary>
          <ul>
            {reasons.map(({ better, worse, reason }) => (
              <li key={better}>
                {t('matches.reason', {
                  better: model.nameTeams(better),
                  worse: model.nameTeams(worse),
                  reason,
                })}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}
