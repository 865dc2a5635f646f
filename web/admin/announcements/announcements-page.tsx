import { useTranslation } from '#web/shared/texts.ts'
import { AnnouncementList } from './announcement-list.tsx'

export default function AnnouncementsPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminAnnouncements.title')} · ${t('name')}`}</title>
      <AnnouncementList />
    </>
  )
}
