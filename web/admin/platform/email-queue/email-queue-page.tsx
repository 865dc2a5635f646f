import { Alert, Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link, useRevalidator } from 'react-router'
import type { EmailQueueStatus } from '#contract/platform/email-queue.schema.ts'
import {
  emailRetentionDays,
  type PausableEmailClass,
  pausableEmailClasses,
} from '#contract/platform/email-queue.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { formatRoughDuration } from '#web/admin/shared/format-duration.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '#web/shared/ui/icons.ts'
import type { Route } from './+types/email-queue-page.ts'
import { FailedEmailList } from './failed-email-list.tsx'

type ClassStatus = EmailQueueStatus['classes'][number]

const isPausable = (name: ClassStatus['class']): name is PausableEmailClass =>
  (pausableEmailClasses as readonly string[]).includes(name)

/** Shows a table of the classes of emails, with buttons that pause and resume them. */
function EmailClassTable({
  classes,
  onChanged,
}: {
  classes: readonly ClassStatus[]
  onChanged: () => unknown
}) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const { saving, save } = useSubmitWithToasts()
  const setPaused = (emailClass: PausableEmailClass, isPaused: boolean) =>
    save(
      () => callApi('POST /api/admin/email-queue/pause', { json: { class: emailClass, isPaused } }),
      onChanged,
    )
  const renderButton = ({ class: emailClass, isPaused }: ClassStatus) => {
    if (!isPausable(emailClass)) return null
    const name = t(`adminEmailQueue.classNames.${emailClass}`)
    const Icon = isPaused ? IconPlayerPlay : IconPlayerPause
    return (
      <Button
        variant="default"
        size="xs"
        disabled={saving}
        leftSection={<Icon size={16} aria-hidden />}
        aria-label={tAttribute(isPaused ? 'adminEmailQueue.resumeClass' : 'adminEmailQueue.pauseClass', {
          name,
        })}
        onClick={() => void setPaused(emailClass, !isPaused)}
      >
        {t(isPaused ? 'adminEmailQueue.resume' : 'adminEmailQueue.pause')}
      </Button>
    )
  }
  return (
    <StackedTable
      label={t('adminEmailQueue.title')}
      minWidth={720}
      rows={classes}
      getKey={(row) => row.class}
      columns={[
        {
          title: t('adminEmailQueue.class'),
          render: (row) => (
            <>
              <Text fw={600}>{t(`adminEmailQueue.classNames.${row.class}`)}</Text>
              <Text size="sm" c="dimmed">
                {t(`adminEmailQueue.classTexts.${row.class}`)}
              </Text>
            </>
          ),
        },
        {
          title: t('adminEmailQueue.waiting'),
          number: true,
          render: ({ waiting }) => formatNumber(waiting, lang),
        },
        {
          title: t('adminEmailQueue.left'),
          render: ({ isPaused, secondsLeft }) =>
            isPaused ? (
              <Badge
                style={{ minInlineSize: 'max-content' }}
                color="yellow"
                variant="outline"
                c="var(--mantine-color-text)"
              >
                {t('adminEmailQueue.isPaused')}
              </Badge>
            ) : secondsLeft ? (
              t('adminEmailQueue.leftAbout', { duration: formatRoughDuration(secondsLeft, lang) })
            ) : (
              '–'
            ),
        },
        {
          title: t('adminEmailQueue.sent'),
          number: true,
          render: ({ sentInLastDay }) => formatNumber(sentInLastDay, lang),
        },
        {
          title: t('adminEmailQueue.failed'),
          number: true,
          render: ({ failed }) => formatNumber(failed, lang),
        },
        { title: t('adminEmailQueue.actions'), isActions: true, render: renderButton },
      ]}
    />
  )
}

export const clientLoader = () => callApi('GET /api/admin/email-queue')

export default function EmailQueueControlPage({ loaderData: { queue } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const { revalidate, state } = useRevalidator()
  const { isEnabled, emailsPerMinute, classes } = queue
  return (
    <>
      <title>{`${t('adminEmailQueue.title')} · ${t('name')}`}</title>
      <Stack maw={1100}>
        <Group justify="space-between">
          <Title order={1} size="h2">
            {t('adminEmailQueue.title')}
          </Title>
          <Button
            variant="default"
            loading={state === 'loading'}
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => void revalidate()}
          >
            {t('admin.list.reload')}
          </Button>
        </Group>
        {isEnabled ? null : <Alert color="yellow">{t('adminEmailQueue.off')}</Alert>}
        {classes.some(({ isPaused }) => isPaused) ? (
          <Alert color="yellow">
            {t('adminEmailQueue.pausedWarning', { days: emailRetentionDays.waiting })}
          </Alert>
        ) : null}
        <Paper withBorder p="md">
          <EmailClassTable classes={classes} onChanged={revalidate} />
          <Text size="sm" c="dimmed" mt="md">
            {t('adminEmailQueue.rate', { formatted: formatNumber(emailsPerMinute, lang) })}
          </Text>
          <Text size="sm" c="dimmed">
            {t('adminEmailQueue.retention', { days: emailRetentionDays.failed })}
          </Text>
          <Anchor component={Link} to="/admin/settings" size="sm">
            {t('adminEmailQueue.changeRate')}
          </Anchor>
        </Paper>
        <FailedEmailList classes={classes} onChanged={revalidate} />
      </Stack>
    </>
  )
}
