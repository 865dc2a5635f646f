import { Text } from '@mantine/core'
import { useTranslation } from '#web/shared/texts.ts'

type Props = { judgeName: string; reviewerName: string }

/** Shows the judge of a sheet and who confirmed it. Renders nothing without names. */
export function JudgeNames({ judgeName, reviewerName }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {judgeName ? <Text size="sm">{t('adminScores.judgedBy', { name: `\u2068${judgeName}\u2069` })}</Text> : null}
      {reviewerName ? <Text size="sm">{t('adminScores.confirmedBy', { name: `\u2068${reviewerName}\u2069` })}</Text> : null}
    </>
  )
}
