import type { CompetitionFields } from '#contract/event/competition.schema.ts'
import type { Localized } from '#contract/platform/localized.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { useConfirmationDialog } from '#web/admin/shared/dialog.tsx'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'

type OpenedCompetition = Pick<CompetitionFields, 'fee' | 'opensAt' | 'closesAt' | 'maxTeams'> & {
  name: Localized
}

/** Returns what visitors see in place of the fee and the dates that a competition lacks. */
const listMissingParts = ({ fee, opensAt, closesAt, maxTeams }: OpenedCompetition) => {
  const missing = [
    ...(fee === 0 ? (['free'] as const) : []),
    ...(opensAt === null ? (['openNow'] as const) : []),
    ...(closesAt === null ? (['neverCloses'] as const) : []),
  ]
  // most competitions have no limit, so this alone is no reason to ask
  return missing.length > 0 && maxTeams === null ? [...missing, 'unlimited' as const] : missing
}

/**
 * Asks before competitions without dates or a fee are shown to visitors, and says what visitors will see.
 * `confirmOpening` resolves with true when nothing is missing or the user confirms.
 */
export const useIncompleteCompetitionConfirmation = () => {
  const { t } = useTranslation()
  const lang = useLang()
  const { ask, dialog } = useConfirmationDialog()
  const confirmOpening = async (competitions: readonly OpenedCompetition[]): Promise<boolean> => {
    const lines = competitions.flatMap((competition) => {
      const parts = listMissingParts(competition).map((part) => t(`adminCompetitions.opening.${part}`))
      return parts.length === 0 ? [] : [`${isolateText(competition.name[lang], lang)}: ${parts.join(' · ')}`]
    })
    return (
      lines.length === 0 ||
      ask({
        title: t('adminCompetitions.opening.title'),
        text: t('adminCompetitions.opening.text'),
        lines,
        action: t('adminCompetitions.opening.run'),
      })
    )
  }
  return { confirmOpening, dialog }
}
