import { Button, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { JudgeEventData, JudgeEventTeam } from '#contract/event/judging/judge-sheet.schema.ts'
import type { ScheduleSlot } from '#contract/event/schedule/schedule.schema.ts'
import {
  createEmptyOrCorrectingSheetDraft,
  createRoundStateLookup,
  createSlotTimeFormatter,
  findNextOwnSlot,
  findSecondLookRequest,
  listOwnSlots,
  listRoundsShownInTeamList,
  type RoundStateLookup,
  splitTeamsByOwnSlots,
} from '#web/judge/judge-rounds.ts'
import type { Judge } from '#web/judge/use-judge-app.ts'
import { useDefaultSheetLabels } from '#web/judge/use-judge-formats.ts'
import { useLang } from '#web/shared/language.ts'
import { searchEventTeams } from '#web/shared/people/teams/search-event-teams.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import {
  ClosedNoticeAndJudgeTaskButtons,
  PickerSection,
  TeamSearchAndBadgeScanner,
  useTeamSearchAndScanState,
} from './picker-parts.tsx'
import { type JudgeRound, listRoundsOrDrawnMatches } from './selectable-rounds.ts'
import styles from './team-list.module.css'

type Props = {
  data: JudgeEventData
  rounds: readonly JudgeRound[]
  /** The slots of the judge. */
  ownSlots: readonly ScheduleSlot[]
  getRoundState: RoundStateLookup
  /** The teams that a search found; undefined without a search. */
  found: readonly JudgeEventTeam[] | undefined
  onChoose: (team: JudgeEventTeam) => void
}

/**
 * Shows the teams of an event with their rounds, those with a slot of the judge first, or the teams that a
 * search found.
 */
