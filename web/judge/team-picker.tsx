import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCamera, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import type { JudgeEventData, JudgeEventTeam } from '#contract/judge-sheet.schema.ts'
import { normalizeJudgeCode } from '#contract/rules/judge-code.ts'
import { toLocalDateTime } from '#contract/rules/time-zone.ts'
import type { ScheduleSlot } from '#contract/schedule.schema.ts'
import { useLang } from '#web/shared/language.ts'
import { CameraScanner, canScanWithCamera } from '#web/shared/scanner/camera-scanner.tsx'
import { searchEventTeams } from '#web/shared/teams/search-event-teams.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import {
  createRoundStateLookup,
  createSheetDraft,
  findSecondLook,
  groupTeamsByAssignment,
  type JudgeRound,
  listJudgeRounds,
  listOwnSlots,
  listShownRounds,
  type RoundStateLookup,
} from './judge-rounds.ts'
import { JudgeTasks } from './judge-tasks.tsx'
import styles from './team-list.module.css'
import type { Judge } from './use-judge-app.ts'
import { usePlainLabels } from './use-judge-formats.ts'

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

/** Shows the teams of an event with their rounds, those with a slot of the judge first, or the teams that a search found. */
function TeamList({ data, rounds, ownSlots, getRoundState, found, onChoose }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const shownRounds = useMemo(() => listShownRounds(data, rounds), [data, rounds])
  const places = useMemo(() => {
    const slots: readonly { teamId: string; round: number; table: string; startsAt?: string }[] = [...data.otherSlots, ...data.slots]
    return new Map(slots.map((slot) => [`${slot.teamId} ${slot.round}`, slot]))
  }, [data])
  const { own, others } = groupTeamsByAssignment(data.teams, ownSlots)
  const hasLimits = data.session.judge.tables.length > 0 || data.session.judge.days.length > 0
  // of other judges of a panel this app knows nothing
  const isPanelEvent = rounds.some(({ group }) => group.panel)
  const missingOwn = ownSlots.filter((slot) => getRoundState(slot) === 'missing').length
  const missing = data.teams.reduce(
    (count, { id: teamId }) => count + shownRounds.filter(({ number: round }) => getRoundState({ teamId, round }) === 'missing').length,
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
            <bdi>{place.table}</bdi>
            {place.startsAt ? ` · ${toLocalDateTime(new Date(place.startsAt), data.timeZone).slice(11, 16)}` : ''}
          </>
        ) : null}
        <span className={isShown ? undefined : hidden.visuallyHidden}>: {t(`judge.team.states.${state}`)}</span>
        {state !== 'queued' && findSecondLook(data, { teamId, round }) ? <b> · {t('judge.team.secondLook')}</b> : null}
      </span>
    )
  }
  const renderTeams = (teams: readonly JudgeEventTeam[], group: 'own' | 'others' | 'found') => (
    <ul className={styles.list} data-teams={group}>
      {teams.map((team) => (
        <li key={team.id}>
          <button type="button" className={styles.team} onClick={() => onChoose(team)}>
            <span className={styles.name} data-name>
              {team.teamNo} · <bdi>{team.name}</bdi>
            </span>
            <span className={styles.school}>
              <bdi>{team.schoolName}</bdi>
              {team.isCheckedIn ? ` · ${t('judge.team.checkedIn')}` : ''}
            </span>
            <span className={styles.rounds}>{shownRounds.map((round) => renderRound(team.id, round))}</span>
          </button>
        </li>
      ))}
    </ul>
  )
  if (found) return found.length === 0 ? <Text>{t('judge.team.nothingFound')}</Text> : renderTeams(found, 'found')
  if (data.teams.length === 0) return <Text>{t('judge.team.none')}</Text>
  return (
    <>
      <Text fw={600}>
        {hasLimits && ownSlots.length > 0 ? <>{t('judge.team.missingOwn', { number: missingOwn })} · </> : null}
        {t(isPanelEvent ? 'judge.team.missingPanel' : 'judge.team.missing', { number: missing })}
      </Text>
      {own.length > 0 ? (
        <TeamSection title={t(hasLimits ? 'judge.team.own' : 'judge.team.scheduled')}>{renderTeams(own, 'own')}</TeamSection>
      ) : null}
      {own.length > 0 && others.length > 0 ? (
        <TeamSection title={t('judge.team.others')}>{renderTeams(others, 'others')}</TeamSection>
      ) : null}
      {own.length === 0 ? renderTeams(others, 'others') : null}
    </>
  )
}

function TeamSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  )
}

