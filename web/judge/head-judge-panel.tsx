import { Alert, Button, Select, Stack, Text, Textarea, Title } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { JudgeEventData } from '#contract/event/judging/judge-sheet.schema.ts'
import type { Panels } from '#contract/event/judging/panel.schema.ts'
import { protestLimits } from '#contract/event/protest.ts'
import type { Lang } from '#contract/platform/localized.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { PanelSheetTablesWithActions } from '#web/shared/event/panels/panel-tables.tsx'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './judge.module.css'
import { OnlineCallProblem, PanelTitleAndCloseButton, useOnlineCallWithSuccessToast } from './panel-parts.tsx'
import { type JudgeRound, listRoundsOrDrawnMatches } from './scoring/selectable-rounds.ts'
import { HeadJudgeConflictDecision } from './sheet-decision.tsx'
import type { Judge } from './use-judge-app.ts'
import { useAttemptFormatter, useDefaultSheetLabels } from './use-judge-formats.ts'

/** In milliseconds: how often the sheets are read again. */
const refreshMs = 10_000

/**
 * Shows a head judge the sheets of panels by team and judge, while there is a connection. They are not stored
 * on the device.
 */
function HeadJudgePanels({ judge }: { judge: Judge }) {
  const { t } = useTranslation()
  const [panels, setPanels] = useState<Panels>()
  const { isSending, problem, run } = useOnlineCallWithSuccessToast()
  const changeCount = useRef(0)
  const { isOnline, readPanels } = judge
  useEffect(() => {
    if (!isOnline) return
    let isMounted = true
    const read = () => {
      const countBefore = changeCount.current
      void readPanels().then(
        // a request that was sent before a change may return the state before the change
        (read) => isMounted && read && changeCount.current === countBefore && setPanels(read),
        // the next interval tries again
        () => undefined,
      )
    }
    read()
    const timer = window.setInterval(read, refreshMs)
    return () => {
      isMounted = false
      window.clearInterval(timer)
    }
  }, [isOnline, readPanels])
  const showChange = (reply: { panels: Panels }) => {
    changeCount.current += 1
    setPanels(reply.panels)
  }
  if (!panels) return <Text>{t(isOnline ? 'judge.head.loading' : 'judge.needsConnection')}</Text>
  return (
    <PanelSheetTablesWithActions
      panels={panels}
      isDisabled={!isOnline || isSending}
      problem={problem}
      actions={{
        setRecusal: (request, done) =>
          run(() => judge.callOnline(async (api) => showChange(await api.setRecusal(request))), done),
        requestSecondLook: (request, done) =>
          run(() => judge.callOnline(async (api) => showChange(await api.requestSecondLook(request))), done),
      }}
    />
  )
}

type FormProps = { judge: Judge; data: JudgeEventData; rounds: readonly JudgeRound[] }

const createTeamOption =
  (lang: Lang) =>
  ({ id, teamNo, name }: JudgeEventData['teams'][number]) => ({
    value: id,
    label: joinTexts([teamNo, name], lang),
  })