function TeamList({ data, rounds, ownSlots, getRoundState, found, onChoose }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const shownRounds = useMemo(() => listRoundsShownInTeamList(data, rounds), [data, rounds])
  const places = useMemo(() => {
    const slots: readonly { teamId: string; round: number; table: string; startsAt?: string }[] = [
      ...data.otherSlots,
      ...data.slots,
    ]
    return new Map(slots.map((slot) => [`${slot.teamId} ${slot.round}`, slot]))
  }, [data])
  const { own, others } = splitTeamsByOwnSlots(data.teams, ownSlots)
  const hasLimits = data.session.judge.tables.length > 0 || data.session.judge.days.length > 0
  // of other judges of a panel this app knows nothing
  const isPanelEvent = rounds.some(({ group }) => group.panel)
  const missingOwn = ownSlots.filter((slot) => getRoundState(slot) === 'missing').length
  const formatTime = createSlotTimeFormatter(data, lang)
  const missing = data.teams.reduce(
    (count, { id: teamId, isWithdrawn }) =>
      count +
      (isWithdrawn ? [] : shownRounds).filter(
        ({ number: round }) => getRoundState({ teamId, round }) === 'missing',
      ).length,
    0,
  )

  const renderRound = (teamId: string, { number: round, label }: JudgeRound) => {
    const state = getRoundState({ teamId, round })
    const place = places.get(`${teamId} ${round}`)
    const isShown = state === 'waiting' || state === 'undecided' || state === 'queued'
    return (
      <span key={round} className={styles.round} data-state={state}>
        {label[lang]}
        {place ? (
          <>
            {' · '}
            <Bdi>{place.table}</Bdi>
            {place.startsAt ? ` · ${formatTime(place.startsAt)}` : ''}
          </>
        ) : null}
        <span className={isShown ? undefined : hidden.visuallyHidden}>
          : {t(`judge.team.states.${state}`)}
        </span>
        {state !== 'queued' && findSecondLookRequest(data, { teamId, round }) ? (
          <b> · {t('judge.team.secondLook')}</b>
        ) : null}
      </span>
    )
  }
  const renderTeams = (teams: readonly JudgeEventTeam[], group: 'own' | 'others' | 'found') => (
    <ul className={styles.list} data-teams={group}>
      {teams.map((team) => (
        <li key={team.id}>
          <button type="button" className={styles.team} onClick={() => onChoose(team)}>
            <span className={styles.name} data-name>
              {team.teamNo} · <Bdi>{team.name}</Bdi>
            </span>
            <span className={styles.school}>
              <Bdi>{team.schoolName}</Bdi>
              {team.isWithdrawn ? (
                <b> · {t('judge.team.withdrawn')}</b>
              ) : team.isCheckedIn ? (
                ` · ${t('judge.team.checkedIn')}`
              ) : null}
            </span>
            <span className={styles.rounds}>
              {shownRounds
                // no more runs are expected of a team that has withdrawn
                .filter(
                  ({ number: round }) =>
                    !team.isWithdrawn || getRoundState({ teamId: team.id, round }) !== 'missing',
                )
                .map((round) => renderRound(team.id, round))}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
  if (found)
    return found.length === 0 ? <Text>{t('judge.team.nothingFound')}</Text> : renderTeams(found, 'found')
  if (data.teams.length === 0) return <Text>{t('judge.team.none')}</Text>
  return (
    <>
      <Text fw={600}>
        {hasLimits && ownSlots.length > 0 ? (
          <>{t('judge.team.missingOwn', { number: missingOwn })} · </>
        ) : null}
        {t(isPanelEvent ? 'judge.team.missingPanel' : 'judge.team.missing', { number: missing })}
      </Text>
      {own.length > 0 ? (
        <PickerSection title={t(hasLimits ? 'judge.team.own' : 'judge.team.scheduled')}>
          {renderTeams(own, 'own')}
        </PickerSection>
      ) : null}
      {own.length > 0 && others.length > 0 ? (
        <PickerSection title={t('judge.team.others')}>{renderTeams(others, 'others')}</PickerSection>
      ) : null}
      {own.length === 0 ? renderTeams(others, 'others') : null}
    </>
  )
}

type TeamPickerProps = {
  judge: Judge
  data: JudgeEventData
  onOpenReviews: () => void
  onOpenHead: () => void
}

/**
 * Chooses the team of the next sheet: the next one of the schedule, one of the list, by search, or by its
 * badge.
 */
export function TeamPicker({ judge, data, onOpenReviews, onOpenHead }: TeamPickerProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const formatTime = createSlotTimeFormatter(data, lang)
  const labels = useDefaultSheetLabels()
  const teamSearch = useTeamSearchAndScanState(data.teams)
  const rounds = useMemo(() => listRoundsOrDrawnMatches(data, labels), [data, labels])
  const ownSlots = useMemo(() => listOwnSlots(data, rounds), [data, rounds])
  const getRoundState = useMemo(() => createRoundStateLookup(data, judge.queue), [data, judge.queue])
  const missingOwnSlots = ownSlots.filter((slot) => getRoundState(slot) === 'missing')
  const next = findNextOwnSlot(
    data,
    ownSlots,
    (slot) => getRoundState(slot) !== 'missing',
    Date.now() + (judge.session?.clockOffset ?? 0),
  )
  const nextTeam = data.teams.find(({ id }) => id === next?.teamId)
  const nextRound = rounds.find(({ number }) => number === next?.round)

  /**
   * Opens the sheet of a team: of the round with a request for a second look, of the wanted round, of its first
   * slot of this judge without a result, else of its first round without a result.
   */
  const choose = (team: JudgeEventTeam, wanted?: JudgeRound) => {
    const slot = missingOwnSlots.find(({ teamId }) => teamId === team.id)
    const isMissing = ({ number: round }: JudgeRound) =>
      getRoundState({ teamId: team.id, round }) === 'missing'
    const isAsked = ({ number: round }: JudgeRound) =>
      findSecondLookRequest(data, { teamId: team.id, round }) !== undefined
    const round =
      rounds.find(isAsked) ??
      wanted ??
      rounds.find(({ number }) => number === slot?.round) ??
      rounds.find(isMissing) ??
      rounds[0]
    if (round) void judge.writeDraft(createEmptyOrCorrectingSheetDraft(data, team.id, round))
  }
  const chooseByBadge = (code: string) => {
    const team = teamSearch.findTeamOfBadge(code)
    if (team) choose(team)
  }
  const found = searchEventTeams(data.teams, teamSearch.search)
  const submit = () => {
    const [onlyTeam] = found
    if (found.length === 1 && onlyTeam) choose(onlyTeam)
    else chooseByBadge(teamSearch.search)
  }
  return (
    <Stack gap="lg">
      <ClosedNoticeAndJudgeTaskButtons data={data} onOpenReviews={onOpenReviews} onOpenHead={onOpenHead} />
      {next && nextTeam && nextRound ? (
        <PickerSection title={t('judge.team.next')}>
          <Button
            h="auto"
            mih={64}
            py="xs"
            size="xl"
            fullWidth
            justify="space-between"
            onClick={() => choose(nextTeam, nextRound)}
          >
            <Stack gap={0} align="flex-start">
              <span>
                {nextTeam.teamNo} · <Bdi>{nextTeam.name}</Bdi>
              </span>
              <Text size="sm">
                {nextRound.label[lang]} · <Bdi>{next.table}</Bdi> · {formatTime(next.startsAt)}
              </Text>
            </Stack>
          </Button>
        </PickerSection>
      ) : null}
      <TeamSearchAndBadgeScanner
        title={t('judge.team.choose')}
        label={t('judge.team.search')}
        teamSearch={teamSearch}
        onSubmit={submit}
        onBadge={chooseByBadge}
      />
      <TeamList
        data={data}
        rounds={rounds}
        ownSlots={ownSlots}
        getRoundState={getRoundState}
        found={teamSearch.search.trim() === '' ? undefined : found}
        onChoose={(team) => choose(team)}
      />
    </Stack>
  )
}
