import { useTranslation } from 'react-i18next'
import { EventList } from '#web/features/events-admin/event-list.tsx'

export default function Events() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEvents.title')} · ${t('name')}`}</title>
      <EventList />
    </>
  )
}
