import { Button, Group, Title } from '@mantine/core'
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
