import { useId, useState } from 'react'
import type { EventCard } from '#contract/event/event.schema.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { LocalizedLink } from '#web/shared/ui/localized-link.tsx'
import type { ScoreboardPage } from './initial-scoreboard.ts'
import podium from './podium.module.css'
import { canFillPodium, Podium } from './podium.tsx'
import { RankingTableWithSelfLoadingAttempts, unknownState } from './score-table.tsx'
import { FreezeNotice, LiveRankingStatus } from './scoreboard.tsx'
import { ScoreboardLoadError, ScoreboardMessage } from './scoreboard-message.tsx'
import styles from './scores.module.css'
import toolbar from './toolbar.module.css'
import trending from './trending-scores.module.css'
import { computeTimeColumnFormat, useLiveScoreboard } from './use-scoreboard.ts'

type TrendingEvent = Pick<EventCard, 'id' | 'slug' | 'live'> & { title: string }
type SelectableEventTopTenProps = {
  /** The events to choose from; the first one is selected. */
  events: readonly TrendingEvent[]
  /**
   * The first ten entries of the first event, from the loader of the route; null shows ten skeleton rows and
   * reads them in the browser.
   */
  initial: ScoreboardPage | null
}

/**
 * Shows the first ten entries of one event, which the visitor selects, and a podium of the first three.
 * Renders nothing without events.
 */
export function SelectableEventTopTen({ events, initial }: SelectableEventTopTenProps) {
  const { t } = useTranslation()
  const id = useId()
  const [selectedId, select] = useState(events[0]?.id)
  const event = events.find((each) => each.id === selectedId) ?? events[0]
  if (!event) return null
  return (
    <div className={styles.ranking}>
      <div className={toolbar.tools}>
        <label htmlFor={id}>{t('scores.chooseEvent')}</label>
        <select
          id={id}
          className={toolbar.chooser}
          value={event.id}
          onChange={(change) => select(change.currentTarget.value)}
        >
          {events.map((each) => (
            <option key={each.id} value={each.id}>
              {each.title}
            </option>
          ))}
        </select>
      </div>
      <FirstTen key={event.id} event={event} initial={initial?.event.id === event.id ? initial : null} />
    </div>
  )
}

function FirstTen({ event, initial }: { event: TrendingEvent; initial: ScoreboardPage | null }) {
  const { t } = useTranslation()
  const scoreboard = useLiveScoreboard(event, initial, 10)
  const rows = scoreboard.page?.rows
  const times = computeTimeColumnFormat(scoreboard)
  const caption = t('scores.caption', { event: event.title })
  if (scoreboard.status === 'failed') return <ScoreboardLoadError onRetry={scoreboard.retry} />
  if (rows?.length === 0)
    return (
      <ScoreboardMessage title={t('scores.none')}>
        <p>{t('scores.noneHint')}</p>
      </ScoreboardMessage>
    )
  return (
    <>
      <div className={styles.podiumAndTable}>
        {canFillPodium(scoreboard.top) ? (
          <Podium rows={scoreboard.top} times={times} />
        ) : (
          <div className={podium.podiumRoom} />
        )}
        <RankingTableWithSelfLoadingAttempts
          slug={event.slug}
          caption={caption}
          rows={rows ?? null}
          first={scoreboard.first}
          busy={scoreboard.status === 'loading'}
          rules={scoreboard.page?.rules ?? null}
          times={times}
          state={scoreboard.page ?? unknownState}
        />
      </div>
      <FreezeNotice freezeAt={scoreboard.page?.freezeAt ?? null} />
      <p className={trending.foot}>
        <LiveRankingStatus scoreboard={scoreboard} isLive={event.live} />
        <LocalizedLink to={`/events/${event.slug}/`}>{t('scores.seeAll')}</LocalizedLink>
      </p>
    </>
  )
}
