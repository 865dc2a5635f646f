import { useEffect, useId, useMemo, useState } from 'react'
import { eventFilePaths } from '#contract/event/event-file-paths.ts'
import type { NextSlot, PublicSchedule } from '#contract/event/schedule/schedule.schema.ts'
import { listNextSlots, type PlayableSlot } from '#contract/event/schedule/slot-times.ts'
import { schedule as ar } from '#i18n/ar/schedule.ts'
import { schedule as en } from '#i18n/en/schedule.ts'
import { callWithoutTokenBypassingCache } from '#web/shared/api/browser-calls.ts'
import { createPublicEventApi } from '#web/shared/api/events.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import {
  joinSlotsOfMatches,
  type ListedSlot,
  SlotList,
  useCurrentTimeMs,
} from '#web/shared/event/schedule/slot-list.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { localizePath, useLang, useRootData } from '#web/shared/language.ts'
import { storageKeys } from '#web/shared/storage-keys.ts'
import { createTextsFromCatalogue, TextsProvider, useTranslation } from '#web/shared/texts.ts'
import { IconCalendarPlus } from '#web/shared/ui/icons.ts'
import page from '#web/shared/ui/page.module.css'
import toolbar from '#web/site/event/scoreboard/toolbar.module.css'

/** Returns the id of the team that was chosen on this device; empty without one or without storage. */
const readMyTeam = (): string => {
  try {
    return window.localStorage.getItem(storageKeys.myTeam) ?? ''
  } catch {
    return ''
  }
}

const storeMyTeam = (teamId: string): void => {
  try {
    window.localStorage.setItem(storageKeys.myTeam, teamId)
  } catch {
    // without storage the choice lasts until the page is closed
  }
}

type NextSlots = { isPublished: boolean; slots: NextSlot[] }
type Props = {
  slug: string
  /** The next slots, which the server renders; null when they could not be read. */
  initial: NextSlots | null
  schedule: PublicSchedule | undefined
  /** Whether the results are final: the schedule does not change any more. */
  isOver: boolean
}

const api = createPublicEventApi(callWithoutTokenBypassingCache)
const catalogues = { en: { schedule: en }, ar: { schedule: ar } }
const reloadMs = 30_000
/** How many slots the order by time shows at first. */
const shownCount = 6

/**
 * Returns the schedule of an event, read in the browser, and every half minute while the page is visible.
 * Undefined until it is read.
 */
export const usePolledSchedule = (slug: string, isOver: boolean): PublicSchedule | undefined => {
  const [schedule, setSchedule] = useState<PublicSchedule>()
  useEffect(() => {
    const read = () => {
      if (document.visibilityState !== 'visible') return
      api.schedule(slug).then(setSchedule, () => {})
    }
    read()
    if (isOver) return
    document.addEventListener('visibilitychange', read)
    const timer = window.setInterval(read, reloadMs)
    return () => {
      document.removeEventListener('visibilitychange', read)
      window.clearInterval(timer)
    }
  }, [slug, isOver])
  return schedule
}

/** Returns the texts of the schedule and of the link to matches. */
export const useScheduleTranslator = () => {
  const lang = useLang()
  const { brand } = useRootData()
  return useMemo(() => createTextsFromCatalogue(lang, catalogues[lang], brand.name), [lang, brand.name])
}

/** Shows the schedule of an event by time, table or team. Renders nothing until it is published. */
export function ScheduleSection({ slug, initial, schedule, isOver }: Props) {
  const texts = useScheduleTranslator()
  if (!(schedule ?? initial)?.isPublished) return null
  return (
    <TextsProvider value={texts}>
      <ScheduleViews slug={slug} next={initial?.slots ?? []} schedule={schedule} isOver={isOver} />
    </TextsProvider>
  )
}

/** Returns the ids of the slots of an event that are next. */
const listNextIds = (
  slots: readonly (PlayableSlot & { id: string })[],
  now = 0,
  areResultsFinal = false,
): ReadonlySet<string> => new Set(listNextSlots(slots, { now, areResultsFinal }).map(({ id }) => id))

const views = ['time', 'table', 'team'] as const
type View = (typeof views)[number]

