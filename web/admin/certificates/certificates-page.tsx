import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from 'react-router'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { CertificateSheet } from '#web/shared/certificates/certificate-sheet.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/certificates-page.ts'
import styles from './certificates.module.css'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => adminApi.certificates.listOfEvent(params.id)

/** All certificates of an event, each on a page of its own, to print or save as one PDF file. */
export default function CertificatesPage({ loaderData: certificates, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <Stack>
      <title>{`${t('certificates.list')} · ${t('name')}`}</title>
      <div className={styles.screenOnly}>
        <Anchor component={Link} to={`/admin/events/${params.id}/scores`} size="sm">
          {t('certificates.back')}
        </Anchor>
        <Group justify="space-between">
          <Title order={1} size="h2">
            {t('certificates.list')}
          </Title>
          <Button leftSection={<IconPrinter size={18} />} onClick={() => window.print()} disabled={certificates.length === 0}>
            {t('certificates.print')}
          </Button>
        </Group>
        {certificates.length === 0 ? <Text py="xl">{t('certificates.none')}</Text> : null}
      </div>
      <div className={styles.sheets}>
        {certificates.map((certificate) => (
          <CertificateSheet key={certificate.code} certificate={certificate} />
        ))}
      </div>
    </Stack>
  )
}
