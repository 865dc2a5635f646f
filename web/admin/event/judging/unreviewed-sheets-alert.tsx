import { Alert, Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'

type Props = { eventId: string; count: number; color: 'red' | 'yellow' }

/**
 * Says how many sheets of an event wait for a second judge and do not count yet, with a link to them; nothing
 * when there are none.
 */
export function UnreviewedSheetsAlert({ eventId, count, color }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  if (count === 0) return null
  return (
    <Alert color={color}>
      {t('adminPublishing.waitingSheets', { count, formatted: formatNumber(count, lang) })}{' '}
      <Anchor inherit component={Link} to={`/admin/events/${eventId}/judges`} underline="always">
        {t('adminPublishing.showWaitingSheets')}
      </Anchor>
    </Alert>
  )
}
