import { Anchor, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/protests-page.ts'
import { ProtestDeadlineForm } from './protest-deadline-form.tsx'
import { ProtestList } from './protest-list.tsx'

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
