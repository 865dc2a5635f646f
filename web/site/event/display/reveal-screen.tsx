import { useEffect, useMemo, useState } from 'react'
import type { RankingReveal, RevealedAward, RevealStep } from '#contract/event/results/results.schema.ts'
import { formatRankInWords } from '#i18n/formats/certificate-texts.ts'
import { listRevealStepSentences } from '#web/shared/event/ranking/explain-reveal-step.ts'
import { Medal } from '#web/shared/event/ranking/medal.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { LogoStar } from '#web/shared/ui/logo.tsx'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { DisplayPodium, formatTeamNoPlayerAndSchool, MemberListWithPhotos } from './podium.tsx'
import { ProjectedRankingTable } from './projected-table.tsx'
import styles from './reveal-screen.module.css'

const rowMoveMs = 900

/** Selects the rows around the entry of the last step, at most `count`. */
const selectVisibleRows = ({ rows, step }: RankingReveal, count: number) => {
  const at = step ? rows.findIndex(({ entryId }) => entryId === step.entryId) : rows.length - 1
  const start = Math.max(0, Math.min(at - Math.floor(count / 2), rows.length - count))
  return rows.slice(start, start + count)
}

const stageRanks = 3
/** How long the first rank has the screen before the podium. */
const championMs = 12_000

/**
 * Shows one of the first three ranks on the whole screen, with the members who may be shown, and its change
 * and its reason in one line.
 */
function StageStep({ step }: { step: RevealStep }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const lines = listRevealStepSentences(step, t, lang)
  return (
    <div key={step.entryId} className={styles.stageStep}>
      <p className={styles.stageRank}>
        <Medal rank={step.rank} />
        {[
          ...(step.rank === 1 ? [t('display.reveal.champion')] : []),
          formatRankInWords(t, step.rank, lang, 'display.reveal'),
        ].join(' · ')}
      </p>
      <p className={styles.stageName}>
        <Bdi>{step.name || t('display.unnamed')}</Bdi>
      </p>
      <p className={styles.stageDetails}>
        <Bdi>{formatTeamNoPlayerAndSchool(step)}</Bdi>
      </p>
      <MemberListWithPhotos className={styles.members} members={step.members} />
      <p className={styles.stageReason}>
        {[...new Set([lines[0], lines.at(-1)])].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}

/** Shows an award with its team, and the members who may be shown, on the whole screen. */
function StageAward({ award: { id, name, team, members } }: { award: RevealedAward }) {
  const { t, i18n } = useTranslation()
  return (
    <div key={id} className={styles.stageStep}>
      <p className={styles.stageRank}>
        <LogoStar size={96} core="var(--sun)" />
        <Bdi>{name[i18n.language]}</Bdi>
      </p>
      <p className={styles.stageName}>
        <Bdi>{team.name || t('display.unnamed')}</Bdi>
      </p>
      <p className={styles.stageDetails}>
        <Bdi>{[team.teamNo, team.schoolName].filter(Boolean).join(' · ')}</Bdi>
      </p>
      <MemberListWithPhotos className={styles.members} members={members} />
    </div>
  )
}

/**
 * Shows the projected screen of a reveal: the entry whose rank was opened, how it got there, and the ranking
 * around it. Each of the first three ranks and each award has the whole screen; after the first rank follows the
 * podium.
 */
export default function RevealScreen({
  reveal,
  eventTitle,
  rowCount,
}: {
  reveal: RankingReveal
  eventTitle: string
  rowCount: number
}) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { step, rows, openedCount, lowerRanks } = reveal
  const visible = useMemo(
    () => selectVisibleRows(reveal, rowCount).map(({ entryId, ...row }) => ({ id: entryId, ...row })),
    [reveal, rowCount],
  )
  const name = step?.name || t('display.unnamed')
  const openCount = rows.filter(({ isOpen }) => isOpen).length
  const winners = rows
    .filter(({ rank, isOpen }) => isOpen && rank <= stageRanks)
    .map(({ entryId, ...row }) => ({ id: entryId, ...row }))
  const isComplete = reveal.award === null && rows.every(({ isOpen }) => isOpen) && winners.length > 1
  const [hasPodium, setHasPodium] = useState(false)
  useEffect(() => {
    setHasPodium(false)
    if (!isComplete) return
    const timer = window.setTimeout(() => setHasPodium(true), championMs)
    return () => window.clearTimeout(timer)
  }, [isComplete])
  // a pause shows nothing, so that the presenter can speak
  if (reveal.isPaused)
    return (
      <section className={styles.stage} aria-live="polite" data-opened={openCount}>
        <p className={hidden.visuallyHidden}>{t('display.reveal.paused')}</p>
      </section>
    )
  if (reveal.award)
    return (
      <section className={styles.stage} aria-live="polite" aria-atomic="true" data-opened={openCount}>
        <StageAward award={reveal.award} />
      </section>
    )
  if (step && step.rank <= stageRanks)
    return (
      <section className={styles.stage} aria-live="polite" aria-atomic="true" data-opened={openCount}>
        {isComplete && hasPodium ? (
          <DisplayPodium title={t('display.reveal.podium')} rows={winners} />
        ) : (
          <StageStep step={step} />
        )}
      </section>
    )
  return (
    <>
      <section className={styles.step} aria-live="polite" aria-atomic="true">
        {step ? (
          <div key={step.entryId} className={styles.opened}>
            <p className={styles.openedRank}>{formatRankInWords(t, step.rank, lang, 'display.reveal')}</p>
            <p className={styles.openedName}>
              <Bdi>{name}</Bdi>
              <small>
                <Bdi>{formatTeamNoPlayerAndSchool(step)}</Bdi>
              </small>
            </p>
            <ul className={styles.reasons}>
              {listRevealStepSentences(step, t, lang).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        ) : (
          <p className={styles.openedRank}>
            {openedCount === 0
              ? t('display.reveal.start')
              : t(
                  lowerRanks?.from === lowerRanks?.to
                    ? 'display.reveal.openedTogetherOne'
                    : 'display.reveal.openedTogether',
                  {
                    from: formatNumber(lowerRanks?.from ?? 0, lang),
                    to: formatNumber(lowerRanks?.to ?? 0, lang),
                  },
                )}
          </p>
        )}
      </section>
      <ProjectedRankingTable
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
              <span className={hidden.visuallyHidden}>
                {t('display.reveal.frozenRank', { rank: formatNumber(rank, lang) })}
              </span>
            </>
          )
        }}
      />
    </>
  )
}
