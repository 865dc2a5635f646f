import { Alert, Anchor, Badge, Button, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ReadOnlyMode } from '#contract/platform/settings.ts'
import { settingsLimits } from '#contract/platform/settings-limits.ts'
import type { InstallationStatus, Job } from '#contract/platform/status.schema.ts'
import { languages } from '#i18n/languages.ts'
import { Form, useForm } from '#web/admin/shared/form-dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { LocalizedField } from '#web/admin/shared/text-fields.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/status-page.ts'

const bytesPerGigabyte = 1024 ** 3
/** Part of the disk below which it counts as almost full. */
const lowDisk = 0.1

/**
 * Shows the status of email, payment, backup, disk, erasures and encrypted values, one card each. A card that
 * needs attention says why.
 */
function StatusCards({
  status: { mail, payment, backup, disk, overdueErasures, unreadableValues },
}: {
  status: InstallationStatus
}) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { formatDateTime } = useDateFormat()
  const gigabytes = (bytes: number) =>
    new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(bytes / bytesPerGigabyte)
  type Card = {
    title: string
    text: string | string[]
    warning?: string | false
    link?: { to: string; label: string }
  }
  const cards: Card[] = [
    {
      title: t('adminStatus.mail.title'),
      text: mail.enabled ? t('adminStatus.mail.waiting', { count: mail.waiting }) : t('adminStatus.mail.off'),
      warning:
        mail.pausedClasses.length > 0
          ? t('adminStatus.mail.paused')
          : mail.failed > 0 && t('adminStatus.mail.failed', { count: mail.failed }),
      link: { to: '/admin/email-queue', label: t('adminStatus.mail.queue') },
    },
    {
      title: t('adminStatus.payment.title'),
      text: t(`adminStatus.payment.${payment.demo ? 'demo' : payment.configured ? 'on' : 'off'}`),
      warning: payment.demo
        ? t('adminStatus.payment.demoWarning')
        : payment.test && t('adminStatus.payment.test'),
    },
    {
      title: t('adminStatus.backup.title'),
      text: [
        backup.lastAt ? formatDateTime(backup.lastAt) : t('adminStatus.backup.none'),
        ...(backup.isScheduled ? [] : [t('adminStatus.backup.notScheduled')]),
      ],
      warning: backup.hasFailed && t('adminStatus.backup.failed'),
    },
    {
      title: t('adminStatus.disk.title'),
      text: t('adminStatus.disk.free', { free: gigabytes(disk.free), total: gigabytes(disk.total) }),
      warning: disk.isFull
        ? t('adminStatus.disk.full')
        : disk.free < disk.total * lowDisk && t('adminStatus.disk.low'),
    },
    {
      title: t('adminStatus.erasures.title'),
      text:
        overdueErasures > 0
          ? t('adminStatus.erasures.overdue', { count: overdueErasures })
          : t('adminStatus.erasures.none'),
      warning: overdueErasures > 0 && t('adminStatus.erasures.warning'),
    },
    {
      title: t('adminStatus.encryption.title'),
      text:
        unreadableValues > 0
          ? t('adminStatus.encryption.unreadable', { count: unreadableValues })
          : t('adminStatus.encryption.allReadable'),
      warning: unreadableValues > 0 && t('adminStatus.encryption.warning'),
    },
  ]
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} maw={1100}>
      {cards.map(({ title, text, warning, link }) => (
        <Paper key={title} withBorder p="md" component="section" aria-label={title}>
          <Text fw={700}>{title}</Text>
          {[text].flat().map((line) => (
            <Text key={line}>{line}</Text>
          ))}
          {warning ? (
            <Alert color="red" mt="sm" variant="light" c="var(--mantine-color-text)">
              {warning}
            </Alert>
          ) : null}
          {link ? (
            <Anchor component={Link} to={link.to} size="sm">
              {link.label}
            </Anchor>
          ) : null}
        </Paper>
      ))}
    </SimpleGrid>
  )
}

