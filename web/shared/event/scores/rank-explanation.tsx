import type { RankExplanations } from '#contract/event/scoring/rank-explanation.schema.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'

type Props = {
  explanation: RankExplanations | undefined
  className?: string | undefined
  showsNeeded?: boolean
}

/**
 * Shows why an entry is above the next one, and with `showsNeeded` what the next better rank would have
 * needed. Renders nothing without an explanation.
 */
export function NeighborRanksExplanation({ explanation, className, showsNeeded = false }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  if (!explanation) return null
  const { next, higher } = explanation
  return (
    <>
      {next ? (
        <p className={className}>
          {t('scores.comparedWith', {
            name: next.name || t('scores.unnamed'),
            reason: next.text[lang],
          })}
        </p>
      ) : null}
      {showsNeeded && higher ? <p className={className}>{higher.needed[lang]}</p> : null}
    </>
  )
}
