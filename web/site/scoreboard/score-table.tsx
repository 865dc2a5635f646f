import { Fragment, memo, useCallback, useState } from 'react'
import { getMedalForRank } from '#contract/rules/scoring.ts'
import type { Language } from '#i18n/languages.ts'
import { formatNumber } from '#web/shared/format.ts'
import { formatAttemptTime } from '#web/shared/format-attempt-time.ts'
import { Medal } from '#web/shared/ranking/medal.tsx'
import { useRowAnimation } from '#web/shared/ranking/use-row-animation.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { AttemptsTable } from './attempts-table.tsx'
import type { ScoreboardRow } from './initial-scoreboard.ts'
import styles from './scores.module.css'

const skeletonRows = Array.from({ length: 10 }, (_, at) => at)
const noRows: readonly ScoreboardRow[] = []

type Props = {
  slug: string
  caption: string
  /** Null shows skeleton rows. */
  rows: readonly ScoreboardRow[] | null
  busy: boolean
  /** The decimals of the times, as on the podium. */
  decimals: number
  withLevel?: boolean
}

/** Shows the ranking as a table; every row opens its attempts. */
export function ScoreTable({ slug, caption, rows, busy, decimals, withLevel = false }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<string>()
  const body = useRowAnimation(rows ?? noRows, styles.highlight)
  const toggle = useCallback((id: string) => setOpen((before) => (before === id ? undefined : id)), [])
  return (
    <div className={styles.scroller}>
      <table className={styles.board} aria-busy={busy || rows === null}>
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
            <th scope="col" className={styles.number}>
              {t('scores.time')}
            </th>
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
                  <td>
                    <span className={styles.bone} />
                  </td>
                  <td />
                </tr>
              ))
            : rows.map((row) => (
                <Row
                  key={row.id}
                  slug={slug}
                  row={row}
                  decimals={decimals}
                  withLevel={withLevel}
                  isOpen={open === row.id}
                  onToggle={toggle}
                />
              ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { slug: string; row: ScoreboardRow; decimals: number; withLevel: boolean; isOpen: boolean; onToggle: (id: string) => void }

/** An entry, and its attempts while it is open. Memoized, because a live ranking has many rows. */
const Row = memo(function Row({ slug, row, decimals, withLevel, isOpen, onToggle }: RowProps) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const name = row.playerName || row.teamName || t('scores.unnamed')
  const below = [row.playerName && row.teamName, row.teamNo && t('scores.teamNo', { no: row.teamNo }), row.schoolName].filter(Boolean)
  return (
    <>
      <tr
        data-row={row.id}
        data-medal={getMedalForRank(row.rank)}
        onAnimationEnd={(event) => event.currentTarget.classList.remove(styles.highlight as string)}
      >
        <td className={styles.place}>
          {row.rank <= 3 ? <Medal rank={row.rank} /> : <span className={styles.rank}>{formatNumber(row.rank, lang)}</span>}
          <span className={styles.label}>{t(`scores.medal.${getMedalForRank(row.rank)}`)}</span>
        </td>
        <th scope="row" className={styles.participant}>
          <bdi>{name}</bdi>
          {below.length > 0 ? (
            <small>
              {below.map((text, at) => (
                <Fragment key={text}>
                  {at > 0 ? ' · ' : null}
                  <bdi>{text}</bdi>
                </Fragment>
              ))}
            </small>
          ) : null}
        </th>
        {withLevel ? <td className={styles.level}>{t(`missionType.${row.missionType}`)}</td> : null}
        <td className={styles.number}>
          <bdi className={styles.points}>{formatNumber(row.totalScore, lang)}</bdi>
        </td>
        <td className={styles.number}>
          <bdi dir="ltr">{formatAttemptTime(row.totalTimeMs, decimals)}</bdi>
        </td>
        <td className={styles.opener}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t('scores.showAttempts', { name: `\u2068${name}\u2069` })}
            onClick={() => onToggle(row.id)}
          />
        </td>
      </tr>
      {isOpen ? (
        <tr className={styles.opened}>
          <td className={styles.openedCell} colSpan={withLevel ? 6 : 5}>
            <AttemptsTable slug={slug} row={row} name={name} />
          </td>
        </tr>
      ) : null}
    </>
  )
})
