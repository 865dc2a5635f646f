import type { MemberGuardianConfirmation } from '#contract/guardian-confirmation.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

/** Returns a function that describes the answer of a member's guardian. */
export const useGuardianAnswerFormatter = () => {
  const { t } = useTranslation()
  const { formatDate } = useDateFormat()
  return ({ state, method, at }: MemberGuardianConfirmation): string => {
    const date = at === null ? '' : formatDate(at)
    if (state === 'confirmed')
      return t(method === 'paper' ? 'accountTeams.guardians.confirmedPaper' : 'accountTeams.guardians.confirmedLink', { date })
    return t(`accountTeams.guardians.${state}`, { date })
  }
}