type TeamPickerProps = { judge: Judge; data: JudgeEventData; onOpenReviews: () => void; onOpenHead: () => void }

/** Chooses the team of the next sheet: the next one of the schedule, one of the list, by search, or by its badge. */
export function TeamPicker({ judge, data, onOpenReviews, onOpenHead }: TeamPickerProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatTimeOfDay } = useDateFormat()
  const labels = usePlainLabels()
  const [search, setSearch] = useState('')
  const [isScanning, setScanning] = useState(false)
  const [problem, setProblem] = useState('')
  const rounds = useMemo(() => listJudgeRounds(data, labels), [data, labels])
  const ownSlots = useMemo(() => listOwnSlots(data, rounds), [data, rounds])
  const getRoundState = useMemo(() => createRoundStateLookup(data, judge.queue), [data, judge.queue])
  const missingOwnSlots = ownSlots.filter((slot) => getRoundState(slot) === 'missing')
  const [next] = missingOwnSlots
  const nextTeam = data.teams.find(({ id }) => id === next?.teamId)
  const nextRound = rounds.find(({ number }) => number === next?.round)

  /** Opens the sheet of a team: of the round with a request for a second look, of its first slot of this judge without a result, else of its first round without a result. */
  const choose = (team: JudgeEventTeam) => {
    const slot = missingOwnSlots.find(({ teamId }) => teamId === team.id)
    const isMissing = ({ number: round }: JudgeRound) => getRoundState({ teamId: team.id, round }) === 'missing'
    const isAsked = ({ number: round }: JudgeRound) => findSecondLook(data, { teamId: team.id, round }) !== undefined
    const round = rounds.find(isAsked) ?? rounds.find(({ number }) => number === slot?.round) ?? rounds.find(isMissing) ?? rounds[0]
    if (round) void judge.writeDraft(createSheetDraft(data, team.id, round))
  }
  const chooseByBadge = (code: string) => {
    const team = data.teams.find(({ badgeCode }) => badgeCode === normalizeJudgeCode(code))
    setScanning(false)
    if (team) choose(team)
    else setProblem(t('judge.team.unknownBadge'))
  }
  const found = searchEventTeams(data.teams, search)
  const submit = () => {
    const [onlyTeam] = found
    if (found.length === 1 && onlyTeam) choose(onlyTeam)
    else chooseByBadge(search)
  }
  return (
    <Stack gap="lg">
      <JudgeTasks data={data} onOpenReviews={onOpenReviews} onOpenHead={onOpenHead} />
      {next && nextTeam && nextRound ? (
        <section aria-labelledby="next-team">
          <Title order={2} size="h4" id="next-team" mb="xs">
            {t('judge.team.next')}
          </Title>
          <Button h="auto" mih={64} py="xs" size="xl" fullWidth justify="space-between" onClick={() => choose(nextTeam)}>
            <Stack gap={0} align="flex-start">
              <span>
                {nextTeam.teamNo} · <bdi>{nextTeam.name}</bdi>
              </span>
              <Text size="sm">
                {nextRound.label[lang]} · <bdi>{next.table}</bdi> · {formatTimeOfDay(next.startsAt)}
              </Text>
            </Stack>
          </Button>
        </section>
      ) : null}
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault()
          submit()
        }}
      >
        <Stack gap="sm">
          <Title order={1} size="h3">
            {t('judge.team.choose')}
          </Title>
          <TextInput
            type="search"
            size="xl"
            dir="auto"
            label={t('judge.team.search')}
            leftSection={<IconSearch />}
            autoComplete="off"
            maxLength={100}
            value={search}
            error={problem}
            onChange={(event) => {
              setProblem('')
              setSearch(event.currentTarget.value)
            }}
          />
          {canScanWithCamera() ? (
            <Button size="lg" variant="default" leftSection={<IconCamera />} onClick={() => setScanning(!isScanning)}>
              {t(isScanning ? 'judge.stopCamera' : 'judge.scanBadge')}
            </Button>
          ) : null}
        </Stack>
      </form>
      {isScanning ? (
        <CameraScanner
          label={t('judge.scanBadge')}
          onCode={chooseByBadge}
          onFailure={() => {
            setScanning(false)
            setProblem(t('judge.noCamera'))
          }}
        />
      ) : null}
      <TeamList
        data={data}
        rounds={rounds}
        ownSlots={ownSlots}
        getRoundState={getRoundState}
        found={search.trim() === '' ? undefined : found}
        onChoose={choose}
      />
    </Stack>
  )
}
