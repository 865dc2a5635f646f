import { useEffect, useRef, useState } from 'react'
import { computeTimerRemainingMs, type DisplayScene } from '#contract/event/display.ts'
import { getEntryDisplayNames } from '#contract/event/scores/score.ts'
import { displayScenes as ar } from '#i18n/ar/display-scenes.ts'
import { displayScenes as en } from '#i18n/en/display-scenes.ts'
import { languages } from '#i18n/languages.ts'
import { formatTimeOfDay, formatTimeZoneOffset } from '#web/shared/format.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useIsPast } from '#web/shared/use-current-time.ts'
import { PolledGroupsAndRoundScene } from './matches-scene.tsx'
import { DisplayPodium } from './podium.tsx'
import styles from './scene.module.css'
import { PolledNowAndNextByTableScene } from './tables-scene.tsx'
import type { LiveRanking } from './use-live-ranking.ts'
import type { Screen } from './use-screen.ts'

/** Returns the time by the clock of the server. It changes every `stepMs`. */
const useServerTime = (clockOffset: number, stepMs: number): number => {
  const [now, setNow] = useState(() => Date.now() + clockOffset)
  useEffect(() => {
    const update = () => setNow(Date.now() + clockOffset)
    update()
    const timer = window.setInterval(update, stepMs)
    return () => window.clearInterval(timer)
  }, [clockOffset, stepMs])
  return now
}

/** Shows the time of day and the date in the time zone of the site. */
function ClockScene({ clockOffset }: { clockOffset: number }) {
  const lang = useLang()
  const { timeZone } = useRootData()
  const now = useServerTime(clockOffset, 500)
  const format = new Intl.DateTimeFormat(languages[lang].locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  return (
    <section className={styles.centred}>
      <time className={styles.figures} dateTime={new Date(now).toISOString().slice(0, 16)} dir="ltr">
        {formatTimeOfDay(now, lang, timeZone)}
      </time>
      <p className={styles.line}>
        {format.format(now)} <small>{formatTimeZoneOffset(timeZone, lang, now)}</small>
      </p>
    </section>
  )
}

const lastMs = 10_000
const endTones = [660, 660, 880]

/**
 * Plays the tones of the end, each for a quarter of a second. They stay silent in a browser that needs a
 * click on the page first, and had none.
 */
const playEndTones = () => {
  const context = new AudioContext()
  const tones = endTones.map((frequency, index) => {
    const tone = new OscillatorNode(context, { frequency })
    tone.connect(context.destination)
    tone.start(context.currentTime + index * 0.4)
    tone.stop(context.currentTime + index * 0.4 + 0.25)
    return tone
  })
  tones.at(-1)?.addEventListener('ended', () => void context.close())
}

/**
 * Shows what the match timer has left, and with `hasSound` plays tones when it ends. All screens compute it
 * from the clock of the server.
 */
function TimerScene({
  timer,
  clockOffset,
  hasSound,
}: Pick<Screen, 'timer' | 'clockOffset'> & Pick<Props, 'hasSound'>) {
  const texts = useLang() === 'ar' ? ar.timer : en.timer
  const now = useServerTime(clockOffset, 100)
  const leftMs = timer ? computeTimerRemainingMs(timer, now) : 0
  const seconds = Math.ceil(leftMs / 1000)
  const isOver = seconds === 0
  const isRunning = Boolean(timer?.endsAt) && !isOver
  const wasRunning = useRef(false)
  useEffect(() => {
    if (isOver && wasRunning.current && hasSound) playEndTones()
    wasRunning.current = isRunning
  }, [isOver, isRunning, hasSound])
  if (!timer) return null
  const isPaused = timer.endsAt === null && leftMs < timer.durationMs && !isOver
  const figures = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <section className={styles.centred}>
      <h2 className={styles.title}>{texts.title}</h2>
      <p
        className={styles.figures}
        role="timer"
        dir="ltr"
        data-last={timer.endsAt !== null && leftMs <= lastMs}
      >
        {figures}
      </p>
      <p className={styles.line} role="status">
        {isOver ? texts.over : isPaused ? texts.paused : '\u00a0'}
      </p>
    </section>
  )
}

