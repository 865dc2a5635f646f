import { Alert, Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Announcement } from '#contract/announcement.ts'
import { getErrorMessage } from '#web/admin/shared/error-message.ts'
import type { TeamFieldChoices } from '#web/admin/teams/team-field-choices.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { AnnouncementPreviewDialog } from './announcement-preview-dialog.tsx'
import { AnnouncementStateBadge } from './announcement-state-badge.tsx'
import { AudiencePanel } from './audience-panel.tsx'
import { RecipientTable } from './recipient-table.tsx'
import { useAudienceFields } from './use-audience-fields.ts'

type Props = { title: string; announcement: Announcement; choices: TeamFieldChoices; onChanged: () => void }

/** Shows the texts, audience and recipients of a scheduled or sent announcement, with a button that cancels a scheduled one. */
export function AnnouncementView({ title, announcement, choices, onChanged }: Props) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const { describe } = useAudienceFields(choices)
  const [previewing, setPreviewing] = useState(false)
  const [canceling, setCanceling] = useState(false)
  const { id, subject, body, kind, state, scheduledAt, sentAt } = announcement
  const cancel = async () => {
    setCanceling(true)
    try {
      toast.success((await adminApi.announcements.cancel(id)).message)
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setCanceling(false)
    onChanged()
  }
  const isScheduled = state === 'scheduled'
  return (
    <Stack gap="lg" maw={1100}>
      <Group justify="space-between" align="flex-end">
        <div>
          <Anchor component={Link} to="/admin/announcements" size="sm">
            {t('admin.form.back')}
          </Anchor>
          <Group gap="sm">
            <Title order={1} size="h2">
              {title}
            </Title>
            <AnnouncementStateBadge state={state} />
          </Group>
        </div>
        <Button variant="default" leftSection={<IconEye size={18} aria-hidden />} onClick={() => setPreviewing(true)}>
          {t('adminAnnouncements.preview')}
        </Button>
      </Group>
      <Alert color={isScheduled ? 'yellow' : 'green'}>
        <Group justify="space-between">
          <Text>
            {sentAt
              ? t('adminAnnouncements.sentOn', { at: formatDateTime(sentAt) })
              : scheduledAt
                ? t('adminAnnouncements.scheduledFor', { at: formatDateTime(scheduledAt) })
                : null}
          </Text>
          {isScheduled ? (
            <Button variant="default" loading={canceling} onClick={() => void cancel()}>
              {t('adminAnnouncements.cancel')}
            </Button>
          ) : null}
        </Group>
      </Alert>
      <Paper withBorder p="md">
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            {t('adminAnnouncements.kind')}: {t(`adminAnnouncements.kinds.${kind}`)}
          </Text>
          <Text size="sm" c="dimmed">
            {t('adminAnnouncements.audience', { audience: describe(announcement) })}
          </Text>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" mt="sm">
            {(['en', 'ar'] as const).map((lang) => (
              <div key={lang} lang={lang} dir={lang === 'ar' ? 'rtl' : 'ltr'}>
                <Title order={2} size="h4" mb="xs">
                  {subject[lang]}
                </Title>
                <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{body[lang]}</Text>
              </div>
            ))}
          </SimpleGrid>
        </Stack>
      </Paper>
      <Paper withBorder p="md">
        <Title order={2} size="h4" mb="sm">
          {t(isScheduled ? 'adminAnnouncements.sections.recipients' : 'adminAnnouncements.deliveries')}
        </Title>
        {isScheduled ? (
          <AudiencePanel audience={announcement} isNews={kind === 'news'} />
        ) : (
          <RecipientTable announcement={announcement} onReload={onChanged} />
        )}
      </Paper>
      {previewing ? <AnnouncementPreviewDialog texts={{ subject, body, kind }} onClose={() => setPreviewing(false)} /> : null}
    </Stack>
  )
}
