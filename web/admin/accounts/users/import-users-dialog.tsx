import type { TFunction } from 'i18next'
import { userCsvFields } from '#contract/accounts/user.ts'
import type { Language } from '#i18n/languages.ts'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import { buildImportExampleTable, type ImportExample } from '#web/admin/shared/import-example.ts'
import { BreakableEmailAddress } from '#web/admin/shared/table-cells.tsx'
import { formatUserField, formatUserRole, getUserFieldLabel } from '#web/shared/accounts/users/user-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'

const exampleUsers = {
  en: [
    ['Sara', 'Nasser'],
    ['Ahmed', 'Salem'],
  ],
  ar: [
    ['سارة', 'ناصر'],
    ['أحمد', 'سالم'],
  ],
} as const

/** Builds an example of a file of users. */
export const buildUserImportExampleTable = (t: TFunction, lang: Language): ImportExample => {
  const yes = t('admin.import.yes')
  const [[girlName, girlFamily], [boyName, boyFamily]] = exampleUsers[lang]
  const cells: Record<(typeof userCsvFields)[number], readonly [string, string]> = {
    firstName: [girlName, boyName],
    lastName: [girlFamily, boyFamily],
    email: ['sara@school.example', 'ahmad@school.example'],
    phone: ['966501234567', '201001234567'],
    gender: [t('userFields.options.gender.1'), t('userFields.options.gender.0')],
    age: ['13', ''],
    role: [t('userFields.options.role.student'), t('userFields.options.role.coach')],
    missionType: [t('missionType.1'), t('missionType.0')],
    active: [yes, yes],
  }
  return buildImportExampleTable(
    userCsvFields.map((field) => [getUserFieldLabel(t, field), ...cells[field]] as const),
  )
}

/** Shows a dialog that previews and imports a CSV file of users. */
export function ImportUsersDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const { t, i18n } = useTranslation()
  return (
    <ImportDialog
      title={t('adminUsers.importUsers.title')}
      intro={t('adminUsers.importUsers.intro')}
      example={buildUserImportExampleTable(t, i18n.language)}
      kind="users"
      describe={({ count }) => t('adminUsers.importUsers.count', { count })}
      rowColumns={[
        {
          title: t('adminUsers.name'),
          render: ({ firstName, lastName }) => <Bdi>{`${firstName} ${lastName}`.trim()}</Bdi>,
        },
        {
          title: getUserFieldLabel(t, 'email'),
          render: ({ email }) => <BreakableEmailAddress>{email}</BreakableEmailAddress>,
        },
        {
          title: getUserFieldLabel(t, 'phone'),
          noWrap: true,
          render: ({ phone }) => <bdi dir="ltr">{phone}</bdi>,
        },
        {
          title: getUserFieldLabel(t, 'gender'),
          render: ({ gender }) => formatUserField(t, 'gender', gender) || '–',
        },
        { title: getUserFieldLabel(t, 'age'), render: ({ age }) => age ?? '–' },
        {
          title: getUserFieldLabel(t, 'role'),
          render: ({ role, gender }) => formatUserRole(t, role, gender),
        },
        {
          title: getUserFieldLabel(t, 'missionType'),
          render: ({ missionType }) => formatUserField(t, 'missionType', missionType),
        },
        {
          title: getUserFieldLabel(t, 'active'),
          render: ({ active }) => t(`adminUsers.activeStates.${active ? 'yes' : 'no'}`),
        },
      ]}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
