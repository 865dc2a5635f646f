import { Button, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { cleanNumberOrDateToWesternDigits } from '#contract/accounts/identity.ts'
import {
  createRoundStateLookup,
  createSlotTimeFormatter,
  findNextOwnSlot,
  listOwnSlots,
} from '#web/judge/judge-rounds.ts'
import type { Judge } from '#web/judge/use-judge-app.ts'
import { useDefaultSheetLabels, useMatchFormatters } from '#web/judge/use-judge-formats.ts'
import { useLang } from '#web/shared/language.ts'
import { searchEventTeams } from '#web/shared/people/teams/search-event-teams.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import {
  computeKnownTournament,
  findSideOfTeam,
  type JudgeMatch,
  listPlayedAndNeededMatches,
  type MatchEventData,
  toPrefilledMatchDraft,
} from './judge-matches.ts'
import {
  ClosedNoticeAndJudgeTaskButtons,
  PickerSection,
  TeamSearchAndBadgeScanner,
  useTeamSearchAndScanState,
} from './picker-parts.tsx'
import { listRoundsOrDrawnMatches } from './selectable-rounds.ts'
import styles from './team-list.module.css'

type Props = { judge: Judge; data: MatchEventData; onOpenReviews: () => void; onOpenHead: () => void }

/**
 * Chooses the next match to judge: the next one of the schedule, one of the list, or by its number, a team or
 * a badge.
 */
