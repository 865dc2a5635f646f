import { type ReactNode, useState } from 'react'
import type { RuleSet } from '#contract/rule-set.ts'
import type { AdminAttempt, AttemptInput } from '#contract/score.ts'
import { type AttemptErrors, AttemptFields, emptyAttemptValues, parseAttemptValues, toAttemptValues } from './attempt-fields.tsx'
import { emptySheetAttempt, parseSheetAttempt, SheetAttemptFields, toSheetAttempt } from './sheet-attempt-fields.tsx'

type AttemptForm = {
  fields: ReactNode
  /** Returns the attempt, or shows the errors of the fields and returns undefined. */
  readAttempt: () => AttemptInput | undefined
  /** Empties the form for the next attempt. */
  clear: () => void
}

/** Holds the fields of an attempt: its score sheet in an event with a rule set, otherwise mission, points and time. */
export const useAttemptForm = (ruleSet: RuleSet | null, attempt?: AdminAttempt): AttemptForm => {
  const [values, setValues] = useState(() => (attempt ? toAttemptValues(attempt) : emptyAttemptValues))
  const [errors, setErrors] = useState<AttemptErrors>({})
  const [sheet, setSheet] = useState(() => (attempt ? toSheetAttempt(attempt) : emptySheetAttempt))
  const [showsAllProblems, setShowsAllProblems] = useState(false)

  const readAttempt = () => {
    if (ruleSet) {
      const read = parseSheetAttempt(ruleSet, sheet)
      setShowsAllProblems(read === undefined)
      return read
    }
    const parsed = parseAttemptValues(values)
    setErrors('errors' in parsed ? parsed.errors : {})
    return 'errors' in parsed ? undefined : parsed.attempt
  }
  const clear = () => {
    setValues(emptyAttemptValues)
    setSheet((before) => ({ ...emptySheetAttempt, mission: before.mission }))
    setShowsAllProblems(false)
  }
  const fields = ruleSet ? (
    <SheetAttemptFields ruleSet={ruleSet} attempt={sheet} showsAllProblems={showsAllProblems} onChange={setSheet} />
  ) : (
    <AttemptFields values={values} errors={errors} onChange={setValues} />
  )
  return { fields, readAttempt, clear }
}
