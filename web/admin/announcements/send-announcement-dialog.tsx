import { Button, Radio, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Announcement } from '#contract/announcement.ts'
import { DateTimeField } from '#web/admin/shared/date-field.tsx'
import { Dialog } from '#web/admin/shared/dialog.tsx'
import { DialogActions } from '#web/admin/shared/dialog-actions.tsx'
import { ErrorAlert } from '#web/admin/shared/error-alert.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

type Props = { announcement: Announcement; onClose: () => void; onScheduled: () => void }

/** Asks for a confirmation with the number of recipients before a draft is sent now, or at a time in the time zone of the site. */
export function SendAnnouncementDialog({ announcement, onClose, onScheduled }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [at, setAt] = useState<string | null>(null)
  const [count, setCount] = useState<number>()
  const { failure, submitting, submit, reject } = useAdminSubmit()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft stays the same while the dialog is open
  useEffect(() => {
    void submit(async () => {
      const { total, unsubscribed } = await adminApi.announcements.audience(announcement, { page: 1, perPage: 10 })
      setCount(announcement.kind === 'news' ? total - unsubscribed : total)
    })
  }, [])
  const send = () => {
    if (when === 'later' && at === null) return reject(t('messages.formIncomplete'), { at: t('fieldErrors.required') })
    void submit(async () => {
      const { message } = await adminApi.announcements.schedule(announcement.id, when === 'now' ? null : at)
      toast.success(message)
      onScheduled()
      onClose()
    })
  }
  return (
    <Dialog onClose={onClose} title={t('adminAnnouncements.sendTitle')} centered>
      <Stack>
        <ErrorAlert message={failure?.message} />
        <div role="status">
          {count === undefined ? (
            t('loading')
          ) : (
            <Text fw={600}>{t('adminAnnouncements.sendText', { count, formatted: formatNumber(count, lang) })}</Text>
          )}
          <Text size="sm" c="dimmed">
            {t('adminAnnouncements.sendHint')}
          </Text>
        </div>
        <Radio.Group label={t('adminAnnouncements.when')} value={when} onChange={(value) => setWhen(value as typeof when)}>
          <Stack mt="xs" gap="xs">
            <Radio value="now" label={t('adminAnnouncements.sendNow')} />
            <Radio value="later" label={t('adminAnnouncements.sendLater')} />
          </Stack>
        </Radio.Group>
        {when === 'later' ? (
          <DateTimeField label={t('adminAnnouncements.sendAt')} value={at} error={failure?.fields.at} onChange={setAt} />
        ) : null}
        <DialogActions onCancel={onClose}>
          <Button loading={submitting} disabled={!count} onClick={send}>
            {count
              ? t(when === 'now' ? 'adminAnnouncements.sendToCount' : 'adminAnnouncements.scheduleForCount', {
                  count,
                  formatted: formatNumber(count, lang),
                })
              : t('adminAnnouncements.sendNow')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
