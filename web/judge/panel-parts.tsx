import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from '#web/shared/texts.ts'

/** Shows the title of a panel of the judge page, with the button that closes the panel. */
export function JudgePanelHeader({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Group justify="space-between">
      <Title order={1} size="h3">
        {title}
      </Title>
      <Button size="md" variant="default" onClick={onClose}>
        {t('judge.close')}
      </Button>
    </Group>
  )
}

/** Asks before the values and running stopwatches of the sheet that is being filled in are lost. */
export function DiscardDraftDialog({ onClose, onDiscard }: { onClose: () => void; onDiscard: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={t('judge.sheet.discardTitle')} closeButtonProps={{ 'aria-label': t('judge.close') }}>
      <Stack>
        <Text>{t('judge.sheet.discardText')}</Text>
        <Group justify="flex-end">
          <Button size="md" variant="default" onClick={onClose}>
            {t('judge.sheet.keep')}
          </Button>
          <Button size="md" color="red.9" onClick={onDiscard}>
            {t('judge.sheet.discard')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
