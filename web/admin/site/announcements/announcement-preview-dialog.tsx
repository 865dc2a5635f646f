import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { AnnouncementPreview } from '#contract/site/announcement.schema.ts'
import type { AnnouncementFields } from '#contract/site/announcement.ts'
import { ErrorAlert, useSubmitWithInvalidFieldFocus } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog } from '#web/admin/shared/dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'

type Props = { texts: Pick<AnnouncementFields, 'subject' | 'body' | 'kind'>; onClose: () => void }

/** Shows the email as recipients get it: in each language, and in both. */
export function AnnouncementPreviewDialog({ texts: { subject, body, kind }, onClose }: Props) {
  const { t } = useTranslation()
  const [variant, setVariant] = useState<keyof AnnouncementPreview>(useLang())
  const [preview, setPreview] = useState<AnnouncementPreview>()
  const { failure, submit } = useSubmitWithInvalidFieldFocus()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts stay the same while the dialog is open
  useEffect(() => {
    void submit(async () => {
      const json = { subject, body, kind }
      setPreview((await callApi('POST /api/admin/announcements/preview', { json })).preview)
    })
  }, [])
  const mail = preview?.[variant]
  return (
    <AdminDialog onClose={onClose} title={t('adminAnnouncements.preview')} size="lg">
      <Stack>
        <SegmentedControl
          fullWidth
          value={variant}
          onChange={(value) => setVariant(value as keyof AnnouncementPreview)}
          data={[
            { value: 'en', label: t('admin.form.english') },
            { value: 'ar', label: t('admin.form.arabic') },
            { value: 'both', label: t('adminAnnouncements.previewBoth') },
          ]}
        />
        {variant === 'both' ? (
          <Text size="sm" c="dimmed">
            {t('adminAnnouncements.previewHint')}
          </Text>
        ) : null}
        <ErrorAlert message={failure?.message} />
        {mail ? (
          <>
            <Text>
              {t('adminAnnouncements.subject')}: <bdi style={{ fontWeight: 600 }}>{mail.subject}</bdi>
            </Text>
            <iframe
              title={t('adminAnnouncements.preview')}
              srcDoc={mail.html}
              sandbox=""
              style={{
                width: '100%',
                height: 480,
                border: '1px solid var(--mantine-color-default-border)',
                borderRadius: 12,
              }}
            />
          </>
        ) : null}
      </Stack>
    </AdminDialog>
  )
}
