import { useTranslation } from '#web/shared/texts.ts'
import { EventList } from './event-list.tsx'

export default function EventsPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEvents.title')} · ${t('name')}`}</title>
      <EventList />
    </>
  )
}
