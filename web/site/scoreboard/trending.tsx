import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Localized } from '#contract/localized.ts'
import type { ScorePage } from '#contract/score.ts'
import type { Language } from '#i18n/languages.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { BoardTable } from './board-table.tsx'
import podium from './podium.module.css'
import { Podium } from './podium.tsx'
import { LiveState, Nothing } from './score-table.tsx'
import styles from './scores.module.css'
import tools from './tools.module.css'
import { useBoard } from './use-board.ts'

export type TrendingEvent = { id: string; slug: string; title: Localized; live?: boolean }
export type TrendingProps = {
  /** The events to choose from, the first one chosen. */
  events: readonly TrendingEvent[]
  /** The first ten places of the first event (`api.scores.scoreboard(slug, { perPage: 10 })`); null shows ten skeleton rows and reads them in the browser. */
  initial: ScorePage | null
}

/** The home page's ranking of one event chosen from a list: the first three on a podium, then the first ten. Nothing without events. */
export function Trending({ events, initial }: TrendingProps) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const id = useId()
  const [chosen, choose] = useState(events[0]?.id)
  const event = events.find((each) => each.id === chosen) ?? events[0]
  if (!event) return null
  return (
    <div className={styles.ranking}>
      <div className={tools.tools}>
        <label htmlFor={id}>{t('scores.chooseEvent')}</label>
        <select id={id} className={tools.chooser} value={event.id} onChange={(change) => choose(change.currentTarget.value)}>
          {events.map((each) => (
            <option key={each.id} value={each.id}>
              {each.title[lang]}
            </option>
          ))}
        </select>
      </div>
      <FirstTen key={event.id} event={event} initial={initial?.event.id === event.id ? initial : null} />
    </div>
  )
}

function FirstTen({ event, initial }: { event: TrendingEvent; initial: ScorePage | null }) {
  const { t, i18n } = useTranslation()
  const board = useBoard(event.id, event.slug, initial, event.live ?? false, 10)
  const rows = board.page?.rows
  const caption = t('scores.caption', { event: event.title[i18n.language as Language] })
  if (board.state === 'failed')
    return (
      <div role="alert">
        <Nothing title={t('messages.loadFailed')}>
          <button type="button" className={styles.link} onClick={board.retry}>
            {t('retry')}
          </button>
        </Nothing>
      </div>
    )
  if (rows?.length === 0)
    return (
      <Nothing title={t('scores.none')}>
        <p>{t('scores.noneHint')}</p>
      </Nothing>
    )
  return (
    <>
      {board.top.length >= 3 ? <Podium rows={board.top} /> : <div className={podium.podiumRoom} />}
      <BoardTable slug={event.slug} caption={caption} rows={rows ?? null} busy={board.state === 'loading'} />
      <p className={styles.foot}>
        <LiveState board={board} />
        <Link to={`/events/${event.slug}/`}>{t('scores.seeAll')}</Link>
      </p>
    </>
  )
}