/** Shows whether the site is read-only, and switches that mode on with a message for visitors, or off. */
function ReadOnlyModeForm({ mode: { isOn, message } }: { mode: ReadOnlyMode }) {
  const { t } = useTranslation()
  const lang = useLang()
  const headingId = useId()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { message },
    send: (values) =>
      callApi('PUT /api/admin/read-only-mode', { json: { isOn: !isOn, ...(isOn ? {} : values) } }),
    // a navigation also lets the banner of the back office ask again
    onSaved: () => navigate('.', { replace: true, preventScrollReset: true }),
  })
  return (
    <Paper withBorder p="md" mt="xl" maw={1100}>
      <Title order={2} size="h4" id={headingId}>
        {t('adminStatus.readOnly.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {t('adminStatus.readOnly.intro')}
      </Text>
      <Form form={form} labelledBy={headingId}>
        <Text role="status" fw={700}>
          {t(isOn ? 'adminStatus.readOnly.isOn' : 'adminStatus.readOnly.isOff')}
        </Text>
        {isOn ? (
          <Text>{message[lang]}</Text>
        ) : (
          <LocalizedField
            label={t('adminStatus.readOnly.message')}
            limit={settingsLimits.readOnlyMessage}
            required
            {...form.getLocalizedProps('message')}
          />
        )}
        <div>
          <Button type="submit" variant="default" loading={form.submitting}>
            {t(isOn ? 'adminStatus.readOnly.turnOff' : 'adminStatus.readOnly.turnOn')}
          </Button>
        </div>
      </Form>
    </Paper>
  )
}

const colors = { succeeded: 'teal', failed: 'red', running: 'blue' } as const

/** Shows a table of the recurring jobs: last run, its result, and next run. */
function JobsTable({ jobs }: { jobs: readonly Job[] }) {
  const { t, i18n } = useTranslation()
  const { locale } = languages[i18n.language]
  const { formatDateTime } = useDateFormat()
  const number = new Intl.NumberFormat(locale)
  const resultOf = ({ lastRun }: Job) =>
    lastRun ? (
      <Group gap="xs">
        <Badge
          style={{ minInlineSize: 'max-content' }}
          color={colors[lastRun.result]}
          variant="outline"
          c="var(--mantine-color-text)"
        >
          {t(`adminJobs.results.${lastRun.result}`)}
        </Badge>
        {lastRun.count === null
          ? null
          : t('adminJobs.records', { count: lastRun.count, formatted: number.format(lastRun.count) })}
      </Group>
    ) : null
  return (
    <Paper withBorder p="md" mt="xl" maw={1100}>
      <Title order={2} size="h4">
        {t('adminJobs.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {t('adminJobs.intro')}
      </Text>
      <StackedTable
        label={t('adminJobs.title')}
        minWidth={640}
        rows={jobs}
        getKey={({ name }) => name}
        columns={[
          { title: t('adminJobs.name'), render: ({ name }) => t(`adminJobs.names.${name}`) },
          {
            title: t('adminJobs.lastRun'),
            noWrap: true,
            render: ({ lastRun }) => (lastRun ? formatDateTime(lastRun.startedAt) : t('adminJobs.notYet')),
          },
          { title: t('adminJobs.result'), render: resultOf },
          {
            title: t('adminJobs.nextRun'),
            noWrap: true,
            render: ({ nextRunAt }) => formatDateTime(nextRunAt),
          },
        ]}
      />
    </Paper>
  )
}

export const clientLoader = () => callApi('GET /api/admin/status')

export default function StatusAndReadOnlyModePage({ loaderData: { status, jobs } }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminStatus.title')} · ${t('name')}`}</title>
      <Title order={1} size="h2" mb="md">
        {t('adminStatus.title')}
      </Title>
      <StatusCards status={status} />
      <ReadOnlyModeForm mode={status.readOnlyMode} />
      <JobsTable jobs={jobs} />
    </>
  )
}
