import { List, Text, Title } from '@mantine/core'
import type { AdminProtest, AdminProtestDetails } from '#contract/protest.ts'
import type { RuleSet } from '#contract/rule-set.ts'
import { findRound } from '#contract/rules/rule-set-sheet.ts'
import type { AdminAttempt } from '#contract/score.ts'
import { JudgeNames } from '#web/admin/scores/judge-names.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { formatSheetValues } from '#web/shared/score-sheet/format-sheet-values.ts'
import { formatAttempt } from '#web/shared/scores/format-attempt.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

type Props = { protest: AdminProtest; entry: AdminProtestDetails['entry']; ruleSet: RuleSet | null }

/** Shows the attempt of a protest with its score sheet, or all attempts of the result, as they are now. */
export function ProtestedResult({ protest, entry, ruleSet }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const attempts = entry?.attempts.filter(({ id }) => protest.attemptId === null || id === protest.attemptId) ?? []
  return (
    <div>
      <Title order={3} size="h5">
        {t('adminProtests.result')}
      </Title>
      {entry ? (
        <Text size="sm">
          {t('adminProtests.total', {
            points: `\u2066${formatNumber(entry.totalScore, lang)}\u2069`,
            rank: formatNumber(entry.rank, lang),
          })}
        </Text>
      ) : null}
      {attempts.length === 0 ? (
        <Text size="sm">{t('adminProtests.removed')}</Text>
      ) : (
        <List size="sm">
          {attempts.map((attempt) => (
            <List.Item key={attempt.id}>
              <AttemptSheet attempt={attempt} ruleSet={ruleSet} />
            </List.Item>
          ))}
        </List>
      )}
    </div>
  )
}

function AttemptSheet({ attempt, ruleSet }: { attempt: AdminAttempt; ruleSet: RuleSet | null }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const found = ruleSet ? findRound(ruleSet, attempt.mission) : undefined
  return (
    <>
      {formatAttempt(t, lang, formatDateTime, found ? { ...attempt, round: found.round.label } : attempt)} ·{' '}
      {t(`adminScores.sources.${attempt.source}`)} · <time dateTime={attempt.at}>{formatDateTime(attempt.at)}</time>
      <JudgeNames {...attempt} />
      {found && attempt.values ? <Text size="sm">{formatSheetValues(t, lang, found.group, attempt.values)}</Text> : null}
      {attempt.note ? (
        <Text size="sm" c="dimmed" dir="auto">
          {t('adminProtests.note', { note: `\u2068${attempt.note}\u2069` })}
        </Text>
      ) : null}
    </>
  )
}
