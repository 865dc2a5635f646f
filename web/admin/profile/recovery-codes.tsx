import { Button, Code, CopyButton, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { downloadFile } from '#web/admin/shared/download-file.ts'
import { useFocusOnMount } from '#web/admin/shared/use-focus-on-mount.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** Shows the new recovery codes, which the server does not return again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  const title = useFocusOnMount<HTMLHeadingElement>()
  return (
    <Paper withBorder p="lg" maw={620}>
      <Stack>
        <Title order={2} size="h4" ref={title} tabIndex={-1}>
          {t('adminAccount.secondFactor.codesTitle')}
        </Title>
        <Text>{t('adminAccount.secondFactor.codesIntro')}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} dir="ltr" spacing="xs">
          {codes.map((code) => (
            <Code key={code} fz="md" ta="center">
              {code}
            </Code>
          ))}
        </SimpleGrid>
        <Group>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'adminAccount.secondFactor.copied' : 'adminAccount.secondFactor.copy')}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            onClick={() => downloadFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'botola-recovery-codes.txt')}
          >
            {t('adminAccount.secondFactor.save')}
          </Button>
          <Button onClick={onDone}>{t('adminAccount.secondFactor.kept')}</Button>
        </Group>
      </Stack>
    </Paper>
  )
}
