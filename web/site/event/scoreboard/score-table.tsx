import { Fragment, memo, useCallback, useId, useMemo, useState } from 'react'
import type { ScorePage } from '#contract/event/scores/score.schema.ts'
import { getEntryDisplayNames } from '#contract/event/scores/score.ts'
import type { RankingRules } from '#contract/event/scoring/rank-explanation.schema.ts'
import {
  createMedalFinderUnlessOpenTie,
  findMedalUnlessProvisional,
  getShownLevel,
  type Medal as MedalName,
} from '#contract/event/scoring/ranking.ts'
import {
  type DecidingColumn,
  describeDecidingValues,
  listDecidingColumnsExceptTotals,
} from '#web/shared/event/ranking/list-deciding-columns.ts'
import { Medal } from '#web/shared/event/ranking/medal.tsx'
import { useRowAnimationRef } from '#web/shared/event/ranking/use-row-animation.ts'
import { formatMeasuredTimeOrDash, formatNumber } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { SelfLoadingAttemptsTable } from './attempts-table.tsx'
import type { ScoreboardRow } from './initial-scoreboard.ts'
import styles from './scores.module.css'
import type { ScoreboardTimes } from './use-scoreboard.ts'

const skeletonRows = Array.from({ length: 10 }, (_, at) => at)
const noRows: readonly ScoreboardRow[] = []
/** The state of a ranking that is not loaded. */
export const unknownState: Props['state'] = { results: null, isOver: false }

type Props = {
  slug: string
  caption: string
  /** Null shows skeleton rows. */
  rows: readonly ScoreboardRow[] | null
  /** The first entries of the whole ranking, which decide whether ranks are shared. */
  first: readonly ScoreboardRow[]
  busy: boolean
  /** The order of an event with a rule set. */
  rules: RankingRules | null
  /** How the times are shown, as on the podium. */
  times: ScoreboardTimes
  /**
   * Whether the results are published, and the event is over: provisional results have no labels of medals.
   */
  state: Pick<ScorePage, 'results' | 'isOver'>
  /** The paths of the pages of teams by entry. */
  teamPagePaths?: ReadonlyMap<string, string>
  withLevel?: boolean
}

/**
 * Shows the ranking as a table with the order of its rules and the values that decide; every row opens its
 * attempts.
 */
export function RankingTableWithSelfLoadingAttempts({
  slug,
  caption,
  rows,
  first,
  busy,
  rules,
  times,
  state,
  teamPagePaths,
  withLevel = false,
}: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const orderId = useId()
  const columns = useMemo(
    () => listDecidingColumnsExceptTotals(rules, rows ?? noRows, lang),
    [rules, rows, lang],
  )
  const findMedalLabel = createMedalFinderUnlessOpenTie(state, first)
  const [open, setOpen] = useState<string>()
  const body = useRowAnimationRef(rows ?? noRows, styles.highlight)
  const toggle = useCallback((id: string) => setOpen((before) => (before === id ? undefined : id)), [])
  const table = (
    <div className={styles.scroller}>
      <table
        className={styles.board}
        aria-busy={busy || rows === null}
        aria-describedby={rules ? orderId : undefined}
      >
        <caption className={hidden.visuallyHidden}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('scores.place')}</th>
            <th scope="col">{t('scores.playerAndTeam')}</th>
            {withLevel ? (
              <th scope="col" className={styles.level}>
                {t('scores.level')}
              </th>
            ) : null}
            <th scope="col" className={styles.number}>
              {t('scores.score')}
            </th>
            {times.isShown ? (
              <th scope="col" className={styles.number}>
                {t('scores.time')}
              </th>
            ) : null}
            {columns.map(({ label }) => (
              <th key={label} scope="col" className={`${styles.number} ${styles.deciding}`}>
                {label}
              </th>
            ))}
            <th scope="col">
              <span className={hidden.visuallyHidden}>{t('scores.attempts')}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows === null
            ? skeletonRows.map((at) => (
                <tr key={at}>
                  <td>
                    <span className={styles.bone} />
                  </td>
                  <td>
                    <span className={styles.bone} />
                  </td>
                  {withLevel ? (
                    <td className={styles.level}>
                      <span className={styles.bone} />
                    </td>
                  ) : null}
                  <td>
                    <span className={styles.bone} />
                  </td>
                  {times.isShown ? (
                    <td>
                      <span className={styles.bone} />
                    </td>
                  ) : null}
                  <td />
                </tr>
              ))
            : rows.map((row) => (
                <Row
                  key={row.id}
                  slug={slug}
                  row={row}
                  decimals={times.decimals}
                  hasTimes={times.isShown}
                  medalLabel={findMedalLabel(row)}
                  columns={columns}
                  teamPagePath={teamPagePaths?.get(row.id)}
                  withLevel={withLevel}
                  isByMatches={rules?.isByMatches === true}
                  isOpen={open === row.id}
                  onToggle={toggle}
                />
              ))}
        </tbody>
      </table>
    </div>
  )
  if (!rules) return table
  return (
    <div className={styles.ordered}>
      {/* a long sentence, which most visitors do not need; it describes the table in any case */}
      <details className={styles.order}>
        <summary>{t('scores.order')}</summary>
        <p id={orderId}>{rules.text[lang]}</p>
      </details>
      {table}
    </div>
  )
}

