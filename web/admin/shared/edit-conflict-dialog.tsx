import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from '#web/shared/texts.ts'
import { Dialog } from './dialog.tsx'

/** A field that the two versions have differently, in words. */
export type FieldDifference = { label: string; theirs: string; mine: string }
type Props = { differences: FieldDifference[]; onMine: () => void; onTheirs: () => void; onClose: () => void }

/** Somebody else saved the record meanwhile: shows what differs, and nothing is lost until one of both is chosen. */
export function EditConflictDialog({ differences, onMine, onTheirs, onClose }: Props) {
  const { t } = useTranslation()
  const shown = (text: string) => (text ? <bdi>{text}</bdi> : <em>{t('admin.form.nothing')}</em>)
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
                <Table.Td>{shown(theirs)}</Table.Td>
                <Table.Td>{shown(mine)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group justify="flex-end">
          <Button variant="default" onClick={onTheirs}>
            {t('admin.form.takeTheirs')}
          </Button>
          <Button onClick={onMine}>{t('admin.form.keepMine')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
