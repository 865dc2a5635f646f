import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from '#web/shared/texts.ts'
import type { Judge } from './use-judge-app.ts'

/** Asks before a judge signs out, and warns of sheets that are not sent. These stay on the device. */
export function SignOutDialog({ judge, unsentCount, onClose }: { judge: Judge; unsentCount: number; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={t('nav.signOut')} closeButtonProps={{ 'aria-label': t('judge.close') }}>
      <Stack>
        {unsentCount > 0 ? <Alert color="yellow">{t('judge.signOut.unsent', { count: unsentCount })}</Alert> : null}
        <Text>{t('judge.signOut.text')}</Text>
        <Group justify="flex-end">
          <Button size="md" variant="default" onClick={onClose}>
            {t('judge.cancel')}
          </Button>
          <Button
            size="md"
            onClick={() => {
              onClose()
              void judge.signOut()
            }}
          >
            {t('nav.signOut')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
