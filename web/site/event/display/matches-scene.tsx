import { type CSSProperties, useEffect, useMemo, useState } from 'react'
import type { Tournament, TournamentPairing } from '#contract/event/matches/match.schema.ts'
import { matches as ar } from '#i18n/ar/matches.ts'
import { matches as en } from '#i18n/en/matches.ts'
import { callWithoutTokenBypassingCache } from '#web/shared/api/browser-calls.ts'
import { createPublicEventApi } from '#web/shared/api/events.ts'
import { getBracketRoundsAndThirdPlace } from '#web/shared/event/matches/bracket.tsx'
import { GroupStandingTable } from '#web/shared/event/matches/group-table.tsx'
import { PairingCard } from '#web/shared/event/matches/pairing-card.tsx'
import {
  type TournamentWithFormatters,
  useTournamentWithFormatters,
} from '#web/shared/event/matches/tournament-model.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { createNewerReplyChecker } from '#web/shared/reply-order.ts'
import { createTextsFromCatalogue, TextsProvider } from '#web/shared/texts.ts'
import styles from './matches-scene.module.css'
import scene from './scene.module.css'
import type { LiveRanking } from './use-live-ranking.ts'

const reloadMs = 30_000
const catalogues = { en: { matches: en }, ar: { matches: ar } }
const api = createPublicEventApi(callWithoutTokenBypassingCache)

/**
 * Returns the tournament, read again with every change of the ranking and every half minute. Keeps the last
 * reply without a connection; null without matches.
 */
const useTournament = (eventId: string, ranking: LiveRanking): Tournament | null | undefined => {
  const [tournament, setTournament] = useState<Tournament | null>()
  const [beginRequest] = useState(createNewerReplyChecker)
  const { rows, freezeAt, resultsStatus } = ranking
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed ranking has new results
  useEffect(() => {
    const read = () => {
      const isNewest = beginRequest()
      const show = (found: Tournament | null) => {
        if (isNewest()) setTournament(found)
      }
      return api.matches(eventId).then(show, (error: { status?: number }) => {
        if (error.status === 404) show(null)
      })
    }
    void read()
    const timer = window.setInterval(() => void read(), reloadMs)
    return () => window.clearInterval(timer)
  }, [eventId, rows, freezeAt, resultsStatus])
  return tournament
}

/** A part of a group that fits on a screen. */
type GroupPart = { group: number; from: number; to: number }
/** What is shown at a time: some groups, or pairings of a round of a knock-out. */
type Page =
  | { of: 'groups'; parts: GroupPart[] }
  | { of: 'round'; title: string; pairings: TournamentPairing[] }

const rowsOfPart = 12
const pairingsOfPage = 8
const split = <T,>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

const listGroupPages = ({ groups }: Tournament): Page[] => {
  const parts = groups.flatMap(({ rows }, group) =>
    split(rows, rowsOfPart).map(
      (_, at): GroupPart => ({ group, from: at * rowsOfPart, to: (at + 1) * rowsOfPart }),
    ),
  )
  const isLarge = groups.some(({ rows }) => rows.length > 6)
  return split(parts, isLarge ? 2 : 4).map((each): Page => ({ of: 'groups', parts: each }))
}

/**
 * Lists the pages of the round of each knock-out that is being played: the first one with an open pairing, or
 * the last one.
 */
const listRoundPages = (model: TournamentWithFormatters): Page[] =>
  model.tournament.knockOuts.flatMap((_, knockOut): Page[] => {
    const { rounds, thirdPlace } = getBracketRoundsAndThirdPlace(model.tournament, knockOut)
    const isKnown = rounds[0]?.pairings.some(({ sides }) => sides.some(({ side }) => side !== null))
    const current =
      rounds.find(({ pairings }) => pairings.some(({ winner }) => winner === null)) ?? rounds.at(-1)
    if (!isKnown || !current) return []
    const { part, pairings } = current
    const shown = part.round === part.roundCount && thirdPlace ? [...pairings, thirdPlace] : pairings
    return split(shown, pairingsOfPage).map((each) => ({
      of: 'round',
      title: `${model.nameKnockOut(knockOut)} · ${model.nameRound(part)}`,
      pairings: each,
    }))
  })

/** Shows a page of groups or pairings in letters as large as the screen allows. */
function ScenePage({ page, model }: { page: Page; model: TournamentWithFormatters }) {
  const { groups, pairings } = model.tournament
  const columnCount = (page.of === 'groups' ? page.parts : page.pairings).length > 1 ? 2 : 1
  if (page.of === 'groups') {
    const rowCount = Math.max(
      ...page.parts.map(({ group, from, to }) => Math.min(to, groups[group]?.rows.length ?? 0) - from),
    )
    // heading and head of a table are as high as two rows
    const lines = Math.ceil(page.parts.length / columnCount) * (rowCount + 2.5)
    return (
      <div className={styles.groups} style={{ '--columns': columnCount, '--lines': lines } as CSSProperties}>
        {page.parts.map(({ group, from, to }) => (
          <section key={`${group} ${from}`} className={styles.group}>
            <h2 className={styles.title}>{model.nameGroup(group)}</h2>
            <GroupStandingTable
              model={model}
              group={group}
              rows={groups[group]?.rows.slice(from, to) ?? []}
              isCompact
            />
          </section>
        ))}
      </div>
    )
  }
  const lines = Math.ceil(page.pairings.length / columnCount) * 6 + 2
  return (
    <div className={styles.round} style={{ '--columns': columnCount, '--lines': lines } as CSSProperties}>
      <h2 className={styles.title}>{page.title}</h2>
      <ul className={styles.pairings}>
        {page.pairings.map((pairing) => (
          <li key={pairings.indexOf(pairing)}>
            <PairingCard
              pairing={pairing}
              model={model}
              detail={
                pairing.part.of === 'knockOut' && pairing.part.isForThirdPlace
                  ? model.nameRound(pairing.part)
                  : undefined
              }
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Pages({ tournament, turn }: { tournament: Tournament; turn: number }) {
  const model = useTournamentWithFormatters(tournament)
  const rounds = listRoundPages(model)
  const areGroupsOver = tournament.groups.every(({ isComplete }) => isComplete)
  const pages = areGroupsOver && rounds.length > 0 ? rounds : [...listGroupPages(tournament), ...rounds]
  const page = pages[turn % Math.max(1, pages.length)]
  return page ? <ScenePage page={page} model={model} /> : null
}

/** Shows the groups while they are played, and the round of the knock-out, a page at a time. */
export function PolledGroupsAndRoundScene({
  eventId,
  ranking,
  turn,
}: {
  eventId: string
  ranking: LiveRanking
  turn: number
}) {
  const lang = useLang()
  const { brand } = useRootData()
  const texts = useMemo(
    () => createTextsFromCatalogue(lang, catalogues[lang], brand.name),
    [lang, brand.name],
  )
  const tournament = useTournament(eventId, ranking)
  if (tournament === undefined) return null
  return (
    <TextsProvider value={texts}>
      {tournament && tournament.sides.length > 0 ? (
        <Pages tournament={tournament} turn={turn} />
      ) : (
        <section className={scene.centred}>
          <p className={scene.line}>{texts.t('matches.noDraw')}</p>
        </section>
      )}
    </TextsProvider>
  )
}
