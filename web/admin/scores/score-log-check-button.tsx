import { Alert, Button, List, Stack } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { maxScoreLogProblems, type ScoreLogCheck, type ScoreLogProblem } from '#contract/score-log-check.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { getErrorMessage } from '#web/admin/shared/error-message.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

/** Shows a button that checks the score log of an event, and the result of the check. */
export function ScoreLogCheckButton({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const [result, setResult] = useState<ScoreLogCheck>()
  const [isChecking, setIsChecking] = useState(false)
  const check = async () => {
    setIsChecking(true)
    setResult(undefined)
    try {
      setResult(await adminApi.scoreLog.check(eventId))
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

const isolate = (text: string | number) => `\u2068${text}\u2069`

function CheckResult({ result }: { result: ScoreLogCheck }) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(languages[i18n.language as Language].locale)
  if (result.problemCount === 0)
    return (
      <Alert color="teal" variant="light" c="var(--mantine-color-text)">
        {t('adminScoreLog.correct', {
          rows: number.format(result.rowCount),
          published: number.format(result.publishedCount),
          attempts: number.format(result.attemptCount),
          entries: number.format(result.entryCount),
        })}
      </Alert>
    )
  const describeProblem = ({ code, sequence = 0, entryId = '', attemptId = '', field = '' }: ScoreLogProblem) =>
    t(`adminScoreLog.problems.${code}`, {
      sequence: number.format(sequence),
      entry: isolate(entryId),
      attempt: isolate(attemptId),
      field: isolate(field),
    })
  return (
    <Alert color="red" variant="light" c="var(--mantine-color-text)">
      {t('adminScoreLog.wrong', { count: result.problemCount, formatted: number.format(result.problemCount) })}
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {result.problems.map((problem) => (
          <List.Item key={JSON.stringify(problem)}>{describeProblem(problem)}</List.Item>
        ))}
      </List>
      {result.problemCount > maxScoreLogProblems ? t('adminScoreLog.moreProblems', { count: maxScoreLogProblems }) : null}
    </Alert>
  )
}
