import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ProtestSettings } from '#contract/protest.ts'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import { DateTimeField } from '#web/admin/shared/date-field.tsx'
import { ErrorAlert } from '#web/admin/shared/error-alert.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import type { Route } from './+types/protests-page.ts'
import { ProtestList } from './protest-list.tsx'

type Props = { settings: ProtestSettings; onSaved: (settings: ProtestSettings) => void }

/** Sets until when teams and players can ask for reviews of their scores. */
function ProtestDeadlineForm({ settings, onSaved }: Props) {
  const { t } = useTranslation()
  const { protestsUntil } = settings
  const [until, setUntil] = useState(protestsUntil)
  const { failure, submitting, submit } = useAdminSubmit()
  const save = () =>
    submit(async () => {
      const saved = await adminApi.protests.setDeadline(settings.event.id, until)
      toast.success(saved.msg)
      onSaved(saved.settings)
    })
  const getStateText = () => {
    if (protestsUntil === null) return 'hasNone'
    if (Date.parse(protestsUntil) <= Date.now()) return 'isOver'
    return settings.isFinal ? 'isFinal' : 'openNow'
  }
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-labelledby="protest-settings">
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Stack>
          <Title order={2} size="h3" id="protest-settings">
            {t('adminProtests.settings')}
          </Title>
          <Text maw={640}>{t('adminProtests.settingsIntro')}</Text>
          <ErrorAlert message={failure && !failure.fields.protestsUntil ? failure.message : undefined} />
          <Group align="flex-end">
            <DateTimeField label={t('adminProtests.until')} value={until} error={failure?.fields.protestsUntil} onChange={setUntil} />
          </Group>
          <Group>
            <Button type="submit" loading={submitting}>
              {t('adminProtests.save')}
            </Button>
            <Text size="sm" role="status">
              {t(`adminProtests.${getStateText()}`)}
            </Text>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [settings, { ruleSet }] = await Promise.all([adminApi.protests.getSettings(params.id), adminApi.ruleSets.get(params.id)])
  return { settings, ruleSet }
}

/** Shows the time for protests of an event, and its protests with their answers. */
export default function ProtestsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const [settings, setSettings] = useState(loaderData.settings)
  const { event } = settings
  const title = t('adminProtests.of', { event: `\u2068${getEventTitleWithFallback(event.title, lang)}\u2069` })
  return (
    <Stack gap="lg">
      <title>{`${title} · ${t('name')}`}</title>
      <div>
        <Anchor component={Link} to={`/admin/events/${event.id}/scores`} size="sm">
          {t('adminProtests.back')}
        </Anchor>
        <Title order={1} size="h2">
          {title}
        </Title>
      </div>
      <ProtestDeadlineForm settings={settings} onSaved={setSettings} />
      <ProtestList settings={settings} ruleSet={loaderData.ruleSet} />
    </Stack>
  )
}
