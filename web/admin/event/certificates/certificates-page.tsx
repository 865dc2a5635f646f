import { Anchor, Button, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { Certificate, RevokedCertificate } from '#contract/event/certificate.schema.ts'
import { type CertificateKind, certificateLimits } from '#contract/event/certificate.ts'
import { formatCodeInGroups } from '#contract/event/judging/judge-code.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import type { Language } from '#i18n/languages.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { ConfirmWithReasonDialog } from '#web/admin/shared/dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { CertificateSheet } from '#web/shared/event/certificates/certificate-sheet.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/certificates-page.ts'
import styles from './certificates.module.css'

type Props = { certificates: readonly RevokedCertificate[]; busy: boolean; onReissue: (code: string) => void }

/** Shows the revoked certificates of an event, each with a button that issues it again. */
function RevokedCertificates({ certificates, busy, onReissue }: Props) {
  const { t, tAttribute } = useTranslation()
  const { formatDateTime } = useDateFormat()
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-labelledby="revoked-certificates">
      <Title order={3} size="h4" id="revoked-certificates" mb="sm">
        {t('adminPublishing.certificates.revokedList')}
      </Title>
      <Stack gap="sm">
        {certificates.map(({ code, name, teamName, revokedAt }) => (
          <Group key={code} justify="space-between">
            <div>
              <Text>
                <Bdi>{name || teamName || t('certificates.erased')}</Bdi> ·{' '}
                <bdi dir="ltr">{formatCodeInGroups(code)}</bdi>
              </Text>
              <Text size="sm" c="dimmed">
                {t('adminPublishing.certificates.revokedOn', {
                  date: formatDateTime(revokedAt),
                })}
              </Text>
            </div>
            <Button
              variant="default"
              disabled={busy}
              aria-label={tAttribute('adminPublishing.certificates.reissueLabel', {
                code: formatCodeInGroups(code),
              })}
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

const groups = ['all', 'participants', 'coaches', 'judges'] as const
type CertificateGroup = (typeof groups)[number]
const groupsOfKinds: Record<CertificateKind, CertificateGroup> = {
  entry: 'participants',
  member: 'participants',
  coach: 'coaches',
  judge: 'judges',
}
const isInGroup = (kind: CertificateKind, group: CertificateGroup) =>
  group === 'all' || groupsOfKinds[kind] === group

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  callApi('GET /api/admin/events/:eventId/certificates', { params: { eventId: params.id } })

const formatHolder = ({ code, name, teamName }: Certificate, lang: Language) =>
  joinTexts([name || teamName, formatCodeInGroups(code)].filter(Boolean), lang)

/**
 * Shows all certificates of an event, each on a page of its own, to print or save as one PDF file. Single
 * ones can be revoked and issued again.
 */
export default function CertificatesPage({
  loaderData: { event, signer, certificates, revoked },
  params,
}: Route.ComponentProps) {
  const { t, tAttribute, i18n } = useTranslation()
  const title = t('adminPublishing.certificates.of', {
    event: getEventTitleWithFallback(event.title, i18n.language),
  })
  const [group, setGroup] = useState<CertificateGroup>('all')
  const shownGroups = groups.filter(
    (each) => each === 'all' || certificates.some(({ kind }) => isInGroup(kind, each)),
  )
  const shown = certificates.filter(({ kind }) => isInGroup(kind, group))
  const revalidator = useRevalidator()
  const [selected, setSelected] = useState<Certificate>()
  const { saving, errors, save } = useSubmitWithToasts({
    isShownByField: ({ fields }) => fields.reason !== undefined,
  })
  const change = (send: () => Promise<{ msg: string }>) =>
    save(send, () => {
      setSelected(undefined)
      return revalidator.revalidate()
    })
  return (
    <Stack>
      <title>{`${title} · ${t('name')}`}</title>
      <div className={styles.screenOnly}>
        <Anchor component={Link} to={`/admin/events/${params.id}/results`} size="sm">
          {t('certificates.back')}
        </Anchor>
        <Group justify="space-between">
          <Title order={2} size="h3">
            {title}
          </Title>
          <Button
            leftSection={<IconPrinter size={18} />}
            onClick={() => window.print()}
            disabled={shown.length === 0}
          >
            {t('certificates.print')}
          </Button>
        </Group>
        {shownGroups.length > 2 ? (
          <SegmentedControl
            mt="sm"
            aria-label={t('adminPublishing.certificates.show')}
            data={shownGroups.map((value) => ({ value, label: t(`adminPublishing.certificates.${value}`) }))}
            value={group}
            onChange={(value) => setGroup(value as CertificateGroup)}
          />
        ) : null}
        {certificates.length + revoked.length === 0 ? <Text py="xl">{t('certificates.none')}</Text> : null}
        {revoked.length > 0 ? (
          <RevokedCertificates
            certificates={revoked}
            busy={saving}
            onReissue={(code) =>
              void change(() =>
                callApi('POST /api/admin/events/:eventId/certificates/:code/reissue', {
                  params: { eventId: params.id, code },
                }),
              )
            }
          />
        ) : null}
      </div>
      <div className={styles.sheets}>
        {shown.map((certificate) => (
          <div key={certificate.code} className={styles.certificate}>
            <CertificateSheet certificate={certificate} signer={signer} />
            <Button
              className={styles.screenOnly}
              variant="default"
              size="xs"
              aria-label={tAttribute('adminPublishing.certificates.revokeLabel', {
                code: formatCodeInGroups(certificate.code),
              })}
              onClick={() => setSelected(certificate)}
            >
              {t('adminPublishing.certificates.revoke')}
            </Button>
          </div>
        ))}
      </div>
      {selected ? (
        <ConfirmWithReasonDialog
          title={t('adminPublishing.certificates.revokeQuestion')}
          text={t('adminPublishing.certificates.revokeText', { code: formatHolder(selected, i18n.language) })}
          action={t('adminPublishing.certificates.revoke')}
          label={t('adminPublishing.reason')}
          description={t('adminPublishing.reasonHint')}
          maxLength={certificateLimits.reason}
          busy={saving}
          error={errors.reason}
          onClose={() => setSelected(undefined)}
          onConfirm={(reason) =>
            void change(() =>
              callApi('POST /api/admin/events/:eventId/certificates/:code/revoke', {
                params: { eventId: params.id, code: selected.code },
                json: { reason },
              }),
            )
          }
        />
      ) : null}
    </Stack>
  )
}