/** Allows a further attempt of a team in a round. The next sheet for it counts. */
function AdditionalAttemptForm({ judge, data, rounds }: FormProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const [teamId, setTeamId] = useState<string | null>(null)
  const [round, setRound] = useState<string | null>(null)
  const { isSending, problem, run } = useOnlineCallWithSuccessToast()
  const getRoundLabel = (number: number) =>
    rounds.find((each) => each.number === number)?.label[lang] ?? String(number)
  const getTeamName = (id: string) => {
    const team = data.teams.find((each) => each.id === id)
    return team ? joinTexts([team.teamNo, team.name], lang) : ''
  }
  const allow = async () => {
    if (teamId === null || round === null) return
    const text = t('judge.head.allowed', { team: getTeamName(teamId), round: getRoundLabel(Number(round)) })
    if (await run(() => judge.callOnline((api) => api.allowAttempt({ teamId, round: Number(round) })), text))
      setTeamId(null)
  }
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault()
        void allow()
      }}
    >
      <Stack gap="sm">
        <Text>{t('judge.head.allowText')}</Text>
        <Select
          size="lg"
          label={t('judge.head.team')}
          searchable
          nothingFoundMessage={t('judge.team.nothingFound')}
          data={data.teams.map(createTeamOption(lang))}
          value={teamId}
          onChange={setTeamId}
        />
        <Select
          size="lg"
          label={t('judge.sheet.round')}
          data={rounds
            .filter(({ kind }) => kind.hasFurtherAttempts)
            .map(({ number, label }) => ({ value: String(number), label: label[lang] }))}
          value={round}
          onChange={setRound}
        />
        <OnlineCallProblem problem={problem} />
        <Button
          type="submit"
          size="lg"
          loading={isSending}
          disabled={!judge.isOnline || teamId === null || round === null}
        >
          {t('judge.head.allow')}
        </Button>
        {data.additionalAttempts.length > 0 ? (
          <div>
            <Text fw={600}>{t('judge.head.allowedList')}</Text>
            <ul className={styles.list}>
              {data.additionalAttempts.map((allowed) => (
                <li key={`${allowed.teamId} ${allowed.round}`}>
                  {getTeamName(allowed.teamId)} · {getRoundLabel(allowed.round)}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </Stack>
    </form>
  )
}

/** Enters a protest that a team made on paper, about an attempt or the whole result. */
function PaperProtestForm({ judge, data, rounds }: FormProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const formatAttempt = useAttemptFormatter()
  const [id, setId] = useState(() => crypto.randomUUID())
  const [teamId, setTeamId] = useState<string | null>(null)
  const [attemptId, setAttemptId] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const { isSending, problem, run } = useOnlineCallWithSuccessToast()
  // this app does not know the sheets of other judges of a panel
  const hasPanels = rounds.some(({ kind }) => !kind.hasSharedSheets)
  const teamsWithResults = data.teams.filter(
    (team) => hasPanels || data.attempts.some((attempt) => attempt.teamId === team.id),
  )
  const attempts = data.attempts.filter((attempt) => attempt.teamId === teamId)
  const send = async () => {
    const team = data.teams.find((each) => each.id === teamId)
    if (!team) return
    const protest = { teamId: team.id, attemptId, reason }
    const isSent = await run(
      () => judge.callOnline((api) => api.enterProtest(id, protest)),
      t('judge.head.protestSent', { team: team.name }),
    )
    if (!isSent) return
    setId(crypto.randomUUID())
    setTeamId(null)
    setAttemptId(null)
    setReason('')
  }
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault()
        void send()
      }}
    >
      <Stack gap="sm">
        <Text>{t('judge.head.protestText')}</Text>
        <Select
          size="lg"
          label={t('judge.head.team')}
          searchable
          nothingFoundMessage={t('judge.team.nothingFound')}
          data={teamsWithResults.map(createTeamOption(lang))}
          value={teamId}
          onChange={(value) => {
            setTeamId(value)
            setAttemptId(null)
          }}
        />
        <Select
          size="lg"
          label={t('judge.head.about')}
          allowDeselect={false}
          data={[
            { value: '', label: t('judge.head.wholeResult') },
            ...attempts.map((attempt) => ({
              value: attempt.id,
              label: `${rounds.find(({ number }) => number === attempt.round)?.label[lang] ?? attempt.round} – ${formatAttempt('judge.head.attempt', attempt)}`,
            })),
          ]}
          value={attemptId ?? ''}
          onChange={(value) => setAttemptId(value || null)}
        />
        <Textarea
          size="lg"
          label={t('judge.head.protestReason')}
          dir="auto"
          autosize
          minRows={3}
          maxLength={protestLimits.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <OnlineCallProblem problem={problem} />
        <Button
          type="submit"
          size="lg"
          loading={isSending}
          disabled={!judge.isOnline || teamId === null || reason.trim() === ''}
        >
          {t('judge.head.sendProtest')}
        </Button>
      </Stack>
    </form>
  )
}

function HeadJudgeSection({ title, children }: { title: string; children: ReactNode }) {
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

/**
 * Shows what only a head judge does: decisions about sheets in a conflict, the sheets of panels, further
 * attempts, and protests on paper.
 */
export function HeadJudgeTasksPanel({
  judge,
  data,
  onClose,
}: {
  judge: Judge
  data: JudgeEventData
  onClose: () => void
}) {
  const { t } = useTranslation()
  const rounds = listRoundsOrDrawnMatches(data, useDefaultSheetLabels())
  const undecided = data.reviews.filter(({ needsDecision }) => needsDecision)
  return (
    <Stack gap="xl">
      <PanelTitleAndCloseButton title={t('judge.head.title')} onClose={onClose} />
      {judge.isOnline ? null : <Alert color="yellow">{t('judge.needsConnection')}</Alert>}
      <HeadJudgeSection title={t('judge.head.decisions')}>
        {undecided.length === 0 ? (
          <Text>{t('judge.head.none')}</Text>
        ) : (
          <ul className={styles.list}>
            {undecided.map((review) => (
              <li key={review.sheetId} data-review="undecided">
                <HeadJudgeConflictDecision judge={judge} data={data} review={review} rounds={rounds} />
              </li>
            ))}
          </ul>
        )}
      </HeadJudgeSection>
      {rounds.some(({ kind }) => !kind.hasSharedSheets) ? (
        <HeadJudgeSection title={t('judge.head.panels')}>
          <HeadJudgePanels judge={judge} />
        </HeadJudgeSection>
      ) : null}
      {rounds.some(({ kind }) => kind.hasFurtherAttempts) ? (
        <HeadJudgeSection title={t('judge.head.allowTitle')}>
          <AdditionalAttemptForm judge={judge} data={data} rounds={rounds} />
        </HeadJudgeSection>
      ) : null}
      <HeadJudgeSection title={t('judge.head.protestTitle')}>
        <PaperProtestForm judge={judge} data={data} rounds={rounds} />
      </HeadJudgeSection>
    </Stack>
  )
}
