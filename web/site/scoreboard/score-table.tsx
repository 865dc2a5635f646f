import { type ReactNode, useId } from 'react'
import { type MissionType, missionTypes } from '#contract/event.ts'
import type { ScorePage } from '#contract/score.ts'
import type { Language } from '#i18n/languages.ts'
import { mark } from '#web/assets/mark.ts'
import { formatNumber } from '#web/shared/format-score.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { BoardTable } from './board-table.tsx'
import { Podium } from './podium.tsx'
import styles from './scores.module.css'
import tools from './tools.module.css'
import { type Board, useBoard } from './use-board.ts'

/** How many rows a page of the ranking has. */
export const boardRows = 50

export type ScoreboardProps = {
  eventId: string
  slug: string
  /** The first page, as the page's loader has read it (`api.scores.scoreboard(slug, { perPage: boardRows })`); null shows the skeleton and reads it in the browser. */
  initial: ScorePage | null
  /** Whether the board listens for changes. It does unless told otherwise: a ranking may be corrected after its event, too. */
  live?: boolean
}

/** Says that something is missing or went wrong, with the star of the mark. */
export function Nothing({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.nothing}>
      <svg className={styles.emptyStar} viewBox={mark.viewBox} aria-hidden="true">
        <path d={mark.outline} />
        <path d={mark.traces} />
      </svg>
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  )
}

/** That the line stands, or is interrupted; and for those who do not see it, who climbed. */
export function LiveState({ board }: { board: Board }) {
  const { t } = useTranslation()
  const { climbed, connected } = board
  if (!board.live) return null
  return (
    <>
      <span className={tools.live} data-connected={connected} title={t('scores.liveHint')}>
        {connected === false ? t('scores.reconnecting') : t('scores.live')}
      </span>
      <span className={hidden.visuallyHidden} aria-live="polite">
        {climbed && climbed.rank <= 10
          ? t('scores.moved', { name: `\u2068${climbed.player || climbed.team}\u2069`, place: climbed.rank })
          : null}
      </span>
    </>
  )
}

function Tools({ board }: { board: Board }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const id = useId()
  const { query, page } = board
  const filtered = Boolean(query.search) || query.missionType !== undefined
  const total = page?.total ?? 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` is not known to all browsers that people use
    <form className={tools.tools} role="search" onSubmit={(event) => event.preventDefault()}>
      <label htmlFor={`${id}s`}>{t('scores.search')}</label>
      <input
        id={`${id}s`}
        type="search"
        dir="auto"
        maxLength={200}
        value={query.search ?? ''}
        placeholder={t('scores.searchHint')}
        onChange={(event) => board.set({ ...query, page: 1, search: event.currentTarget.value })}
      />
      <label htmlFor={`${id}m`}>{t('scores.filter')}</label>
      <select
        id={`${id}m`}
        value={query.missionType ?? ''}
        onChange={(event) => {
          const { missionType: _, ...rest } = query
          const { value } = event.currentTarget
          board.set({ ...rest, page: 1, ...(value === '' ? {} : { missionType: Number(value) as MissionType }) })
        }}
      >
        <option value="">{t('scores.all')}</option>
        {missionTypes.map((type) => (
          <option key={type} value={type}>
            {t(`missionType.${type}`)}
          </option>
        ))}
      </select>
      <output className={tools.count}>
        {page ? t(filtered ? 'scores.found' : 'scores.count', { count: total, formatted: formatNumber(total, lang) }) : null}
      </output>
      <LiveState board={board} />
    </form>
  )
}

function Pages({ board }: { board: Board }) {
  const { t } = useTranslation()
  const { page, query } = board
  if (!page || page.total <= page.perPage) return null
  const pages = Math.ceil(page.total / page.perPage)
  const at = query.page ?? 1
  const arrow = (label: string, to: number, path: string) => (
    <button type="button" disabled={to < 1 || to > pages} onClick={() => board.set({ ...query, page: to })} aria-label={label}>
      <svg className={styles.arrow} viewBox="0 0 20 20" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
  return (
    <nav className={styles.pages} aria-label={t('scores.pages')}>
      {arrow(t('scores.previous'), at - 1, 'M12 5l-5 5 5 5')}
      <span>{t('scores.page', { page: at, pages })}</span>
      {arrow(t('scores.next'), at + 1, 'M8 5l5 5-5 5')}
    </nav>
  )
}

/** An event's ranking: the first three on a podium, search, level filter, pages, rows that open their attempts, changes as they happen. */
export function Scoreboard(props: ScoreboardProps) {
  return <Ranking key={props.eventId} {...props} />
}

function Ranking({ eventId, slug, initial, live = true }: ScoreboardProps) {
  const { t, i18n } = useTranslation()
  const board = useBoard(eventId, slug, initial, live, initial?.perPage ?? boardRows)
  const { page, query, state } = board
  const filtered = Boolean(query.search) || query.missionType !== undefined
  const rows = page?.rows
  const title = page?.event.title[i18n.language as Language] ?? ''
  return (
    <section className={styles.ranking} aria-label={t('scores.title')}>
      {board.top.length >= 3 ? <Podium rows={board.top} /> : null}
      <Tools board={board} />
      {state === 'failed' ? (
        <div role="alert">
          <Nothing title={t('messages.loadFailed')}>
            <button type="button" className={styles.link} onClick={board.retry}>
              {t('retry')}
            </button>
          </Nothing>
        </div>
      ) : rows?.length === 0 && state === 'ready' ? (
        <Nothing title={filtered ? t('scores.nothingFound') : t('scores.none')}>
          {filtered ? (
            <button type="button" className={styles.link} onClick={() => board.set({})}>
              {t('scores.clear')}
            </button>
          ) : (
            <p>{t('scores.noneHint')}</p>
          )}
        </Nothing>
      ) : (
        <BoardTable slug={slug} caption={t('scores.caption', { event: title })} rows={rows ?? null} busy={state === 'loading'} withLevel />
      )}
      <Pages board={board} />
    </section>
  )
}