type RowProps = Pick<Props, 'slug'> & {
  row: ScoreboardRow
  medalLabel: MedalName | undefined
  decimals: number
  hasTimes: boolean
  columns: readonly DecidingColumn[]
  teamPagePath: string | undefined
  withLevel: boolean
  isByMatches: boolean
  isOpen: boolean
  onToggle: (id: string) => void
}

/** An entry, and its attempts while it is open. Memoized, because a live ranking has many rows. */
const Row = memo(function Row({
  slug,
  row,
  decimals,
  hasTimes,
  medalLabel,
  columns,
  teamPagePath,
  withLevel,
  isByMatches,
  isOpen,
  onToggle,
}: RowProps) {
  const { t, tAttribute, i18n } = useTranslation()
  const lang = i18n.language
  const { first, second, both } = getEntryDisplayNames(row)
  const name = first || t('scores.unnamed')
  const level = getShownLevel(row)
  const decided = describeDecidingValues(columns, row.id, lang)
  const columnCount = 4 + (withLevel ? 1 : 0) + (hasTimes ? 1 : 0) + columns.length
  const below = [
    row.isProvisional ? t('scores.provisional') : '',
    second,
    row.teamNo && t('scores.teamNo', { no: row.teamNo }),
    row.schoolName,
  ].filter(Boolean)
  return (
    <>
      <tr
        data-row={row.id}
        data-medal={findMedalUnlessProvisional(row)}
        onAnimationEnd={(event) => event.currentTarget.classList.remove(styles.highlight as string)}
      >
        <td className={styles.place}>
          {row.rank <= 3 ? (
            <Medal rank={row.rank} isProvisional={row.isProvisional} />
          ) : (
            <span className={styles.rank}>{formatNumber(row.rank, lang)}</span>
          )}
          {medalLabel ? <span className={styles.label}>{t(`scores.medal.${medalLabel}`)}</span> : null}
        </td>
        <th scope="row" className={styles.participant}>
          {teamPagePath ? (
            <LocalizedLink to={teamPagePath}>
              <Bdi>{name}</Bdi>
            </LocalizedLink>
          ) : (
            <Bdi>{name}</Bdi>
          )}
          {below.length > 0 ? (
            <small>
              {below.map((text, at) => (
                <Fragment key={text}>
                  {at > 0 ? ' · ' : null}
                  <Bdi>{text}</Bdi>
                </Fragment>
              ))}
            </small>
          ) : null}
        </th>
        {withLevel ? (
          <td className={styles.level}>{level === null ? null : t(`missionType.${level}`)}</td>
        ) : null}
        <td className={styles.number}>
          <bdi className={styles.points}>{formatNumber(row.totalScore, lang)}</bdi>
        </td>
        {hasTimes ? (
          <td className={styles.number}>
            <bdi dir="ltr">{formatMeasuredTimeOrDash(row.totalTimeMs, decimals)}</bdi>
          </td>
        ) : null}
        {columns.map(({ label, values }) => (
          <td key={label} className={`${styles.number} ${styles.deciding}`}>
            <bdi>{values.get(row.id)}</bdi>
          </td>
        ))}
        <td className={styles.opener}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={tAttribute('scores.showAttempts', { name: both || name })}
            onClick={() => onToggle(row.id)}
          />
        </td>
      </tr>
      {decided ? (
        <tr className={styles.decidingOnPhones} data-deciding>
          <td colSpan={columnCount}>{decided}</td>
        </tr>
      ) : null}
      {isOpen ? (
        <tr className={styles.opened}>
          <td className={styles.openedCell} colSpan={columnCount}>
            <SelfLoadingAttemptsTable slug={slug} row={row} name={both || name} isByMatches={isByMatches} />
          </td>
        </tr>
      ) : null}
    </>
  )
})