/**
 * Shows the message of the screen in both languages, that of the page first. Long messages have smaller
 * letters.
 */
function MessageScene({ message }: Pick<Screen, 'message'>) {
  const lang = useLang()
  const shown = (['en', 'ar'] as const)
    .filter((each) => message[each] !== '')
    .toSorted((each) => (each === lang ? -1 : 1))
  const length = Math.max(0, ...shown.map((each) => message[each].length))
  return (
    <section
      className={styles.centred}
      aria-live="polite"
      data-length={length > 120 ? 'long' : length > 50 ? 'medium' : 'short'}
    >
      {shown.map((each) => (
        <p key={each} className={styles.message} lang={each} dir={languages[each].dir}>
          {message[each]}
        </p>
      ))}
    </section>
  )
}

const logosAtATime = 12

/** Shows the logos of the partners, a page at a time. */
function SponsorsScene({ partners, turn }: Pick<Props, 'partners' | 'turn'>) {
  const texts = useLang() === 'ar' ? ar : en
  const page = turn % Math.max(1, Math.ceil(partners.length / logosAtATime))
  return (
    <section className={styles.centred}>
      <h2 className={styles.title}>{texts.sponsors}</h2>
      <ul className={styles.logos}>
        {partners.slice(page * logosAtATime, (page + 1) * logosAtATime).map(({ name, image }) => (
          <li key={`${name} ${image}`}>
            <img src={image} alt={name} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Shows the first three ranks, not while the ranking is frozen: the podium would name others than the reveal.
 */
function PodiumScene({
  ranking: { rows, freezeAt, resultsStatus },
  isRevealing,
}: {
  ranking: LiveRanking
  isRevealing: boolean
}) {
  const texts = useLang() === 'ar' ? ar.podium : en.podium
  // until the browser knows the time, a freeze counts
  const isHidden = useIsPast(freezeAt) !== false || isRevealing
  const winners = rows.filter(({ rank }) => rank <= 3)
  return (
    <section className={styles.stage}>
      {isHidden || winners.length === 0 ? (
        <p className={styles.line}>{texts.hidden}</p>
      ) : (
        <DisplayPodium
          title={resultsStatus === 'final' ? texts.final : texts.current}
          rows={winners.map((row) => {
            const { first, second } = getEntryDisplayNames(row)
            return { ...row, name: first, playerName: second }
          })}
        />
      )}
    </section>
  )
}

type Props = {
  scene: Exclude<DisplayScene, 'ranking'>
  screen: Screen
  eventId: string
  eventTitle: string
  ranking: LiveRanking
  partners: readonly { name: string; image: string }[]
  hasSound: boolean
  rowCount: number
  turn: number
}

/** Shows the scene of a screen other than the ranking. */
export default function Scene({
  scene,
  screen,
  eventId,
  eventTitle,
  ranking,
  partners,
  hasSound,
  rowCount,
  turn,
}: Props) {
  const { clockOffset, message, timer, reveal } = screen
  switch (scene) {
    case 'matches':
      return <PolledGroupsAndRoundScene eventId={eventId} ranking={ranking} turn={turn} />
    case 'tables':
      return (
        <PolledNowAndNextByTableScene
          eventId={eventId}
          eventTitle={eventTitle}
          clockOffset={clockOffset}
          rowCount={rowCount}
          turn={turn}
        />
      )
    case 'clock':
      return <ClockScene clockOffset={clockOffset} />
    case 'timer':
      return <TimerScene timer={timer} clockOffset={clockOffset} hasSound={hasSound} />
    case 'message':
      return <MessageScene message={message} />
    case 'sponsors':
      return <SponsorsScene partners={partners} turn={turn} />
    case 'podium':
      return <PodiumScene ranking={ranking} isRevealing={reveal !== null} />
  }
}