export function MatchPicker({ judge, data, onOpenReviews, onOpenHead }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const labels = useDefaultSheetLabels()
  const { createSidesFormatter, formatScore } = useMatchFormatters(data)
  const teamSearch = useTeamSearchAndScanState(data.teams)
  const rounds = useMemo(() => listRoundsOrDrawnMatches(data, labels), [data, labels])
  const tournament = useMemo(() => computeKnownTournament(data, judge.queue), [data, judge.queue])
  const formatSides = createSidesFormatter(tournament)
  const matches = useMemo(() => listPlayedAndNeededMatches(data, tournament), [data, tournament])
  const getState = useMemo(() => createRoundStateLookup(data, judge.queue), [data, judge.queue])
  const getMatchState = ({ number }: JudgeMatch) => getState({ teamId: '', round: number })
  const isMissing = (match: JudgeMatch) => getMatchState(match) === 'missing' && !match.result
  const ownSlots = listOwnSlots(data, rounds)
  const ownNumbers = [...new Set(ownSlots.map(({ round }) => round))]
  const own = ownNumbers.flatMap((number) => matches.find((match) => match.number === number) ?? [])
  const others = matches.filter(({ number }) => !ownNumbers.includes(number))
  const missingOwn = own.filter(isMissing)
  const nextSlot = findNextOwnSlot(
    data,
    ownSlots.filter(({ round }) => own.some(({ number }) => number === round)),
    ({ round }) => !missingOwn.some(({ number }) => number === round),
    Date.now() + (judge.session?.clockOffset ?? 0),
  )
  const next = missingOwn.find(({ number }) => number === nextSlot?.round)
  const hasLimits = data.session.judge.tables.length > 0 || data.session.judge.days.length > 0

  const choose = (match: JudgeMatch) => void judge.writeDraft(toPrefilledMatchDraft(data, tournament, match))
  const wanted = cleanNumberOrDateToWesternDigits(teamSearch.search)
  const foundSides = new Set(
    searchEventTeams(data.teams, wanted).flatMap((team) => findSideOfTeam(data, team.id) ?? []),
  )
  const found = matches
    .filter(
      ({ number, sides }) =>
        String(number) === wanted || sides.some((side) => typeof side === 'number' && foundSides.has(side)),
    )
    .toSorted((a, b) => Number(String(b.number) === wanted) - Number(String(a.number) === wanted))
  const chooseByBadge = (code: string) => {
    const team = teamSearch.findTeamOfBadge(code)
    if (team) teamSearch.setSearch(String(team.teamNo))
  }
  const submit = () => {
    const [only] = found
    if (only && (found.length === 1 || String(only.number) === wanted)) choose(only)
    else if (found.length === 0) chooseByBadge(teamSearch.search)
  }

  const formatTime = createSlotTimeFormatter(data, lang)
  const describePlace = ({ place }: JudgeMatch) =>
    place ? (
      <>
        <Bdi>{place.table}</Bdi>
        {place.startsAt ? ` · ${formatTime(place.startsAt)}` : ''}
      </>
    ) : null
  const renderMatches = (shown: readonly JudgeMatch[], group: 'own' | 'others' | 'found') => (
    <ul className={styles.list} data-matches={group}>
      {shown.map((match) => {
        const state = match.result && getMatchState(match) === 'missing' ? 'recorded' : getMatchState(match)
        const isStateShown = state === 'waiting' || state === 'undecided' || state === 'queued'
        return (
          <li key={match.number}>
            <button
              type="button"
              className={styles.team}
              onClick={() => choose(match)}
              data-match={match.number}
            >
              <span className={styles.school}>
                {rounds.find(({ number }) => number === match.number)?.label[lang]}
                {match.place ? <> · {describePlace(match)}</> : null}
              </span>
              {formatSides(match).map((name, at) => (
                <span key={match.sides[at] ?? `open-${at}`} className={styles.name} data-name>
                  {name}
                </span>
              ))}
              <span className={styles.rounds}>
                <span className={styles.round} data-state={state}>
                  {match.result ? formatScore(match.result) : null}
                  <span className={isStateShown || state === 'missing' ? undefined : hidden.visuallyHidden}>
                    {match.result ? ' · ' : ''}
                    {t(`judge.match.states.${state}`)}
                  </span>
                </span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
  const renderSection = (title: string, shown: readonly JudgeMatch[], group: 'own' | 'others') => (
    <PickerSection title={title}>{renderMatches(shown, group)}</PickerSection>
  )
  const list = () => {
    if (wanted !== '')
      return found.length === 0 ? <Text>{t('judge.match.nothingFound')}</Text> : renderMatches(found, 'found')
    if (own.length === 0) return renderMatches(others, 'others')
    return (
      <>
        {renderSection(t(hasLimits ? 'judge.team.own' : 'judge.team.scheduled'), own, 'own')}
        {others.length > 0 ? renderSection(t('judge.match.others'), others, 'others') : null}
      </>
    )
  }
  return (
    <Stack gap="lg">
      <ClosedNoticeAndJudgeTaskButtons data={data} onOpenReviews={onOpenReviews} onOpenHead={onOpenHead} />
      {next ? (
        <PickerSection title={t('judge.team.next')}>
          <Button
            h="auto"
            mih={64}
            py="xs"
            size="xl"
            fullWidth
            justify="space-between"
            onClick={() => choose(next)}
          >
            <Stack gap={0} align="flex-start" ta="start">
              <Text size="sm">
                {rounds.find(({ number }) => number === next.number)?.label[lang]} · {describePlace(next)}
              </Text>
              {formatSides(next).map((name, at) => (
                <span key={next.sides[at] ?? `open-${at}`}>{name}</span>
              ))}
            </Stack>
          </Button>
        </PickerSection>
      ) : null}
      <TeamSearchAndBadgeScanner
        title={t('judge.match.choose')}
        label={t('judge.match.search')}
        teamSearch={teamSearch}
        onSubmit={submit}
        onBadge={chooseByBadge}
      />
      <Text fw={600}>
        {hasLimits && own.length > 0 ? (
          <>{t('judge.team.missingOwn', { number: missingOwn.length })} · </>
        ) : null}
        {t('judge.team.missing', { number: matches.filter(isMissing).length })}
      </Text>
      {list()}
    </Stack>
  )
}
