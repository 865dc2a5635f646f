import { useMemo } from 'react'
import type { RankingReveal } from '#contract/results.ts'
import { formatNumber } from '#web/shared/format.ts'
import { explainRevealStep } from '#web/shared/ranking/explain-reveal-step.ts'
import { Medal } from '#web/shared/ranking/medal.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { ProjectedTable } from './projected-table.tsx'
import styles from './reveal-screen.module.css'

const rowMoveMs = 900

/** Selects the rows around the entry of the last step, at most `count`. */
const selectVisibleRows = ({ rows, step }: RankingReveal, count: number) => {
  const at = step ? rows.findIndex(({ entryId }) => entryId === step.entryId) : rows.length - 1
  const start = Math.max(0, Math.min(at - Math.floor(count / 2), rows.length - count))
  return rows.slice(start, start + count)
}

/** Shows the projected screen of a reveal: the entry whose rank was opened, how it got there, and the ranking around it. */
export function RevealScreen({ reveal, eventTitle, rowCount }: { reveal: RankingReveal; eventTitle: string; rowCount: number }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { step, rows, openedCount, openedTogether } = reveal
  const visible = useMemo(
    () => selectVisibleRows(reveal, rowCount).map(({ entryId, ...row }) => ({ id: entryId, ...row })),
    [reveal, rowCount],
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
      <ProjectedTable
        eventTitle={eventTitle}
        hasHiddenHead
        moveMs={rowMoveMs}
        tableAttributes={{ 'data-opened': openCount }}
        rows={visible}
        getRowAttributes={({ id, isOpen }) => ({ 'data-open': isOpen, 'data-current': id === step?.entryId })}
        renderRank={({ rank, isOpen }) => {
          if (isOpen) return rank <= 3 ? <Medal rank={rank} /> : formatNumber(rank, lang)
          return (
            <>
              <span aria-hidden="true">{`(${formatNumber(rank, lang)})`}</span>
              <span className={hidden.visuallyHidden}>{t('display.reveal.frozenRank', { rank: formatNumber(rank, lang) })}</span>
            </>
          )
        }}
      />
    </>
  )
}
