import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from '#web/shared/texts.ts'
import { Dialog } from './dialog.tsx'

/** A field whose value differs between the stored record and the form, as text. */
export type FieldDifference = { label: string; theirs: string; mine: string }
type Props = { differences: FieldDifference[]; onKeepMine: () => void; onTakeTheirs: () => void; onClose: () => void }

/** Shows the differences after another user saved the same record; the user keeps their own values or takes the stored ones. */
export function EditConflictDialog({ differences, onKeepMine, onTakeTheirs, onClose }: Props) {
  const { t } = useTranslation()
  const renderValue = (text: string) => (text ? <bdi>{text}</bdi> : <em>{t('admin.form.nothing')}</em>)
  return (
    <Dialog onClose={onClose} title={t('admin.form.staleTitle')} size="xl" centered>
      <Stack>
        <Text>{t('admin.form.staleIntro')}</Text>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('admin.form.field')}</Table.Th>
              <Table.Th>{t('admin.form.theirs')}</Table.Th>
              <Table.Th>{t('admin.form.mine')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differences.map(({ label, theirs, mine }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row">{label}</Table.Th>
                <Table.Td>{renderValue(theirs)}</Table.Td>
                <Table.Td>{renderValue(mine)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group justify="flex-end">
          <Button variant="default" onClick={onTakeTheirs}>
            {t('admin.form.takeTheirs')}
          </Button>
          <Button onClick={onKeepMine}>{t('admin.form.keepMine')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
