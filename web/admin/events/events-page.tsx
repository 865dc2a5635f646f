import { useTranslation } from '#web/shared/texts.ts'
import { EventList } from './event-list.tsx'

export default function EventsPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.event.many')} · ${t('name')}`}</title>
      <EventList />
    </>
  )
}
