import { Text, Title } from '@mantine/core'
import { type ReactNode, useId, useMemo } from 'react'
import type { JudgeEventData, JudgeEventTeam } from '#contract/judge-sheet.ts'
import { toLocalDateTime } from '#contract/rules/time-zone.ts'
import type { ScheduleSlot } from '#contract/schedule.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { groupTeamsByAssignment, type JudgeRound, listShownRounds, type RoundStateLookup } from './judge-rounds.ts'
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

/** Shows the teams of an event with their rounds, those with a slot of the judge first, or the teams that a search found. */
export function TeamList({ data, rounds, ownSlots, getRoundState, found, onChoose }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const shownRounds = useMemo(() => listShownRounds(data, rounds), [data, rounds])
  const places = useMemo(() => {
    const slots: readonly { teamId: string; round: number; table: string; startsAt?: string }[] = [...data.otherSlots, ...data.slots]
    return new Map(slots.map((slot) => [`${slot.teamId} ${slot.round}`, slot]))
  }, [data])
  const { own, others } = groupTeamsByAssignment(data.teams, ownSlots)
  const hasLimits = data.session.judge.tables.length > 0 || data.session.judge.days.length > 0
  const missingOwn = ownSlots.filter((slot) => getRoundState(slot) === 'missing').length
  const missing = data.teams.reduce(
    (count, { id: teamId }) => count + shownRounds.filter(({ number: round }) => getRoundState({ teamId, round }) === 'missing').length,
    0,
  )

  const renderRound = (teamId: string, { number: round, label }: JudgeRound) => {
    const state = getRoundState({ teamId, round })
    const place = places.get(`${teamId} ${round}`)
    const isShown = state === 'waiting' || state === 'queued'
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
        {t('judge.team.missing', { number: missing })}
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
