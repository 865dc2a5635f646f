import { Fragment, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { getEntryDisplayNames } from '#contract/event/scores/score.ts'
import type { EarlierRanking, EarlierScoreRow } from '#contract/event/scores/time-machine.schema.ts'
import { findMedalUnlessProvisional } from '#contract/event/scoring/ranking.ts'
import { timeMachine as ar } from '#i18n/ar/time-machine.ts'
import { timeMachine as en } from '#i18n/en/time-machine.ts'
import { earlierRankingApi } from '#web/shared/api/time-machine.ts'
import { Medal } from '#web/shared/event/ranking/medal.tsx'
import { RankingTable } from '#web/shared/event/ranking/ranking-table.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { createTextsFromCatalogue, useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import page from '#web/shared/ui/page.module.css'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import scores from '#web/site/event/scoreboard/scores.module.css'
import styles from './time-machine.module.css'

/** How long each step of the playback is shown at least, and how many steps a playback has at most. */
const playback = { pauseMs: 800, steps: 60 } as const

type TimeMachineState = {
  /** Null until they are loaded. */
  times: readonly string[] | null
  index: number
  ranking: EarlierRanking | undefined
  isFailed: boolean
  isPlaying: boolean
  setIndex: (index: number) => void
  setPlaying: (isPlaying: boolean) => void
  retry: () => void
}

/** Loads the times at which a ranking changed, and the ranking at one of them, the last one at first. */
const useTimeMachine = (slug: string): TimeMachineState => {
  const [times, setTimes] = useState<readonly string[] | null>(null)
  const [index, setIndexState] = useState(0)
  const [ranking, setRanking] = useState<EarlierRanking>()
  const [isFailed, setIsFailed] = useState(false)
  const [isPlaying, setIsPlaying] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const rankings = useRef(new Map<string, EarlierRanking>())

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats a failed request
  useEffect(() => {
    const request = new AbortController()
    earlierRankingApi.getTimeline(slug, request.signal).then(
      (timeline) => {
        setTimes(timeline.times)
        setIndexState(Math.max(0, timeline.times.length - 1))
      },
      () => {
        if (!request.signal.aborted) setIsFailed(true)
      },
    )
    return () => request.abort()
  }, [slug, attempt])

  const time = times?.[index]
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats a failed request
  useEffect(() => {
    if (time === undefined) return
    const known = rankings.current.get(time)
    if (known) {
      setRanking(known)
      return
    }
    const request = new AbortController()
    earlierRankingApi.getRankingAt(slug, time, request.signal).then(
      (loaded) => {
        rankings.current.set(time, loaded)
        setRanking(loaded)
      },
      () => {
        if (request.signal.aborted) return
        setIsFailed(true)
        setIsPlaying(false)
      },
    )
    return () => request.abort()
  }, [slug, time, attempt])

  const lastIndex = (times?.length ?? 1) - 1
  useEffect(() => {
    if (!isPlaying || ranking?.time !== time) return
    if (index >= lastIndex) {
      setIsPlaying(false)
      return
    }
    const step = Math.ceil(lastIndex / playback.steps)
    const timer = window.setTimeout(() => setIndexState(Math.min(index + step, lastIndex)), playback.pauseMs)
    return () => window.clearTimeout(timer)
  }, [isPlaying, ranking, time, index, lastIndex])

  const setIndex = useCallback((next: number) => {
    setIsPlaying(false)
    setIndexState(next)
  }, [])
  const setPlaying = useCallback(
    (next: boolean) => {
      setIsPlaying(next)
      // a playback from the end starts again
      if (next) setIndexState((before) => (before >= lastIndex ? 0 : before))
    },
    [lastIndex],
  )
  const retry = useCallback(() => {
    setIsFailed(false)
    setAttempt((before) => before + 1)
  }, [])
  return { times, index, ranking, isFailed, isPlaying, setIndex, setPlaying, retry }
}

const noRows: readonly EarlierScoreRow[] = []

/**
 * Shows the ranking of a past event at an earlier time, with a slider and a playback. Loaded when a visitor
 * opens it.
 */
export default function TimeMachine({ slug, onClose }: { slug: string; onClose: () => void }) {
  const lang = useLang()
  const { t: tSite } = useTranslation()
  const { t } = useMemo(
    () => createTextsFromCatalogue(lang, lang === 'ar' ? ar : en, ''),
    [lang],
  ) as unknown as {
    t: (key: keyof typeof en, values?: Record<string, string | number>) => string
  }
  const id = useId()
  const { formatDateTime } = useDateFormat()
  const state = useTimeMachine(slug)
  const { times, index, ranking, isFailed, isPlaying } = state
  const rows = ranking?.rows ?? noRows
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const time = times?.[index]
  const shownTime = time ? formatDateTime(time) : ''
  const leader = rows[0]
  const nameRow = (row: EarlierScoreRow) => getEntryDisplayNames(row).first || tSite('scores.unnamed')
  return (
    <section className={styles.timeMachine} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id} ref={heading} tabIndex={-1}>
          {t('title')}
        </h3>
        <button type="button" className={scores.link} onClick={onClose}>
          {t('close')}
        </button>
      </div>
      <p>{times?.length === 0 ? t('none') : t('intro')}</p>
      {isFailed ? (
        <p role="alert">
          {t('failed')}{' '}
          <button type="button" className={scores.link} onClick={state.retry}>
            {tSite('retry')}
          </button>
        </p>
      ) : null}
      {times && times.length > 0 ? (
        <>
          <div className={styles.controls}>
            <button type="button" className={page.button} onClick={() => state.setPlaying(!isPlaying)}>
              {isPlaying ? t('pause') : t('play')}
            </button>
            <input
              type="range"
              className={styles.slider}
              aria-label={t('slider')}
              aria-valuetext={shownTime}
              min={0}
              max={times.length - 1}
              value={index}
              onChange={(event) => state.setIndex(Number(event.currentTarget.value))}
            />
            <output className={styles.time}>{shownTime}</output>
          </div>
          {/* a slider reads its own value */}
          <span className={hidden.visuallyHidden} aria-live="polite">
            {leader
              ? t('leader', {
                  name: nameRow(leader),
                  score: formatNumber(leader.totalScore, lang),
                })
              : null}
          </span>
          <EarlierScoreTable
            rows={rows}
            caption={t('caption', { time: shownTime })}
            isBusy={ranking?.time !== time}
            nameRow={nameRow}
          />
          {ranking && ranking.entryCount > rows.length ? (
            <p className={styles.more}>
              {t('more', {
                count: formatNumber(rows.length, lang),
                total: formatNumber(ranking.entryCount, lang),
              })}
            </p>
          ) : null}
        </>
      ) : null}
    </section>
  )
}

