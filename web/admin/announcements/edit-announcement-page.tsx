import { useNavigate, useRevalidator } from 'react-router'
import { loadTeamFieldChoices } from '#web/admin/teams/team-field-choices.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/edit-announcement-page.ts'
import { AnnouncementForm } from './announcement-form.tsx'
import { AnnouncementView } from './announcement-view.tsx'

/** Loads the announcement in the path, none for a new one. */
export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const { id } = params as { id?: string }
  const [announcement, choices] = await Promise.all([id ? adminApi.announcements.one(id) : undefined, loadTeamFieldChoices(false)])
  return { announcement, choices }
}

export default function EditAnnouncementPage({ loaderData: { announcement, choices } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const reload = () => void revalidate()
  const isDraft = !announcement || announcement.state === 'draft'
  const title = announcement
    ? t(isDraft ? 'adminEntities.announcement.edit' : 'adminAnnouncements.view')
    : t('adminEntities.announcement.new')
  return (
    <>
      <title>{`${title} · ${t('name')}`}</title>
      {isDraft ? (
        <AnnouncementForm
          key={announcement?.id ?? 'new'}
          title={title}
          choices={choices}
          announcement={announcement}
          onSaved={({ id }) => (announcement ? reload() : void navigate(`/admin/announcements/${id}/edit`, { replace: true }))}
          onScheduled={reload}
        />
      ) : (
        <AnnouncementView title={title} choices={choices} announcement={announcement} onChanged={reload} />
      )}
    </>
  )
}
