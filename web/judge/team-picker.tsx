import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCamera, IconChecks, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { JudgeEventData, JudgeEventTeam } from '#contract/judge-sheet.ts'
import { normalizeJudgeCode } from '#contract/rules/judge-code.ts'
import { useLang } from '#web/shared/language.ts'
import { CameraScanner, canScanWithCamera } from '#web/shared/scanner/camera-scanner.tsx'
import { searchEventTeams } from '#web/shared/teams/search-event-teams.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './judge.module.css'
import {
  createInitialSheetValues,
  findNextScheduleSlot,
  isRoundFree,
  type JudgeRound,
  listJudgeRounds,
  listSheetsAwaitingSecondJudge,
} from './judge-rounds.ts'
import type { Judge } from './use-judge-app.ts'
import { usePlainLabels } from './use-plain-labels.ts'

const shownTeams = 30

/** Chooses the team of the next sheet: the next one of the schedule, by search, or by its badge. */
export function TeamPicker({ judge, data, onOpenReviews }: { judge: Judge; data: JudgeEventData; onOpenReviews: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatTimeOfDay } = useDateFormat()
  const labels = usePlainLabels()
  const [search, setSearch] = useState('')
  const [isScanning, setScanning] = useState(false)
  const [problem, setProblem] = useState('')
  const rounds = listJudgeRounds(data, labels)
  const next = findNextScheduleSlot(data, judge.queue)
  const nextTeam = data.teams.find(({ id }) => id === next?.teamId)
  const nextRound = rounds.find(({ number }) => number === next?.round)
  const toConfirm = data.reviews.filter(({ status, judgeId }) => status === 'waiting' && judgeId !== data.session.judge.id).length

  const choose = (team: JudgeEventTeam, wantedRound?: number) => {
    const isFree = ({ number }: JudgeRound) => isRoundFree(data, judge.queue, { teamId: team.id, round: number })
    const round = rounds.find(({ number }) => number === wantedRound) ?? rounds.find(isFree) ?? rounds[0]
    if (round)
      void judge.writeDraft({ teamId: team.id, round: round.number, values: createInitialSheetValues(round.group), replaces: null })
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
      {data.isClosed ? <Text fw={700}>{t('judge.closed')}</Text> : null}
      {data.needsSecondJudge || data.reviews.length > 0 ? (
        <Button size="lg" variant={toConfirm > 0 ? 'filled' : 'default'} leftSection={<IconChecks />} onClick={onOpenReviews}>
          {t('judge.review.open', { number: toConfirm })}
        </Button>
      ) : null}
      {next && nextTeam && nextRound ? (
        <section aria-labelledby="next-team">
          <Title order={2} size="h4" id="next-team" mb="xs">
            {t('judge.team.next')}
          </Title>
          <Button h="auto" mih={64} py="xs" size="xl" fullWidth justify="space-between" onClick={() => choose(nextTeam, next.round)}>
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
      {data.teams.length === 0 ? <Text>{t('judge.team.none')}</Text> : null}
      {data.teams.length > 0 && found.length === 0 ? <Text>{t('judge.team.nothingFound')}</Text> : null}
      <ul className={styles.list}>
        {found.slice(0, shownTeams).map((team) => (
          <li key={team.id}>
            <Button h="auto" mih={64} py="xs" variant="default" size="lg" fullWidth justify="flex-start" onClick={() => choose(team)}>
              <Stack gap={0} align="flex-start">
                <span>
                  {team.teamNo} · <bdi>{team.name}</bdi>
                </span>
                <Text size="sm">
                  <bdi>{team.schoolName}</bdi>
                  {team.isCheckedIn ? ` · ${t('judge.team.checkedIn')}` : ''}
                </Text>
                {listSheetsAwaitingSecondJudge(data.reviews, team.id).length > 0 ? (
                  <Text size="sm">{t('judge.review.waiting')}</Text>
                ) : null}
              </Stack>
            </Button>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
