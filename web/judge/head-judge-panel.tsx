import { Alert, Button, Group, Select, Stack, Text, Textarea, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { JudgeEventData } from '#contract/judge-sheet.ts'
import { protestLimits } from '#contract/protest.ts'
import { isolate } from '#contract/rules/isolate.ts'
import { hasRoundTime } from '#contract/rules/rule-set-sheet.ts'
import { type ReviewSheetRequest, type SheetReview, sheetReviewLimits } from '#contract/sheet-review.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './judge.module.css'
import { type JudgeRound, listJudgeRounds } from './judge-rounds.ts'
import { JudgePanelHeader, OnlineCallProblem, ResultComparison, useOnlineCall } from './panel-parts.tsx'
import type { Judge } from './use-judge-app.ts'
import { useAttemptFormatter, usePlainLabels } from './use-judge-formats.ts'

type SheetDecisionProps = { judge: Judge; review: SheetReview; round: JudgeRound | undefined; hasRuleSet: boolean }

/** Shows a sheet in a conflict beside the recorded results, with the decisions of a head judge. */
function SheetDecision({ judge, review, round, hasRuleSet }: SheetDecisionProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatTimeOfDay } = useDateFormat()
  const [isRejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState('')
  const { isSending, problem, run } = useOnlineCall()
  const { sheetId, teamNo, teamName, judgeName, judgedAt, score, timeMs, recorded } = review
  const team = isolate(teamName)
  const decide = (decision: ReviewSheetRequest) =>
    void run(
      () => judge.callOnline((api) => api.reviewSheet(sheetId, decision)),
      t(decision.decision === 'confirm' ? 'judge.review.confirmed' : 'judge.review.rejected', { team }),
    )
  const confirm = (replaces: string | null) => {
    const expected = recorded.map(({ id, version }) => ({ id, version }))
    decide({ decision: 'confirm', reason: '', resolution: { expected, replaces } })
  }
  const isDisabled = !judge.isOnline || isSending
  const hasTime = !hasRuleSet || round === undefined || hasRoundTime(round.group)
  return (
    <Stack gap="sm" className={styles.card}>
      <div>
        <Title order={3} size="h4">
          {teamNo} · <bdi>{teamName}</bdi>
        </Title>
        <Text size="sm">
          {round ? `${round.label[lang]} · ` : ''}
          {formatTimeOfDay(judgedAt)}
        </Text>
      </div>
      <ResultComparison
        own={t('judge.review.sentBy', { judge: isolate(judgeName || '–') })}
        score={score}
        timeMs={hasTime ? timeMs : null}
        attempts={recorded}
      />
      <OnlineCallProblem problem={problem} />
      {isRejecting ? (
        <>
          <Textarea
            size="lg"
            label={t('judge.head.reason')}
            dir="auto"
            autosize
            minRows={2}
            maxLength={sheetReviewLimits.reason}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group>
            <Button
              size="lg"
              color="red.9"
              disabled={isDisabled || reason.trim() === ''}
              onClick={() => decide({ decision: 'reject', reason })}
            >
              {t('judge.head.rejectNow')}
            </Button>
            <Button size="lg" variant="default" onClick={() => setRejecting(false)}>
              {t('judge.cancel')}
            </Button>
          </Group>
        </>
      ) : (
        <Group>
          {recorded.map((attempt) => (
            <Button key={attempt.id} size="lg" disabled={isDisabled} onClick={() => confirm(attempt.id)}>
              {t('judge.problem.replace', { points: formatNumber(attempt.score, lang) })}
            </Button>
          ))}
          <Button size="lg" variant="default" disabled={isDisabled} onClick={() => confirm(null)}>
            {t(recorded.length > 0 ? 'judge.problem.add' : 'judge.review.confirm')}
          </Button>
          <Button size="lg" variant="default" disabled={isDisabled} onClick={() => setRejecting(true)}>
            {t('judge.head.reject')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

type FormProps = { judge: Judge; data: JudgeEventData; rounds: readonly JudgeRound[] }

const toTeamOption = ({ id, teamNo, name }: JudgeEventData['teams'][number]) => ({ value: id, label: `${teamNo} · ${isolate(name)}` })

/** Allows a further attempt of a team in a round. The next sheet for it counts. */
function AdditionalAttemptForm({ judge, data, rounds }: FormProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const [teamId, setTeamId] = useState<string | null>(null)
  const [round, setRound] = useState<string | null>(null)
  const { isSending, problem, run } = useOnlineCall()
  const getRoundLabel = (number: number) => rounds.find((each) => each.number === number)?.label[lang] ?? String(number)
  const getTeamName = (id: string) => {
    const team = data.teams.find((each) => each.id === id)
    return team ? `${team.teamNo} · ${isolate(team.name)}` : ''
  }
  const allow = async () => {
    if (teamId === null || round === null) return
    const text = t('judge.head.allowed', { team: getTeamName(teamId), round: getRoundLabel(Number(round)) })
    if (await run(() => judge.callOnline((api) => api.allowAttempt({ teamId, round: Number(round) })), text)) setTeamId(null)
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
          data={data.teams.map(toTeamOption)}
          value={teamId}
          onChange={setTeamId}
        />
        <Select
          size="lg"
          label={t('judge.sheet.round')}
          data={rounds.map(({ number, label }) => ({ value: String(number), label: label[lang] }))}
          value={round}
          onChange={setRound}
        />
        <OnlineCallProblem problem={problem} />
        <Button type="submit" size="lg" loading={isSending} disabled={!judge.isOnline || teamId === null || round === null}>
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
  const { isSending, problem, run } = useOnlineCall()
  const teamsWithResults = data.teams.filter((team) => data.attempts.some((attempt) => attempt.teamId === team.id))
  const attempts = data.attempts.filter((attempt) => attempt.teamId === teamId)
  const send = async () => {
    const team = data.teams.find((each) => each.id === teamId)
    if (!team) return
    const protest = { teamId: team.id, attemptId, reason }
    const isSent = await run(
      () => judge.callOnline((api) => api.enterProtest(id, protest)),
      t('judge.head.protestSent', { team: isolate(team.name) }),
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
          data={teamsWithResults.map(toTeamOption)}
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
        <Button type="submit" size="lg" loading={isSending} disabled={!judge.isOnline || teamId === null || reason.trim() === ''}>
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

/** Shows what only a head judge does: decisions about sheets in a conflict, further attempts, and protests on paper. */
export function HeadJudgePanel({ judge, data, onClose }: { judge: Judge; data: JudgeEventData; onClose: () => void }) {
  const { t } = useTranslation()
  const rounds = listJudgeRounds(data, usePlainLabels())
  const undecided = data.reviews.filter(({ needsDecision }) => needsDecision)
  return (
    <Stack gap="xl">
      <JudgePanelHeader title={t('judge.head.title')} onClose={onClose} />
      {judge.isOnline ? null : <Alert color="yellow">{t('judge.needsConnection')}</Alert>}
      <HeadJudgeSection title={t('judge.head.decisions')}>
        {undecided.length === 0 ? (
          <Text>{t('judge.head.none')}</Text>
        ) : (
          <ul className={styles.list}>
            {undecided.map((review) => (
              <li key={review.sheetId} data-review="undecided">
                <SheetDecision
                  judge={judge}
                  review={review}
                  round={rounds.find(({ number }) => number === review.round)}
                  hasRuleSet={data.ruleSet !== null}
                />
              </li>
            ))}
          </ul>
        )}
      </HeadJudgeSection>
      <HeadJudgeSection title={t('judge.head.allowTitle')}>
        <AdditionalAttemptForm judge={judge} data={data} rounds={rounds} />
      </HeadJudgeSection>
      <HeadJudgeSection title={t('judge.head.protestTitle')}>
        <PaperProtestForm judge={judge} data={data} rounds={rounds} />
      </HeadJudgeSection>
    </Stack>
  )
}
