import { Fragment, memo, useCallback, useState } from 'react'
import { medalOf } from '#contract/rules/ranking.ts'
import type { ScoreRow } from '#contract/score.ts'
import type { Language } from '#i18n/languages.ts'
import { formatNumber } from '#web/shared/format-score.ts'
import { decimalsOf, formatTime } from '#web/shared/format-time.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Medal } from '#web/shared/ui/medal.tsx'
import { useGlide } from '#web/shared/ui/use-row-animation.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { Attempts } from './attempts.tsx'
import styles from './scores.module.css'

const skeletonRows = Array.from({ length: 10 }, (_, at) => at)
const none: readonly ScoreRow[] = []

type Props = {
  slug: string
  caption: string
  /** Null shows the skeleton. */
  rows: readonly ScoreRow[] | null
  busy: boolean
  withLevel?: boolean
}

/** The ranking as a table; every row opens its attempts. */
export function BoardTable({ slug, caption, rows, busy, withLevel = false }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<string>()
  const body = useGlide(rows ?? none, styles.lit)
  const decimals = decimalsOf((rows ?? none).map((row) => row.totalTimeMs))
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

type RowProps = { slug: string; row: ScoreRow; decimals: number; withLevel: boolean; isOpen: boolean; onToggle: (id: string) => void }

/** A row, and its attempts once it is open. Made again only when something of it changes: a live board has many. */
const Row = memo(function Row({ slug, row, decimals, withLevel, isOpen, onToggle }: RowProps) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const name = row.player || row.team || t('scores.unnamed')
  const below = [row.player && row.team, row.teamNo && t('scores.teamNo', { no: row.teamNo }), row.school].filter(Boolean)
  return (
    <>
      <tr
        data-row={row.id}
        data-medal={medalOf(row.rank)}
        onAnimationEnd={(event) => event.currentTarget.classList.remove(styles.lit as string)}
      >
        <td className={styles.place}>
          {row.rank <= 3 ? <Medal place={row.rank} /> : <span className={styles.rank}>{formatNumber(row.rank, lang)}</span>}
          <span className={styles.label}>{t(`scores.medal.${medalOf(row.rank)}`)}</span>
        </td>
        <th scope="row" className={styles.who}>
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
          <bdi dir="ltr">{formatTime(row.totalTimeMs, decimals)}</bdi>
        </td>
        <td className={styles.opener}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t('scores.showAttempts', { name: `\u2068${name}\u2069` })}
            onClick={() => onToggle(row.id)}
          >
            <svg className={styles.chevron} viewBox="0 0 20 20" aria-hidden="true">
              <path d="M5 8l5 5 5-5" />
            </svg>
          </button>
        </td>
      </tr>
      {isOpen ? (
        <tr className={styles.opened}>
          <td className={styles.openedCell} colSpan={withLevel ? 6 : 5}>
            <Attempts slug={slug} row={row} name={name} />
          </td>
        </tr>
      ) : null}
    </>
  )
})
