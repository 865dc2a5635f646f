import { Button, Text } from '@mantine/core'
import { IconEye, IconMail, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { Announcement } from '#contract/announcement.ts'
import { getErrorMessage } from '#web/admin/shared/error-message.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { AnnouncementPreviewDialog } from './announcement-preview-dialog.tsx'
import { type AnnouncementValues, toAnnouncementValues } from './announcement-values.ts'
import { SendAnnouncementDialog } from './send-announcement-dialog.tsx'

type Props = { announcement: Announcement | undefined; values: AnnouncementValues; onScheduled: () => void }

/** Shows buttons that preview the texts of the form, and test or send the saved draft. */
export function AnnouncementActions({ announcement, values, onScheduled }: Props) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'preview' | 'send'>()
  const [testing, setTesting] = useState(false)
  const saved = announcement && JSON.stringify(toAnnouncementValues(announcement)) === JSON.stringify(values) ? announcement : undefined
  const sendTest = async (id: string) => {
    setTesting(true)
    try {
      toast.success(await adminApi.announcements.sendTest(id))
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setTesting(false)
  }
  const close = () => setDialog(undefined)
  return (
    <>
      <Button variant="default" leftSection={<IconEye size={18} aria-hidden />} onClick={() => setDialog('preview')}>
        {t('adminAnnouncements.preview')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconMail size={18} aria-hidden />}
        disabled={!saved}
        loading={testing}
        onClick={() => saved && void sendTest(saved.id)}
      >
        {t('adminAnnouncements.test')}
      </Button>
      <Button variant="default" leftSection={<IconSend size={18} aria-hidden />} disabled={!saved} onClick={() => setDialog('send')}>
        {t('adminAnnouncements.send')}
      </Button>
      {saved ? null : (
        <Text size="sm" c="dimmed">
          {t('adminAnnouncements.saveFirst')}
        </Text>
      )}
      {dialog === 'preview' ? <AnnouncementPreviewDialog texts={values} onClose={close} /> : null}
      {dialog === 'send' && saved ? <SendAnnouncementDialog announcement={saved} onClose={close} onScheduled={onScheduled} /> : null}
    </>
  )
}
