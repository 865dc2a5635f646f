import { Anchor, Group, Pagination, Paper, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import type { ScoreLogPage } from '#contract/score-log.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/score-log-page.ts'
import { ScoreLogCheckButton } from './score-log-check-button.tsx'
import { ScoreLogTable } from './score-log-table.tsx'

export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const page = Number(new URL(request.url).searchParams.get('page'))
  const [log, { ruleSet }] = await Promise.all([
    adminApi.scoreLog.getPage(params.id, Number.isInteger(page) && page > 0 ? page : 1),
    adminApi.ruleSets.get(params.id),
  ])
  return { log, ruleSet }
}

export default function EventScoreLogPage({ loaderData: { log, ruleSet } }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { event, head, rows, currentPage, totalItems, per_page } = log
  const title = t('adminScoreLog.of', { event: `\u2068${getEventTitleWithFallback(event.title, i18n.language)}\u2069` })
  return (
    <Stack>
      <title>{`${title} · ${t('name')}`}</title>
      <div>
        <Anchor component={Link} to={`/admin/events/${event.id}/scores`} size="sm">
          {t('adminScoreLog.back')}
        </Anchor>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text maw={720} mt="xs">
          {t('adminScoreLog.intro')}
        </Text>
      </div>
      <ScoreLogHeads page={log} />
      <ScoreLogCheckButton key={event.id} eventId={event.id} />
      {head.sequence > 0 ? <ScoreLogTable rows={rows} ruleSet={ruleSet} /> : null}
      {totalItems > per_page ? (
        <Pagination
          total={Math.ceil(totalItems / per_page)}
          value={currentPage}
          onChange={(page) => void navigate(`?page=${page}`)}
          gap={4}
          getControlProps={(control) => ({ 'aria-label': t(control === 'next' ? 'scores.next' : 'scores.previous') })}
        />
      ) : null}
    </Stack>
  )
}

/** Shows the head of the log and the published heads. */
function ScoreLogHeads({ page: { head, published } }: { page: Pick<ScoreLogPage, 'head' | 'published'> }) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const formatHead = ({ sequence, hash }: ScoreLogPage['head']) => (
    <Text component="bdi" dir="ltr" size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
      {sequence}:{hash}
    </Text>
  )
  return (
    <Paper withBorder p="md" maw={900}>
      <Title order={2} size="h5">
        {t('adminScoreLog.head')}
      </Title>
      {head.sequence > 0 ? formatHead(head) : <Text size="sm">{t('adminScoreLog.noRows')}</Text>}
      <Title order={2} size="h5" mt="sm">
        {t('adminScoreLog.published')}
      </Title>
      {published.length === 0 ? <Text size="sm">{t('adminScoreLog.nothingPublished')}</Text> : null}
      {published.map((each) => (
        <Group key={`${each.publishedAt} ${each.sequence}`} gap="xs">
          <Text size="sm">{formatDateTime(each.publishedAt)}</Text>
          {formatHead(each)}
        </Group>
      ))}
    </Paper>
  )
}