type TableProps = {
  rows: readonly EarlierScoreRow[]
  caption: string
  isBusy: boolean
  nameRow: (row: EarlierScoreRow) => string
}

function EarlierScoreTable({ rows, caption, isBusy, nameRow }: TableProps) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <div className={scores.scroller}>
      <RankingTable
        caption={caption}
        headings={{
          rank: t('scores.place'),
          participant: t('scores.playerAndTeam'),
          score: t('scores.score'),
          time: t('scores.time'),
        }}
        rows={rows}
        classes={{
          table: scores.board,
          rank: scores.place,
          number: scores.number,
          points: scores.points,
          participant: scores.participant,
          highlight: scores.highlight,
        }}
        tableAttributes={{ 'aria-busy': isBusy }}
        getRowAttributes={(row) => ({ 'data-medal': findMedalUnlessProvisional(row) })}
        renderRank={({ rank }) =>
          rank <= 3 ? <Medal rank={rank} /> : <span className={scores.rank}>{formatNumber(rank, lang)}</span>
        }
        renderParticipant={(row) => (
          <>
            <Bdi>{nameRow(row)}</Bdi>
            <small>
              {[getEntryDisplayNames(row).second, row.schoolName].filter(Boolean).map((text, at) => (
                <Fragment key={text}>
                  {at > 0 ? ' · ' : null}
                  <Bdi>{text}</Bdi>
                </Fragment>
              ))}
            </small>
          </>
        )}
      />
    </div>
  )
}
