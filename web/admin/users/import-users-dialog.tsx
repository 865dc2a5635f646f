import type { UserImportPreview } from '#contract/user.ts'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import { buildUserImportExample } from '#web/admin/shared/import-examples.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { formatUserField, getUserFieldLabel } from '#web/shared/users/user-texts.ts'

/** Shows a dialog that previews and imports a CSV file of users, all or nothing. */
export function ImportUsersDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const { t, i18n } = useTranslation()
  return (
    <ImportDialog<UserImportPreview>
      title={t('adminUsers.importUsers.title')}
      intro={t('adminUsers.importUsers.intro')}
      example={buildUserImportExample(t, i18n.language)}
      fileName="users.csv"
      preview={adminApi.userImport.preview}
      run={adminApi.userImport.run}
      describe={({ count }) => t('adminUsers.importUsers.count', { count })}
      rowColumns={[
        { title: t('adminUsers.name'), render: ({ firstName, lastName }) => <bdi>{`${firstName} ${lastName}`.trim()}</bdi> },
        { title: getUserFieldLabel(t, 'email'), render: ({ email }) => <bdi dir="ltr">{email}</bdi> },
        { title: getUserFieldLabel(t, 'phone'), noWrap: true, render: ({ phone }) => <bdi dir="ltr">{phone}</bdi> },
        { title: getUserFieldLabel(t, 'gender'), render: ({ gender }) => formatUserField(t, 'gender', gender) || '–' },
        { title: getUserFieldLabel(t, 'age'), render: ({ age }) => age ?? '–' },
        { title: getUserFieldLabel(t, 'role'), render: ({ role }) => formatUserField(t, 'role', role) },
        { title: getUserFieldLabel(t, 'missionType'), render: ({ missionType }) => formatUserField(t, 'missionType', missionType) },
        { title: getUserFieldLabel(t, 'active'), render: ({ active }) => t(`adminUsers.activeStates.${active ? 'yes' : 'no'}`) },
      ]}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
