import type { RankingReveal } from '#contract/results.ts'
import type { Language } from '#i18n/languages.ts'
import { formatNumber } from '#web/shared/format.ts'
import { countTimeDecimals, formatAttemptTime } from '#web/shared/format-attempt-time.ts'
import { explainRevealStep } from '#web/shared/ranking/explain-reveal-step.ts'
import { Medal } from '#web/shared/ranking/medal.tsx'
import { useRowAnimation } from '#web/shared/ranking/use-row-animation.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './display.module.css'

const rowMoveMs = 900

/** Selects the rows around the entry of the last step, at most `count`. */
const selectVisibleRows = ({ rows, step }: RankingReveal, count: number) => {
  const at = step ? rows.findIndex(({ entryId }) => entryId === step.entryId) : rows.length - 1
  const start = Math.max(0, Math.min(at - Math.floor(count / 2), rows.length - count))
  return rows.slice(start, start + count)
}

/** The projected screen of a reveal: the entry whose rank was opened, how it got there, and the ranking around it. */
export function RevealScreen({ reveal, eventTitle, rowCount }: { reveal: RankingReveal; eventTitle: string; rowCount: number }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const { step, rows, openedCount, openedTogether } = reveal
  const visible = selectVisibleRows(reveal, rowCount)
  const decimals = countTimeDecimals(visible.map(({ totalTimeMs }) => totalTimeMs))
  const body = useRowAnimation(
    visible.map(({ entryId, ...row }) => ({ id: entryId, ...row })),
    undefined,
    rowMoveMs,
  )
  const name = step?.name || t('display.unnamed')
  const openCount = rows.filter(({ isOpen }) => isOpen).length
  const firstOpened = reveal.stepCount - (openedTogether > 0 ? 1 : 0) + 1
  const lastOpened = firstOpened + openedTogether - 1
  return (
    <>
      <section className={styles.step} aria-live="polite" aria-atomic="true">
        {step ? (
          <div key={step.entryId} className={styles.opened}>
            <p className={styles.openedRank}>
              {step.rank <= 3 ? <Medal rank={step.rank} /> : null}
              {t('display.reveal.place', { rank: formatNumber(step.rank, lang) })}
            </p>
            <p className={styles.openedName}>
              <bdi>{name}</bdi>
              {step.teamName ? (
                <small>
                  <bdi>{step.teamName}</bdi>
                </small>
              ) : null}
            </p>
            <ul className={styles.reasons}>
              {explainRevealStep(step, t, lang).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        ) : (
          <p className={styles.openedRank}>
            {openedCount === 0
              ? t('display.reveal.start')
              : t(openedTogether === 1 ? 'display.reveal.openedTogetherOne' : 'display.reveal.openedTogether', {
                  from: formatNumber(firstOpened, lang),
                  to: formatNumber(lastOpened, lang),
                })}
          </p>
        )}
        {reveal.isPaused ? <p className={styles.paused}>{t('display.reveal.paused')}</p> : null}
      </section>
      <table className={styles.board} data-opened={openCount}>
        <caption className={hidden.visuallyHidden}>{t('display.caption', { event: eventTitle })}</caption>
        <thead className={hidden.visuallyHidden}>
          <tr>
            <th scope="col">{t('display.rank')}</th>
            <th scope="col">{t('display.player')}</th>
            <th scope="col">{t('display.score')}</th>
            <th scope="col">{t('display.time')}</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {visible.map((row) => (
            <tr key={row.entryId} data-row={row.entryId} data-open={row.isOpen} data-current={row.entryId === step?.entryId}>
              <td className={styles.rank}>
                {row.isOpen ? (
                  row.rank <= 3 ? (
                    <Medal rank={row.rank} />
                  ) : (
                    formatNumber(row.rank, lang)
                  )
                ) : (
                  <>
                    <span aria-hidden="true">{`(${formatNumber(row.rank, lang)})`}</span>
                    <span className={hidden.visuallyHidden}>{t('display.reveal.frozenRank', { rank: formatNumber(row.rank, lang) })}</span>
                  </>
                )}
              </td>
              <th scope="row">
                <bdi>{row.name || t('display.unnamed')}</bdi>
                {row.teamName ? (
                  <small>
                    <bdi>{row.teamName}</bdi>
                  </small>
                ) : null}
              </th>
              <td className={styles.number}>
                <bdi className={styles.points}>{formatNumber(row.totalScore, lang)}</bdi>
              </td>
              <td className={styles.number}>
                <bdi dir="ltr">{formatAttemptTime(row.totalTimeMs, decimals)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
