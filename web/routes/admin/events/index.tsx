import { EventList } from '#web/features/events-admin/event-list.tsx'
import { useTranslation } from '#web/lib/texts.ts'

export default function Events() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEvents.title')} · ${t('name')}`}</title>
      <EventList />
    </>
  )
}
