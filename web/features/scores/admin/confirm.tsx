import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from '#web/lib/texts.ts'
import { Dialog } from '#web/ui/admin/dialog.tsx'

type Props = { title: string; text: string; action: string; busy: boolean; onClose: () => void; onConfirm: () => void }

/** Asks before something is taken away. */
export function Confirm({ title, text, action, busy, onClose, onConfirm }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        <Text>{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('adminScores.cancel')}
          </Button>
          <Button color="red" loading={busy} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