/** Shows the slots in the chosen order. `next` are the first ones until the schedule is read. */
function ScheduleViews({
  slug,
  next,
  schedule,
  isOver,
}: {
  slug: string
  next: readonly NextSlot[]
  schedule: PublicSchedule | undefined
  isOver: boolean
}) {
  const { t, i18n } = useTranslation()
  const now = useCurrentTimeMs()
  const id = useId()
  const [view, setView] = useState<View>('time')
  const [table, setTable] = useState('')
  const [teamId, setTeamId] = useState('')
  const [showsAll, setShowsAll] = useState(false)
  const tables = [...new Set(schedule?.slots.map((slot) => slot.table))].sort((one, other) =>
    one.localeCompare(other, i18n.language),
  )
  const shownTable = tables.includes(table) ? table : (tables[0] ?? '')
  const teamById = new Map(schedule?.teams.map((team) => [team.id, team]))
  const team = teamById.get(teamId)
  const renderTeam = (name: string, teamNo: number) => <bdi>{name || `#${teamNo}`}</bdi>

  const all = joinSlotsOfMatches(
    schedule
      ? schedule.slots.map((slot) => {
          const { name = '', teamNo = 0 } = teamById.get(slot.teamId) ?? {}
          return { ...slot, team: renderTeam(name, teamNo) }
        })
      : next.map((slot) => ({ ...slot, team: renderTeam(slot.teamName, slot.teamNo) })),
  )
  const nextIds = listNextIds(schedule?.slots ?? (isOver ? [] : next), now, isOver)
  const listSlots = (): readonly ListedSlot[] => {
    if (!schedule) return isOver ? [] : all.slice(0, shownCount)
    if (view === 'team') return schedule.slots.filter((slot) => slot.teamId === teamId)
    if (view === 'table') return all.filter((slot) => slot.table === shownTable)
    return showsAll ? all : all.filter((slot) => nextIds.has(slot.id)).slice(0, shownCount)
  }
  const listed = listSlots()
  const canShowAll = view === 'time' && schedule !== undefined && (showsAll || listed.length < all.length)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={page.title}>
        {t('schedule.title')}
      </h2>
      <form
        className={toolbar.tools}
        style={{ marginBlockStart: 16 }}
        onSubmit={(event) => event.preventDefault()}
      >
        <label className={toolbar.field}>
          {t('schedule.view')}
          <select
            value={view}
            disabled={!schedule}
            onChange={(change) => setView(change.currentTarget.value as View)}
          >
            {views.map((each) => (
              <option key={each} value={each}>
                {t(`schedule.views.${each}`)}
              </option>
            ))}
          </select>
        </label>
        {view === 'table' ? (
          <label className={toolbar.field}>
            {t('schedule.table')}
            <select value={shownTable} onChange={(change) => setTable(change.currentTarget.value)}>
              {tables.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
        ) : null}
        {view === 'team' ? (
          <label className={toolbar.field}>
            {t('schedule.team')}
            <select value={team ? teamId : ''} onChange={(change) => setTeamId(change.currentTarget.value)}>
              <option value="">{t('schedule.chooseTeam')}</option>
              {schedule?.teams.map((each) => (
                <option key={each.id} value={each.id}>{`${each.teamNo} · ${each.name}`}</option>
              ))}
            </select>
          </label>
        ) : null}
      </form>
      <SlotList slots={listed} now={now} nextIds={nextIds} />
      {view === 'time' && schedule && listed.length === 0 ? <p>{t('schedule.over')}</p> : null}
      {view === 'team' && team ? (
        <p style={{ marginBlockStart: 16 }}>
          <a
            className={`${page.ghost} ${page.small}`}
            href={localizePath(eventFilePaths.teamCalendar(slug, team.id), i18n.language)}
          >
            <IconCalendarPlus size={20} stroke={1.6} aria-hidden />
            {t('schedule.calendarOfTeam')}
          </a>
        </p>
      ) : null}
      {canShowAll ? (
        <p style={{ marginBlockStart: 16 }}>
          <button
            type="button"
            className={`${page.ghost} ${page.small}`}
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {t(showsAll ? 'schedule.showNext' : 'schedule.showAll')}
          </button>
        </p>
      ) : null}
    </section>
  )
}

/** Reads the entry of a team in the ranking of an event; null without one. */
const readEntryOfTeam = async (slug: string, { teamNo, name }: PublicSchedule['teams'][number]) => {
  const { rows, entryCount } = await getBrowserApi().scores.getScoreboardPage(slug, {
    search: name,
    perPage: 50,
  })
  const row = rows.find((each) => Number(each.teamNo) === teamNo && each.teamName === name)
  return row ? { rank: row.rank, entryCount } : null
}

type MyTeamProps = { slug: string; schedule: PublicSchedule | undefined }

/**
 * Shows the rank and the next runs of the team that the visitor has chosen on this device. The rank is read
 * again with the schedule. Renders nothing until the schedule is published.
 */
export function StoredTeamChoiceAndRankSection({ slug, schedule }: MyTeamProps) {
  const texts = useScheduleTranslator()
  const now = useCurrentTimeMs()
  const id = useId()
  const [teamId, setTeamId] = useState('')
  const [entry, setEntry] = useState<Awaited<ReturnType<typeof readEntryOfTeam>>>(null)
  const team = schedule?.teams.find((each) => each.id === teamId)
  useEffect(() => setTeamId(readMyTeam()), [])
  useEffect(() => {
    if (!team) return
    let isCurrent = true
    readEntryOfTeam(slug, team).then(
      (found) => {
        if (isCurrent) setEntry(found)
      },
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [slug, team])
  if (!schedule || schedule.teams.length === 0) return null
  const { t, language } = texts
  const choose = (chosen: string) => {
    storeMyTeam(chosen)
    setTeamId(chosen)
    setEntry(null)
  }
  const nextIds = listNextIds(schedule.slots, now)
  const next = schedule.slots.filter((slot) => slot.teamId === team?.id && nextIds.has(slot.id)).slice(0, 2)
  return (
    <TextsProvider value={texts}>
      <section aria-labelledby={id}>
        <h2 id={id} className={page.title}>
          {t('schedule.myTeam')}
        </h2>
        <form className={toolbar.tools} onSubmit={(event) => event.preventDefault()}>
          <label className={toolbar.field}>
            {t('schedule.team')}
            <select value={team?.id ?? ''} onChange={(change) => choose(change.currentTarget.value)}>
              <option value="">{t('schedule.chooseTeam')}</option>
              {schedule.teams.map((each) => (
                <option key={each.id} value={each.id}>{`${each.teamNo} · ${each.name}`}</option>
              ))}
            </select>
          </label>
          {entry ? (
            <output className={toolbar.count}>
              {t('schedule.rankOf', {
                rank: formatNumber(entry.rank, language),
                total: formatNumber(entry.entryCount, language),
              })}
            </output>
          ) : null}
        </form>
        {team ? <SlotList slots={next} now={now} nextIds={nextIds} /> : null}
        {team && next.length === 0 ? <p>{t('schedule.over')}</p> : null}
      </section>
    </TextsProvider>
  )
}
