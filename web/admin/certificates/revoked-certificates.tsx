import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { RevokedCertificate } from '#contract/certificate.ts'
import { formatJudgeCode } from '#contract/rules/judge-code.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

type Props = { certificates: readonly RevokedCertificate[]; busy: boolean; onReissue: (code: string) => void }

/** Shows the revoked certificates of an event, each with a button that issues it again. */
export function RevokedCertificates({ certificates, busy, onReissue }: Props) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-labelledby="revoked-certificates">
      <Title order={2} size="h4" id="revoked-certificates" mb="sm">
        {t('adminPublishing.certificates.revokedList')}
      </Title>
      <Stack gap="sm">
        {certificates.map(({ code, name, teamName, revokedAt }) => (
          <Group key={code} justify="space-between">
            <div>
              <Text>
                <bdi>{name || teamName || t('certificates.erased')}</bdi> · <bdi dir="ltr">{formatJudgeCode(code)}</bdi>
              </Text>
              <Text size="sm" c="dimmed">
                {t('adminPublishing.certificates.revokedOn', { date: `\u2068${formatDateTime(revokedAt)}\u2069` })}
              </Text>
            </div>
            <Button
              variant="default"
              disabled={busy}
              aria-label={t('adminPublishing.certificates.reissueLabel', { code: formatJudgeCode(code) })}
              onClick={() => onReissue(code)}
            >
              {t('adminPublishing.certificates.reissue')}
            </Button>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
