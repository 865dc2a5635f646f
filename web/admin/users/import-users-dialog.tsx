import { Table } from '@mantine/core'
import { type UserImportPreview, userCsvFields, userFields } from '#contract/user.ts'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { formatUserField, getUserFieldLabel } from '#web/shared/users/user-texts.ts'

const columns = userCsvFields.map((field) => userFields[field].column)
const example =
  'Sara,Nasser,sara@school.example,966501234567,female,13,student,1,yes\r\nأحمد,سالم,ahmad@school.example,201001234567,male,,coach,0,yes\r\n'

/** Shows a dialog that previews and imports a CSV file of users, all or nothing. */
export function ImportUsersDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation()
  return (
    <ImportDialog<UserImportPreview>
      title={t('adminUsers.importUsers.title')}
      intro={t('adminUsers.importUsers.intro')}
      columns={columns}
      example={example}
      fileName="users.csv"
      preview={adminApi.userImport.preview}
      run={adminApi.userImport.run}
      describe={({ count }) => t('adminUsers.importUsers.count', { count })}
      headings={[
        t('adminUsers.name'),
        ...userCsvFields.filter((field) => field !== 'firstName' && field !== 'lastName').map((field) => getUserFieldLabel(t, field)),
      ]}
      rows={({ rows }) =>
        rows.map((row) => (
          <Table.Tr key={row.line}>
            <Table.Td>{row.line}</Table.Td>
            <Table.Td>
              <bdi>{`${row.firstName} ${row.lastName}`.trim()}</bdi>
            </Table.Td>
            <Table.Td>
              <bdi dir="ltr">{row.email}</bdi>
            </Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>
              <bdi dir="ltr">{row.phone}</bdi>
            </Table.Td>
            <Table.Td>{formatUserField(t, 'gender', row.gender) || '–'}</Table.Td>
            <Table.Td>{row.age ?? '–'}</Table.Td>
            <Table.Td>{formatUserField(t, 'role', row.role)}</Table.Td>
            <Table.Td>{formatUserField(t, 'missionType', row.missionType)}</Table.Td>
            <Table.Td>{t(`adminUsers.activeStates.${row.active ? 'yes' : 'no'}`)}</Table.Td>
          </Table.Tr>
        ))
      }
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
