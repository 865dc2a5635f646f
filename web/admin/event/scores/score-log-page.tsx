import { Alert, Anchor, Button, Group, List, Pagination, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { maxScoreLogProblems } from '#contract/event/scores/score.ts'
import type { ScoreLogCheck, ScoreLogPage, ScoreLogProblem } from '#contract/event/scores/score-log.schema.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { languages } from '#i18n/languages.ts'
import { formatList } from '#i18n/text-direction.ts'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconShieldCheck } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/score-log-page.ts'
import { ScoreLogTable } from './score-log-table.tsx'

/** Shows a button that checks the score log of an event, and the result of the check. */
function ScoreLogCheckButton({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const [result, setResult] = useState<ScoreLogCheck>()
  const [isChecking, setIsChecking] = useState(false)
  const check = async () => {
    setIsChecking(true)
    setResult(undefined)
    try {
      const { check } = await callApi('GET /api/admin/events/:eventId/score-log/check', {
        params: { eventId },
      })
      setResult(check)
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    } finally {
      setIsChecking(false)
    }
  }
  return (
    <Stack maw={900} align="flex-start">
      <Button leftSection={<IconShieldCheck size={18} />} loading={isChecking} onClick={() => void check()}>
        {t('adminScoreLog.check')}
      </Button>
      <div role="status">{result ? <CheckResult result={result} /> : null}</div>
    </Stack>
  )
}

/**
 * Shows the problems that a check found, from which row on participants and other records are known, the
 * erasures, corrections and advancements.
 */
function CheckResult({ result }: { result: ScoreLogCheck }) {
  const { t, i18n } = useTranslation()
  const { locale } = languages[i18n.language]
  const number = new Intl.NumberFormat(locale)
  const formatRows = (rows: readonly number[]) =>
    formatList(
      rows.map((row) => t('adminScoreLog.row', { sequence: number.format(row) })),
      i18n.language,
    )
  const { problemCount, participantsFrom, erasures, corrections, lastPublishedSequence } = result
  const { completeFrom, advancements, teamsWithOtherStage } = result
  const notes = [
    participantsFrom === null
      ? t('adminScoreLog.participantsUnknown')
      : t('adminScoreLog.participantsFrom', { sequence: number.format(participantsFrom) }),
    ...(erasures.length > 0 ? [t('adminScoreLog.erasures', { rows: formatRows(erasures) })] : []),
    ...(corrections.length > 0 ? [t('adminScoreLog.corrections', { rows: formatRows(corrections) })] : []),
    completeFrom === null
      ? t('adminScoreLog.completeUnknown')
      : t('adminScoreLog.completeFrom', { sequence: number.format(completeFrom) }),
    ...(advancements.length > 0 ? [t('adminScoreLog.advancements', { rows: formatRows(advancements) })] : []),
    ...(teamsWithOtherStage.length > 0
      ? [
          t('adminScoreLog.otherStages', {
            teams: formatList(
              teamsWithOtherStage.map(({ teamNo, name }) => `#${teamNo} ${name}`),
              i18n.language,
            ),
          }),
        ]
      : []),
  ]
  return (
    <Stack gap="xs">
      {problemCount === 0 ? (
        <Alert color="teal" variant="light" c="var(--mantine-color-text)">
          {t('adminScoreLog.correct', {
            rows: number.format(result.rowCount),
            published: number.format(result.publishedCount),
            attempts: number.format(result.attemptCount),
            entries: number.format(result.entryCount),
          })}
        </Alert>
      ) : (
        <ProblemList result={result} />
      )}
      {(['erasuresAfterPublication', 'correctionsAfterPublication', 'awardsAfterPublication'] as const).map(
        (key) =>
          result[key].length > 0 ? (
            <Alert key={key} color="yellow" variant="light" c="var(--mantine-color-text)">
              {t(`adminScoreLog.${key}`, {
                sequence: number.format(lastPublishedSequence ?? 0),
                rows: formatRows(result[key]),
              })}
            </Alert>
          ) : null,
      )}
      {result.rowCount > 0
        ? notes.map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))
        : null}
    </Stack>
  )
}

