import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { AdminDialog } from './dialog.tsx'
import { StackedTable } from './stacked-table.tsx'

/** A field whose value differs between the stored record and the form, as text. */
export type FieldDifference = { label: string; theirs: string; mine: string }
type Props = {
  differences: FieldDifference[]
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/**
 * Shows the differences after another user saved the same record; the user keeps their own values or takes
 * the stored ones.
 */
export function EditConflictDialog({ differences, onKeepMine, onTakeTheirs, onClose }: Props) {
  const { t } = useTranslation()
  const renderValue = (text: string) =>
    text ? (
      <Bdi>{text}</Bdi>
    ) : (
      <Text span inherit c="dimmed">
        {t('admin.form.nothing')}
      </Text>
    )
  return (
    <AdminDialog onClose={onClose} title={t('admin.form.staleTitle')} size="xl" centered>
      <Stack>
        <Text>{t('admin.form.staleIntro')}</Text>
        {differences.length === 0 ? (
          <Text>{t('admin.form.staleSame')}</Text>
        ) : (
          <StackedTable
            label={t('admin.form.staleTitle')}
            minWidth={480}
            columns={[
              { title: t('admin.form.field'), render: ([, { label }]) => label },
              { title: t('admin.form.theirs'), render: ([, { theirs }]) => renderValue(theirs) },
              { title: t('admin.form.mine'), render: ([, { mine }]) => renderValue(mine) },
            ]}
            rows={[...differences.entries()]}
            getKey={([at]) => at}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onTakeTheirs}>
            {t('admin.form.takeTheirs')}
          </Button>
          <Button onClick={onKeepMine}>{t('admin.form.keepMine')}</Button>
        </Group>
      </Stack>
    </AdminDialog>
  )
}

/**
 * Compares two descriptions of a record, texts by label, and returns the labels whose texts differ with both
 * texts.
 */
export const listTextDifferencesByLabel = (theirs: Record<string, string>, mine: Record<string, string>) =>
  Object.keys({ ...mine, ...theirs }).flatMap((label) => {
    const texts = { theirs: theirs[label] ?? '', mine: mine[label] ?? '' }
    return texts.theirs === texts.mine ? [] : [{ label, ...texts }]
  })
