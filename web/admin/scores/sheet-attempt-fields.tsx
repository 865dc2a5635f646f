import { Select, TextInput } from '@mantine/core'
import type { RuleSet, ScoreSheetValues } from '#contract/rule-set.ts'
import { findRound, findSheetValueProblems, listRounds } from '#contract/rules/rule-set-sheet.ts'
import { type AttemptInput, scoreFields } from '#contract/score.ts'
import { useLang } from '#web/shared/language.ts'
import { ScoreSheetForm } from '#web/shared/score-sheet/score-sheet-form.tsx'
import { useTranslation } from '#web/shared/texts.ts'

/** The round, the score sheet and the note of an attempt. */
export type SheetAttempt = { mission: number; values: ScoreSheetValues; note: string }

export const emptySheetAttempt: SheetAttempt = { mission: 1, values: {}, note: '' }
export const toSheetAttempt = ({
  mission,
  values,
  note,
}: Pick<AttemptInput, 'mission' | 'note'> & { values?: ScoreSheetValues | null }): SheetAttempt => ({
  mission,
  values: values ?? {},
  note: note ?? '',
})

/** Returns the attempt to save, undefined when its sheet has problems. Points and time follow from the values. */
export const parseSheetAttempt = (ruleSet: RuleSet, { mission, values, note }: SheetAttempt): AttemptInput | undefined => {
  const group = findRound(ruleSet, mission)?.group
  if (!group || findSheetValueProblems(group, values).length > 0) return undefined
  return { mission, score: 0, timeMs: 0, values, note: note.trim() }
}

type Props = { ruleSet: RuleSet; attempt: SheetAttempt; showsAllProblems: boolean; onChange: (attempt: SheetAttempt) => void }

/** Shows the round, the score sheet and the note of an attempt in an event with a rule set. */
export function SheetAttemptFields({ ruleSet, attempt, showsAllProblems, onChange }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const group = findRound(ruleSet, attempt.mission)?.group
  const setRound = (mission: number) => {
    // another sheet has other fields
    const isSameSheet = findRound(ruleSet, mission)?.group === group
    onChange({ ...attempt, mission, values: isSameSheet ? attempt.values : {} })
  }
  return (
    <>
      <Select
        label={t('adminRuleSets.round')}
        data={listRounds(ruleSet).map(({ number, round }) => ({ value: String(number), label: round.label[lang] }))}
        value={group ? String(attempt.mission) : null}
        allowDeselect={false}
        error={group ? undefined : t('fieldErrors.required')}
        onChange={(number) => number && setRound(Number(number))}
      />
      {group ? (
        <ScoreSheetForm
          key={group.key}
          ruleSet={ruleSet}
          group={group}
          values={attempt.values}
          showsAllProblems={showsAllProblems}
          onChange={(values) => onChange({ ...attempt, values })}
        />
      ) : null}
      <TextInput
        label={t('adminScores.fields.note')}
        value={attempt.note}
        maxLength={scoreFields.note.maxLength}
        dir="auto"
        onChange={(event) => onChange({ ...attempt, note: event.currentTarget.value })}
      />
    </>
  )
}