/** Lists the problems that a check found. */
function ProblemList({ result }: { result: ScoreLogCheck }) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(languages[i18n.language].locale)
  const describeProblem = ({
    code,
    sequence,
    entryId = '',
    attemptId = '',
    recordId = '',
    field = '',
    ranking,
  }: ScoreLogProblem) => {
    const problem =
      code === 'rule-set-differs' && sequence === undefined
        ? t('adminScoreLog.ruleSetNotLogged')
        : t(`adminScoreLog.problems.${code}`, {
            sequence: number.format(sequence ?? 0),
            entry: entryId,
            attempt: attemptId,
            record: recordId,
            field,
          })
    return ranking === 'frozen' ? t('adminScoreLog.inFrozenRanking', { problem }) : problem
  }
  return (
    <Alert color="red" variant="light" c="var(--mantine-color-text)">
      {t('adminScoreLog.wrong', {
        count: result.problemCount,
        formatted: number.format(result.problemCount),
      })}
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {result.problems.map((problem) => (
          <List.Item key={JSON.stringify(problem)}>{describeProblem(problem)}</List.Item>
        ))}
      </List>
      {result.problemCount > maxScoreLogProblems
        ? t('adminScoreLog.moreProblems', { count: maxScoreLogProblems })
        : null}
    </Alert>
  )
}

export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const page = Number(new URL(request.url).searchParams.get('page'))
  const [log, { ruleSet }] = await Promise.all([
    callApi('GET /api/admin/events/:eventId/score-log', {
      params: { eventId: params.id },
      query: { page: Number.isInteger(page) && page > 0 ? page : 1, per_page: 25 },
    }),
    callApi('GET /api/admin/events/:eventId/rule-set', { params: { eventId: params.id } }),
  ])
  return { log, ruleSet }
}

export default function EventScoreLogPage({ loaderData: { log, ruleSet } }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { event, head, rows, currentPage, totalItems, per_page } = log
  const title = t('adminScoreLog.of', {
    event: getEventTitleWithFallback(event.title, i18n.language),
  })
  return (
    <Stack>
      <title>{`${title} · ${t('name')}`}</title>
      <div>
        <Anchor component={Link} to={`/admin/events/${event.id}/scores`} size="sm">
          {t('adminScoreLog.back')}
        </Anchor>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text maw={720} mt="xs">
          {t('adminScoreLog.intro')}
        </Text>
      </div>
      <ScoreLogHeads page={log} />
      <ScoreLogCheckButton key={event.id} eventId={event.id} />
      {head.sequence > 0 ? <ScoreLogTable rows={rows} ruleSet={ruleSet} /> : null}
      {totalItems > per_page ? (
        <Pagination
          total={Math.ceil(totalItems / per_page)}
          value={currentPage}
          onChange={(page) => void navigate(`?page=${page}`)}
          gap={4}
          getControlProps={(control) => ({
            'aria-label': t(control === 'next' ? 'scores.next' : 'scores.previous'),
          })}
        />
      ) : null}
    </Stack>
  )
}

/** Shows the head of the log and the published heads. */
function ScoreLogHeads({ page: { head, published } }: { page: Pick<ScoreLogPage, 'head' | 'published'> }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const formatHead = ({ sequence, hash }: ScoreLogPage['head']) => (
    <Text component="bdi" dir="ltr" size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
      {sequence}:{hash}
    </Text>
  )
  return (
    <Paper withBorder p="md" maw={900}>
      <Title order={3} size="h5">
        {t('adminScoreLog.head')}
      </Title>
      {head.sequence > 0 ? formatHead(head) : <Text size="sm">{t('adminScoreLog.noRows')}</Text>}
      <Title order={3} size="h5" mt="sm">
        {t('adminScoreLog.published')}
      </Title>
      {published.length === 0 ? <Text size="sm">{t('adminScoreLog.nothingPublished')}</Text> : null}
      {published.map((each) => (
        <Group key={`${each.publishedAt} ${each.sequence}`} gap="xs">
          <Text size="sm">{formatDateTime(each.publishedAt)}</Text>
          {formatHead(each)}
        </Group>
      ))}
    </Paper>
  )
}
